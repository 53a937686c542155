import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { applyEncodedDiff, encodeDiff } from './catalog-diff.ts';
import { type CatalogData, encodeCatalog } from './catalog-file.ts';

const COUNT = 100;

async function catalogOf(...names: readonly string[]): Promise<CatalogData> {
  const rows = names.map((description, i) => ({
    entry: { ...EGG, kcal: i, description },
    fields: [],
  }));
  const columns = Object.keys(EGG);
  const read = async function* () {
    yield rows;
  };
  return (await loadCatalog({ columns, count: rows.length, read }, {})).data;
}

const NAMES = Array.from({ length: COUNT }, (_, i) => `Egg ${i * i}, fresh, of farm ${i}`);

const BEFORE = await catalogOf(...NAMES);

async function encoded(before: CatalogData, after: CatalogData) {
  const file = Buffer.concat(await encodeDiff(before, after, 'label'));
  const shared = new Uint8Array(new SharedArrayBuffer(file.length));
  shared.set(file);
  return shared;
}

test.each<[string, readonly string[]]>([
  ['a renamed food', NAMES.with(50, 'Duck egg, salted')],
  ['a new food', NAMES.toSpliced(30, 0, 'Goose egg')],
  ['a missing food', NAMES.toSpliced(30, 1)],
  ['only half of the foods', NAMES.slice(COUNT / 2)],
  ['no foods', []],
])('an index with %s is restored from the changes', async (_, names) => {
  const after = await catalogOf(...names);
  const file = await encoded(BEFORE, after);
  const bytesOf = (data: CatalogData) => encodeCatalog(data, { label: 'label', mark: '' });
  const restored = bytesOf(applyEncodedDiff(BEFORE, file, 'label', bytesOf(after).length));
  expect(Buffer.compare(restored, bytesOf(after))).toBe(0);
});

test('unchanged arrays are shared, and changes of another catalog are refused', async () => {
  const after = await catalogOf(...NAMES.with(50, 'Egg 2500, fresh, fresh, of farm 50'));
  const file = await encoded(BEFORE, after);
  const changed = applyEncodedDiff(BEFORE, file, 'label', Number.POSITIVE_INFINITY);
  expect(changed.index.words.bytes === BEFORE.index.words.bytes).toBe(true);
  expect(() => applyEncodedDiff(BEFORE, file, 'other', 1e6)).toThrow('a different index');
  const other = await catalogOf(...NAMES.with(3, 'Milk'));
  expect(() => applyEncodedDiff(other, file, 'label', 1e6)).toThrow();
  expect(() => applyEncodedDiff(BEFORE, file, 'label', 100)).toThrow('larger than their index');
});
