import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { snapshotOf } from '../../../test/load-entries.ts';
import { loadCatalog } from './load-catalog.ts';

test('loadCatalog warns of a table without foods', async () => {
  const { warnings } = await loadCatalog(snapshotOf([]), {});
  expect(warnings).toEqual(['it has no foods, so no search finds anything']);
});

test('loadCatalog warns of descriptions long enough to fill a response', async () => {
  const warningsFor = async (length: number) =>
    (await loadCatalog(snapshotOf([EGG, { ...EGG, description: 'x'.repeat(length) }]), {}))
      .warnings;
  expect(await warningsFor(10_000)).toEqual([]);
  expect(await warningsFor(10_001)).toEqual([
    '1 description has more than 10000 characters: a response has at most 4194304 bytes, so it may have fewer foods',
  ]);
});

test.each([
  [[7], 'Row 7 is left out: the text is not valid in its encoding. Write it again as UTF-8'],
  [
    [3, 7, 9],
    '3 rows are left out (the first is row 3): the text is not valid in its encoding. Write it again as UTF-8',
  ],
])('loadCatalog warns of the rows %j that the store leaves out', async (rows, warning) => {
  const snapshot = {
    ...snapshotOf([EGG]),
    async *read({ onInvalid }: { onInvalid?: (row: number) => void } = {}) {
      for (const row of rows) onInvalid?.(row);
      yield [{ entry: EGG, fields: [] }];
    },
  };
  expect((await loadCatalog(snapshot, {})).warnings).toEqual([warning]);
});

test('loadCatalog lists the warnings of the key, the rows, the fats and the names, in this order', async () => {
  const entry = { ...EGG, fa_sat_g: 'tr', description: 'x'.repeat(10_001) };
  const snapshot = {
    columns: [...Object.keys(EGG), 'id'],
    count: 2,
    async *read({ onInvalid }: { onInvalid?: (row: number) => void } = {}) {
      onInvalid?.(3);
      for (const id of [5, 5]) yield [{ entry, fields: [id] }];
    },
  };
  const told: (readonly [number, number])[] = [];
  const { data, warnings } = await loadCatalog(snapshot, { key: 'id' }, (...now) => told.push(now));
  expect(warnings.map((text) => text.slice(0, 24))).toEqual([
    'foods cannot be looked u',
    'Row 3 is left out: the t',
    '2 fatty acid values are ',
    '2 descriptions have more',
  ]);
  expect(told).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(data.rows.starts).toHaveLength(3);
});
