import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { BestRanks } from './best-ranks.ts';
import { MAX_FOODS } from './limits.ts';

const RANKS = 400;

test('toArray returns the best admitted texts by tier and rank, in whatever order they were added', () => {
  const best = new BestRanks(RANKS);
  const offers = fc.uniqueArray(fc.record({ rank: fc.nat(RANKS - 1), tier: fc.nat(8) }), {
    selector: ({ rank }) => rank,
    maxLength: RANKS,
  });
  fc.assert(
    fc.property(offers, (all) => {
      best.clear();
      for (const { rank, tier } of all) if (rank < best.limit(tier)) best.insert(rank, tier);
      const expected = all
        .toSorted((a, b) => a.tier - b.tier || a.rank - b.rank)
        .slice(0, MAX_FOODS)
        .map(({ rank }) => rank);
      expect([...best.toArray()]).toEqual(expected);
    }),
    { numRuns: runs(250) },
  );
});

test('a text is rejected after a hundred better ones', () => {
  const best = new BestRanks(RANKS);
  best.clear();
  for (let rank = 100; rank < 100 + MAX_FOODS; rank++) best.insert(rank, 1);
  expect(best.isFull(0)).toBe(false);
  expect(best.isFull(1)).toBe(true);
  expect(99 < best.limit(1)).toBe(true);
  expect(200 < best.limit(1)).toBe(false);
  expect(0 < best.limit(2)).toBe(false);
  expect(300 < best.limit(0)).toBe(true);
});

test('seen.add is true once per rank and search', () => {
  const best = new BestRanks(RANKS);
  for (let search = 0; search < 1_000; search++) {
    best.clear();
    expect([best.seen.add(7), best.seen.add(7), best.seen.add(8)]).toEqual([true, false, true]);
  }
});
