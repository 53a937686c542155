import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { snapshotOf } from '../../../test/load-entries.ts';
import { serializeValue } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { FollowedIndex } from './followed-index.ts';
import { loadCatalog } from './load-catalog.ts';

const load = async (texts: readonly StoredValue[], served?: FollowedIndexServed) => {
  const snapshot = snapshotOf(texts.map((description, i) => ({ ...EGG, description, kcal: i })));
  return (await loadCatalog(snapshot, {}, { served })).data;
};
type FollowedIndexServed = ConstructorParameters<typeof FollowedIndex>[0];

const textArbitrary = fc.oneof(
  fc.constantFrom<StoredValue>('Egg', 'Babyfood, egg', 'ñ "quoted"', null, 5, 5n, -0, '5', 'null'),
  fc.constantFrom<StoredValue>(Number.POSITIVE_INFINITY, Number.NaN, 1e21, 0.1),
);

test('the index is that of a fresh start, whatever was served before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(textArbitrary), fc.array(textArbitrary), async (one, other) => {
      const served = await load(one);
      for (const texts of [other, one, [...one, ...other], one.slice(1), one.slice(0, -1)]) {
        expect((await load(texts, served)).index).toEqual((await load(texts)).index);
      }
    }),
    { numRuns: 50 },
  );
});

test('the index that is served is taken where the descriptions are the same', async () => {
  const texts = ['Egg', null, 'Bread'];
  const served = await load(texts);
  expect((await load(texts, served)).index).toBe(served.index);
  expect((await load(['Egg', null, 'Milk'], served)).index).not.toBe(served.index);
});

test('a large table whose last description has changed is indexed as it is read', async () => {
  const texts = Array.from({ length: 120_000 }, (_, row) => `food ${row % 1000}`);
  const served = await load(texts);
  const index = new FollowedIndex(served);
  onTestFinished(() => index.stop());
  const changed = [...texts.slice(0, -1), 'Egg'];
  for (const [row, text] of changed.entries()) {
    index.add(text, serializeValue(text));
    if (row % 1000 === 999) await index.ready();
  }
  expect(await index.finish()).toEqual((await load(changed)).index);
});
