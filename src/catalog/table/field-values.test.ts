import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { runs } from '../../../test/runs.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS, serializeValue, serializeValues } from '../../food/entry.ts';
import type { EntryRow } from '../entry-store.ts';
import type { FoodCatalog } from '../food-catalog.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { jsonArray } from './answer-format.ts';
import { AnswerRowsBuilder, answerRows } from './answer-rows.ts';
import { FoodsWithFields } from './field-values.ts';
import { createMemoryCatalog } from './memory-catalog.ts';
import { TextBytes } from './text-bytes.ts';

/** Loads a catalog of eggs with these additional columns. */
async function load(
  columns: readonly string[],
  rows: readonly (readonly StoredValue[])[],
  source: { readonly key?: string; readonly fields?: readonly string[] } = { fields: ['*'] },
) {
  const snapshot = {
    columns: [...columns, ...ENTRY_COLUMNS],
    count: rows.length,
    async *read({ fields = [] }: { readonly fields?: readonly string[] } = {}) {
      yield rows.map(
        (values, i): EntryRow => ({
          entry: { ...EGG, fa_mono_g: i % 2 === 0 ? 1 : null, description: `Egg ${i}` },
          fields: fields.map((name) => values[columns.indexOf(name)] ?? null),
        }),
      );
    },
  };
  const { data, warnings } = await loadCatalog(snapshot, source);
  return { catalog: createMemoryCatalog(data), warnings };
}

test('the values of a column are counted, the most frequent first', async () => {
  const { catalog } = await load(['shelf'], [['a'], ['b'], ['c'], ['b'], ['a'], ['b']]);
  const { body } = await catalog.search({
    ...{ text: 'egg', match: 'substring', groupsOf: 'shelf' },
    selection: { conditions: [], offset: 0, wantsTotal: true },
  });
  expect(JSON.parse(Buffer.from(body).toString())).toEqual([
    { value: 'b', count: 3 },
    { value: 'a', count: 2 },
    { value: 'c', count: 1 },
  ]);
});

async function search(catalog: FoodCatalog, fields: readonly string[], limit = 100) {
  const { body } = await catalog.search({ text: 'egg', match: 'substring', limit, fields });
  return Buffer.from(body).toString();
}

const value = fc.oneof(
  fc.constantFrom(null, 'long, lóng '.repeat(100)),
  fc.double(),
  fc.bigInt(),
  fc.string({ maxLength: 20 }),
);
const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 8 });
const NAMES = ['a', 'b"', 'ü'];

// 4,000 long rows make the table too large to be kept as whole rows: only values are kept.
test.each([0, 4_000])('FoodsWithFields appends fields, with %s more rows', (padding) => {
  const five = serializeValues(EGG);
  fc.assert(
    fc.property(rows, (all) => {
      const [plain, texts] = [new AnswerRowsBuilder(), new TextBytes()];
      for (const row of all) {
        plain.add(five);
        for (const one of row) texts.add(serializeValue(one));
      }
      for (let i = 0; i < padding; i++) plain.add(PADDING);
      const data = plain.build();
      expect(data.isWhole).toBe(padding === 0);
      const answers = answerRows(data);
      const values = { names: NAMES, offered: NAMES, ...texts.build() };
      const foods = new FoodsWithFields(answers, values);
      const egg = Buffer.from(jsonArray(Uint32Array.of(0), answers))
        .toString()
        .slice(1, -2);
      const expected = all.map(
        ([a, b, u]) =>
          `${egg},"ü":${serializeValue(u)},"a":${serializeValue(a)},"b\\"":${serializeValue(b)}}`,
      );
      const numbers = Uint32Array.from(all.keys());
      const asked = ['ü', 'a', 'b"'];
      expect(Buffer.from(foods.list(numbers, asked)).toString()).toBe(`[${expected.join(',')}]`);
      expect(Buffer.from(foods.list(new Uint32Array(), asked)).toString()).toBe('[]');
      expect(Buffer.from(foods.one(0, asked)).toString()).toBe(expected[0]);
      expect(Buffer.from(foods.one(0, [])).toString()).toBe(`${egg}}`);
    }),
    { numRuns: runs(padding === 0 ? 60 : 1) },
  );
});

const PADDING = Array.from({ length: 5 }, () => `"${'m'.repeat(1_000)}"`);

describe('fields', () => {
  test('are only the requested ones, in the order of the table', async () => {
    const { catalog } = await load(['x', 'y', 'z'], [[1, 2, 3]], { fields: ['z', 'x'] });
    expect(catalog.fields).toEqual(['x', 'z']);
    const { catalog: closed } = await load(['x'], [[1]], {});
    expect(closed.fields).toEqual([]);
  });

  test('include the fatty acids, and the number of known ones', async () => {
    const { catalog } = await load([], [[], []]);
    expect(catalog.fields).toEqual(['fa_sat_g', 'fa_mono_g', 'fa_poly_g', 'fat_known']);
    expect(await search(catalog, ['fat_known'])).toMatch(/"fat_known":3\},.*"fat_known":2\}\]$/);
  });

  test('change the revision if a name or a value changes', async () => {
    const revisionOf = async (rows: StoredValue[][], fields: string[]) =>
      (await load(['x', 'y'], rows, { fields })).catalog.revision;
    const revisions = await Promise.all([
      revisionOf([['a', 'b']], []),
      revisionOf([['a', 'b']], ['x']),
      revisionOf([['a', 'b']], ['y']),
      revisionOf([['a', 'b']], ['x', 'y']),
      revisionOf([['b', 'a']], ['x', 'y']),
      // The same bytes, but different values.
      revisionOf([[1, 11]], ['x', 'y']),
      revisionOf([[11, 1]], ['x', 'y']),
    ]);
    expect(new Set(revisions).size).toBe(revisions.length);
    expect(await revisionOf([['a', 'b']], ['x', 'y'])).toBe(revisions[3]);
  });

  test('do not change a response without fields', async () => {
    const [{ catalog }, { catalog: closed }] = [
      await load(['x'], [[1]]),
      await load(['x'], [[1]], {}),
    ];
    expect(await search(catalog, [])).toBe(await search(closed, []));
  });
});

describe('limit', () => {
  test('returns the first foods up to the limit, with and without fields', async () => {
    const { catalog } = await load(['x'], [[1], [2], [3]]);
    for (const fields of [[], ['x']]) {
      const all: object[] = JSON.parse(await search(catalog, fields));
      for (const limit of [1, 2, 3, 100]) {
        expect(JSON.parse(await search(catalog, fields, limit))).toEqual(all.slice(0, limit));
      }
    }
  });
});

describe('food', () => {
  const foodOf = (catalog: FoodCatalog, key: string, fields: readonly string[] = []) => {
    const food = catalog.food(key, fields);
    return food === undefined ? undefined : JSON.parse(Buffer.from(food).toString());
  };

  test('is the food with that key, with the requested fields', async () => {
    const { catalog } = await load(
      ['code', 'x'],
      [
        ['0123', 1],
        ['123', 2],
      ],
    );
    expect(catalog.key).toBe('code');
    expect(foodOf(catalog, '123', ['x'])).toMatchObject({ description: 'Egg 1', x: 2 });
    expect(foodOf(catalog, '0123')).toEqual({
      carbohydrate_g: 0.72,
      protein_g: 12.56,
      kcal: 143,
      description: 'Egg 0',
      fat_g: '6.04',
    });
    expect(foodOf(catalog, '0124')).toBeUndefined();
  });

  test.each([
    [
      'the first usual name, if unique',
      ['code', 'fdc_id', 'id'],
      [
        ['a', 1, 1],
        ['b', 2, 1],
      ],
      undefined,
      'fdc_id',
    ],
    [
      'the named column',
      ['id', 'sku'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
      'sku',
      'sku',
    ],
    ['none, if none is unique', ['id'], [[1], [1]], undefined, undefined],
    [
      'none, if the named one is not unique',
      ['id', 'sku'],
      [
        [1, 'x'],
        [2, 'x'],
      ],
      'sku',
      undefined,
    ],
  ])('has as its key: %s', async (_, columns, rows, named, key) => {
    const { catalog, warnings } = await load(
      columns,
      rows,
      named === undefined ? {} : { key: named },
    );
    expect(catalog.key).toBe(key);
    // Unless others are configured, only the key is offered.
    expect(catalog.fields).toEqual(key === undefined ? [] : [key]);
    expect(warnings).toEqual(
      named !== undefined && key === undefined
        ? ['foods cannot be looked up, because column "sku" is not unique']
        : [],
    );
  });
});
