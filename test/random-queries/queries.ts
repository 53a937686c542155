import fc from 'fast-check';
import type { FoodLookup } from '../../src/index.ts';
import type { Query, QueryOracle } from './oracle.ts';

// Generates queries with all parameters, and compares the answers with those of the oracle.

/** Queries that find many foods, few, or none: prefixes, several words, typos, amounts. */
const TEXTS = [
  ...['a', 'e', 'ch', 'raw', 'cheese', 'beef', 'milk', 'with', ', ', ' w', '%', 'xyzzy', 'egg, '],
  ...['beef raw', 'raw beef lean', 'cheese low fat', 'chese', 'chicken brea', 'oil -olive'],
  ...['1 cup milk', 'soup "with water"', 'without salt', 'tomatoes', 'rice xyzzy', 'b', 'co', 'sw'],
];

/** Queries with all parameters, using values from the table. */
export function queries(oracle: QueryOracle): fc.Arbitrary<Query> {
  const { rows, numbers, texts } = oracle;
  const columns = [...numbers, ...texts];
  const number = fc.constantFrom(...numbers).chain((column) =>
    fc.record({
      column: fc.constant(column),
      operator: fc.constantFrom('<', '<=', '>', '>=', '=', '!='),
      value: fc.oneof(
        fc.constantFrom(...valuesOf(column, '0')),
        fc.integer({ min: -1, max: 300 }).map(String),
      ),
    }),
  );
  const text = fc.constantFrom(...texts).chain((column) =>
    fc.record({
      column: fc.constant(column),
      operator: fc.constantFrom('<', '<=', '>', '>=', '=', '!='),
      value: fc.constantFrom(
        ...valuesOf(column, 'x').flatMap((one) => [one, one.toUpperCase(), 'm']),
      ),
    }),
  );
  const unknown = fc.record({
    column: fc.constantFrom(...columns),
    operator: fc.constant('!'),
    value: fc.constant(''),
  });
  const order = fc.oneof(
    fc.record({ column: fc.constantFrom(...columns), isDescending: fc.boolean() }),
    fc.record({
      column: fc.constantFrom(...numbers.filter((name) => name !== 'big')),
      divisor: fc.constantFrom('kcal', 'water_g', 'fat_g'),
      isDescending: fc.boolean(),
    }),
  );
  return fc.record({
    text: fc.option(fc.constantFrom(...TEXTS), { nil: undefined, freq: 5 }),
    match: fc.constantFrom('substring', 'words', 'fuzzy'),
    where: fc.array(fc.oneof({ weight: 3, arbitrary: number }, text, unknown), { maxLength: 3 }),
    sort: fc.option(order, { nil: undefined, freq: 2 }),
    limit: fc.constantFrom(1, 7, 100),
    offset: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(600)),
  });

  function valuesOf(column: string, other: string): string[] {
    const known = rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]));
    return known.length === 0 ? [other] : known;
  }
}

/** Quotes a value in a condition. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function parametersOf({ text, match, where, sort, limit, offset }: Query): URLSearchParams {
  const parameters = new URLSearchParams({ count: 'true', fields: 'ndb_no' });
  if (text !== undefined) {
    parameters.set('q', text);
    parameters.set('match', match);
  }
  if (limit !== 100) parameters.set('limit', String(limit));
  if (offset !== 0) parameters.set('offset', String(offset));
  if (where.length > 0) {
    const conditions = where.map(({ column, operator, value }) =>
      operator === '!' ? `!${column}` : `${column}${operator}${quoted(value)}`,
    );
    parameters.set('where', conditions.join());
  }
  if (sort !== undefined) {
    const { column, divisor, isDescending } = sort;
    parameters.set(
      'sort',
      (isDescending ? '-' : '') + column + (divisor === undefined ? '' : `/${divisor}`),
    );
  }
  return parameters;
}

/** Describes how a service's answer differs from the oracle's; `undefined` if they agree. */
export async function difference(
  service: FoodLookup,
  oracle: QueryOracle,
  query: Query,
): Promise<string | undefined> {
  const { text, match } = query;
  const path = text === undefined ? '/api/foods' : '/api/food';
  const listed = text === undefined ? [] : await keysOf(service, text, match);
  const expected = oracle.answer(query, listed);
  const target = `${path}?${parametersOf(query)}`;
  const { statusCode, headers, body } = await service.inject(target);
  if (statusCode !== 200) return `${target}: ${statusCode} ${body}`;
  const foods: { ndb_no: string }[] = JSON.parse(body);
  const next = /[?&]offset=(\d+)>; rel="next"$/.exec(String(headers.link))?.[1];
  const found = {
    keys: foods.map(({ ndb_no }) => ndb_no),
    total: Number(headers['x-total-count']),
    next: next === undefined ? undefined : Number(next),
  };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    return `${target}\n  found ${JSON.stringify(found)}\n  expected ${JSON.stringify(expected)}`;
  }
  return groupsDiffer(service, oracle, query, listed);
}

const GROUPS = 'food_group';

async function groupsDiffer(
  service: FoodLookup,
  oracle: QueryOracle,
  query: Query,
  listed: readonly string[],
): Promise<string | undefined> {
  const parameters = parametersOf(query);
  for (const name of ['count', 'fields', 'limit', 'offset', 'sort']) parameters.delete(name);
  parameters.set('column', GROUPS);
  const { body } = await service.inject(`/api/groups?${parameters}`);
  const groups: { value: string; count: number }[] = JSON.parse(body);
  const found = JSON.stringify(groups.map(({ value, count }) => [value.toLowerCase(), count]));
  const expected = oracle.groups(query, listed, GROUPS).map(({ value, count }) => [value, count]);
  if (found === JSON.stringify(expected)) return undefined;
  return `/api/groups?${parameters}\n  found ${found}\n  expected ${JSON.stringify(expected)}`;
}

async function keysOf(service: FoodLookup, text: string, match: string): Promise<string[]> {
  const { body } = await service.inject(
    `/api/food?${new URLSearchParams({ q: text, match, fields: 'ndb_no' })}`,
  );
  const foods: { ndb_no: string }[] = JSON.parse(body);
  return foods.map(({ ndb_no }) => ndb_no);
}
