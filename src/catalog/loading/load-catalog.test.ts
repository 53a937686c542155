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
    '1 descriptions have more than 10000 characters: a response has at most 4194304 bytes, so it may have fewer foods',
  ]);
});
