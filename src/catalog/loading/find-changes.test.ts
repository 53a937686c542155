import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { ExactNumber, type StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { elementAt } from '../../search/flat-arrays.ts';
import { type EntrySnapshot, type EntrySource, toEntryRow } from '../entry-store.ts';
import { BLOCK_ROWS } from '../table/answer-rows.ts';
import { type AmountChanges, applyChanges } from '../table/apply-changes.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { comparedChanges, listedChanges } from './find-changes.ts';
import { loadCatalog } from './load-catalog.ts';

const COLUMNS = [...ENTRY_COLUMNS, 'id', 'sugar_g', 'common_names', 'group'] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], StoredValue>>;
const SOURCE: EntrySource = { database: '', fields: ['*'] };

/** Returns a snapshot of a table with these rows, in this order. */
function snapshotOf(rows: readonly Row[]) {
  const valuesOf = (row: Row, fields: readonly string[]) =>
    [...ENTRY_COLUMNS, ...fields].map((name) => Object.entries(row).find(([key]) => key === name));
  const read = (row: Row, fields: readonly string[]) =>
    valuesOf(row, fields).map((found) => found?.[1] ?? null);
  return {
    columns: COLUMNS,
    count: rows.length,
    async *read({ fields = [] }: { fields?: readonly string[] } = {}) {
      yield rows.map((row) => toEntryRow(read(row, fields)));
    },
  };
}

const load = async (rows: readonly Row[]) => (await loadCatalog(snapshotOf(rows), SOURCE)).data;

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 90_000 }).map((n) => n / 100) },
  { weight: 2, arbitrary: fc.constantFrom<StoredValue>(null, 0, 5, -0.5, 1e9, 0.123456) },
);
const oddAmount = fc.constantFrom<StoredValue>(
  ...['tr', '5', 2n ** 60n, 1e300, 1e-7, Number.NaN, Number.POSITIVE_INFINITY],
  ...[new ExactNumber('1.50'), new ExactNumber('0.1234567890123456789')],
);
const AMOUNTS = [
  ...(['carbohydrate_g', 'protein_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g'] as const),
  ...(['kcal', 'sugar_g'] as const),
];
const text = fc.constantFrom<StoredValue>('Egg', 'Milk', 'Jalapeño', 'a "b" \\', 'x\ny', null, 5);
const row = fc
  .record({
    ...{ carbohydrate_g: amount, protein_g: amount, fa_sat_g: amount, fa_mono_g: amount },
    ...{ fa_poly_g: amount, kcal: amount, sugar_g: amount, description: text },
    ...{ common_names: text, group: text },
  })
  .map((values) => ({ ...values, id: 0 }));
/** Rows with keys. Sometimes, one has an amount that does not fit into a double. */
const table = fc
  .array(row, { minLength: 2, maxLength: 6 })
  .map((rows) => rows.map((one, i): Row => ({ ...one, id: 10 * i })));

/** A row, a column and its new value. */
const change = (column: fc.Arbitrary<keyof Row>, value: fc.Arbitrary<StoredValue>) =>
  fc.record({ at: fc.nat(), column, value });
type Change = Readonly<{ at: number; column: keyof Row; value: StoredValue }>;

const amountChange = change(fc.constantFrom(...AMOUNTS), amount);
const numberChange = amountChange.filter(({ column }) => column !== 'protein_g');
const anyChange = fc.oneof(
  amountChange,
  change(fc.constantFrom(...AMOUNTS), oddAmount),
  change(fc.constantFrom('description', 'common_names', 'group'), text),
  change(fc.constant('id'), fc.constantFrom<StoredValue>(10, 11, '10', null)),
);

function after(rows: readonly Row[], changes: readonly Change[]) {
  const changed = [...rows];
  for (const { at, column, value } of changes) {
    const place = at % changed.length;
    changed[place] = { ...elementAt(changed, place), [column]: value };
  }
  const listed = changed.filter((one, place) => one !== rows[place]);
  return { changed, listed };
}

/** Applies the changes to the served data, as found by `listedChanges` and by `comparedChanges`. */
async function patched(before: readonly Row[], changes: readonly Change[]) {
  const { changed, listed } = after(before, changes);
  const served = await load(before);
  const apply = (all: AmountChanges | undefined) => all && applyChanges(served, all);
  return {
    ...{ served, changed },
    results: [
      apply(await listedChanges(served, snapshotOf(listed), SOURCE)),
      apply(await comparedChanges(served, snapshotOf(changed), SOURCE)),
    ],
  };
}

/** Compares without listing the differences, which could be megabytes. */
const comparison = (result: CatalogData | undefined, fresh: CatalogData) =>
  result && (isDeepStrictEqual(result, fresh) ? 'same' : 'different');

test('changes to served data give the same data as a fresh start, or are refused', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.array(anyChange, { maxLength: 3 }), async (before, changes) => {
      const { results, changed } = await patched(before, changes);
      const fresh = await load(changed);
      // Changed rows are listed by their keys, which are unique.
      const isKeyed = new Set(changed.map(({ id }) => id)).size === changed.length;
      for (const result of isKeyed ? results : results.slice(1))
        expect([undefined, 'same']).toContain(comparison(result, fresh));
    }),
    { numRuns: runs(20) },
  );
});

// Many equal rows, so that one changed row does not exceed the limit on changes.
const EGG: Row = {
  ...{ carbohydrate_g: 0.72, protein_g: 12.56, fa_sat_g: 3.126, fa_mono_g: 3.658, kcal: 143 },
  ...{ fa_poly_g: 1.911, description: 'Egg', id: 0, sugar_g: 0.2, common_names: null, group: 'a' },
};

test.each([
  ['whole rows', 40, 12.56],
  // Text in place of an amount makes rows long, and is not indexed.
  ['only values, in several blocks', BLOCK_ROWS + 1, 'm'.repeat(4_200)],
])('changed amounts are applied without reading the rest, with %s', async (_, count, protein) => {
  const before = Array.from({ length: count }, (_, id) => ({
    ...EGG,
    id,
    protein_g: protein,
    kcal: id,
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(numberChange, { minLength: 1, maxLength: 2 }), async (changes) => {
      const { results, changed, served } = await patched(before, changes);
      const fresh = await load(changed);
      expect(served.rows.isWhole).toBe(count === 40);
      for (const result of results) {
        expect(comparison(result, fresh)).toBe('same');
        expect(result?.index).toBe(served.index);
      }
    }),
    { numRuns: count === 40 ? runs(20) : 1 },
  );
});

test('unchanged data remains the same object', async () => {
  const { results, served } = await patched([EGG, { ...EGG, id: 1 }], []);
  expect(results).not.toEqual([]);
  for (const result of results) expect(result).toBe(served);
});

test.each<[string, (rows: readonly Row[]) => Row[]]>([
  ['one more row', (rows) => [...rows, { ...EGG, id: 99 }]],
  ['one row fewer', (rows) => rows.slice(0, -1)],
  ['another key', ([first = EGG, ...rest]) => [{ ...first, id: 99 }, ...rest]],
  ['a description', ([first = EGG, ...rest]) => [{ ...first, description: 'Hen' }, ...rest]],
  ['other names', ([first = EGG, ...rest]) => [{ ...first, common_names: 'Hen' }, ...rest]],
  ['a group', ([first = EGG, ...rest]) => [{ ...first, group: 'b' }, ...rest]],
  ['a number for a group', ([first = EGG, ...rest]) => [{ ...first, group: 5 }, ...rest]],
  ['an amount that is text', ([first = EGG, ...rest]) => [{ ...first, kcal: 'tr' }, ...rest]],
  ['text for a fatty acid', ([first = EGG, ...rest]) => [{ ...first, fa_sat_g: 'tr' }, ...rest]],
  ['most amounts', (rows) => rows.map((one) => ({ ...one, kcal: 5 }))],
])('with %s, all rows are read', async (_, changedOf) => {
  const before = Array.from({ length: 40 }, (_, id): Row => ({ ...EGG, id, kcal: 100 + id }));
  const served = await load(before);
  const changed = changedOf(before);
  for (const count of [changed.length, before.length]) {
    const snapshot = { ...snapshotOf(changed), count };
    expect(await comparedChanges(served, snapshot, SOURCE)).toBeUndefined();
  }
  if (changed.length !== before.length) return;
  const listed = changed.filter((one, place) => one !== before[place]);
  expect(await listedChanges(served, snapshotOf(listed), SOURCE)).toBeUndefined();
});

test('if a row cannot be read, all rows are read', async () => {
  const rows = Array.from({ length: 40 }, (_, id): Row => ({ ...EGG, id }));
  const served = await load(rows);
  const { columns, read, count } = snapshotOf(rows);
  const broken = {
    ...{ columns, count },
    async *read({ fields, onInvalid }: Parameters<EntrySnapshot['read']>[0] = {}) {
      onInvalid?.(1);
      yield* read({ fields: fields ?? [] });
    },
  };
  expect(await listedChanges(served, broken, SOURCE)).toBeUndefined();
  expect(await comparedChanges(served, broken, SOURCE)).toBeUndefined();
});
