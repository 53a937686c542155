import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { snapshotOf } from '../../../test/load-entries.ts';
import { runs } from '../../../test/runs.ts';
import { serializeValue } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { FollowedIndex } from './followed-index.ts';
import { loadCatalog } from './load-catalog.ts';

/** Loads a table with these descriptions, in this order. */
const load = async (texts: readonly StoredValue[], served?: FollowedIndexServed) => {
  const snapshot = snapshotOf(texts.map((description, i) => ({ ...EGG, description, kcal: i })));
  return (await loadCatalog(snapshot, {}, { served })).data;
};
type FollowedIndexServed = ConstructorParameters<typeof FollowedIndex>[0];

type Pair = readonly [description: StoredValue, name: StoredValue];

/** Loads descriptions and, if a column is given for them, other names of the foods. */
const loadNamed = async (rows: readonly Pair[], column?: string, served?: FollowedIndexServed) => {
  const entries = rows.map(([description]) => ({ ...EGG, description }));
  const { columns, count } = snapshotOf(entries);
  const snapshot = {
    columns: column === undefined ? columns : [...columns, column],
    count,
    async *read({ fields = [] }: { fields?: readonly string[] } = {}) {
      yield entries.map((entry, i) => ({ entry, fields: fields.map(() => rows[i]?.[1] ?? null) }));
    },
  };
  return (await loadCatalog(snapshot, {}, { served })).data;
};

const textArbitrary = fc.oneof(
  fc.constantFrom<StoredValue>('Egg', 'Babyfood, egg', 'ñ "quoted"', null, 5, 5n, -0, '5', 'null'),
  fc.constantFrom<StoredValue>(Number.POSITIVE_INFINITY, Number.NaN, 1e21, 0.1),
);

test('the index is that of a fresh start, whatever was served before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(textArbitrary), fc.array(textArbitrary), async (one, other) => {
      const served = await load(one);
      for (const texts of [other, one, [...one, ...other], one.slice(1), one.slice(0, -1)]) {
        assert.deepEqual((await load(texts, served)).index, (await load(texts)).index);
      }
    }),
    { numRuns: runs(8) },
  );
});

test('the index is that of a fresh start, whatever names were served before', async () => {
  const rows = fc.array(fc.tuple(textArbitrary, textArbitrary), { maxLength: 4 });
  const column = fc.constantFrom('common_names', 'Common_Names', 'other', undefined);
  await fc.assert(
    fc.asyncProperty(rows, rows, column, column, async (one, other, before, after) => {
      const served = await loadNamed(one, before);
      const renamed = one.map(([text, name], i): Pair => [text, i === 0 ? 'Hen fruit' : name]);
      for (const now of [other, one, renamed, [...one, ...other]]) {
        const { index } = await loadNamed(now, after, served);
        expect(index).toEqual((await loadNamed(now, after)).index);
      }
    }),
    { numRuns: runs(5) },
  );
});

test('the index that is served is taken where the names are the same, too', async () => {
  const rows: Pair[] = [
    ['Egg', 'hen fruit'],
    ['Bread', null],
  ];
  const served = await loadNamed(rows, 'common_names');
  expect((await loadNamed(rows, 'common_names', served)).index).toBe(served.index);
  const renamed = await loadNamed([['Egg', null], ...rows.slice(1)], 'common_names', served);
  expect(renamed.index).not.toBe(served.index);
  expect(renamed.rows.revision).not.toBe(served.rows.revision);
});

test('the index that is served is taken where the descriptions are the same', async () => {
  const texts = ['Egg', null, 'Bread'];
  const served = await load(texts);
  expect((await load(texts, served)).index).toBe(served.index);
  expect((await load(['Egg', null, 'Milk'], served)).index).not.toBe(served.index);
});

test('a large table whose last description has changed is indexed as it is read', async () => {
  const texts = Array.from({ length: 52_000 }, (_, row) => `food ${row % 1000}`);
  const served = await load(texts);
  const index = new FollowedIndex(served);
  onTestFinished(() => index.stop());
  const changed = [...texts.slice(0, -1), 'Egg'];
  for (const [row, text] of changed.entries()) {
    index.add(text, serializeValue(text), null);
    if (row % 1000 === 999) await index.ready();
  }
  assert.deepEqual(await index.finish(), (await load(changed)).index);
});
