import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { Candidates, MAX_BOUND } from './candidates.ts';

interface Match {
  readonly rank: number;
  readonly penalty: number;
  readonly doubt: number;
}

const FOODS = 70;
const familyPenalty = (rank: number) => rank % 7;

const match = fc.record({
  rank: fc.nat(FOODS - 1),
  penalty: fc.nat(400),
  doubt: fc.nat(60),
});
const words = fc.array(fc.array(match, { minLength: 1, maxLength: 200 }), {
  minLength: 1,
  maxLength: 4,
});

function intersect(candidates: Candidates, all: readonly (readonly Match[])[]): void {
  candidates.clear();
  for (const matches of all) {
    candidates.nextWord();
    for (const { rank, penalty, doubt } of matches)
      if (candidates.admits(rank)) candidates.record(rank, penalty, doubt);
  }
}

test('candidates match all words, at their lowest penalties, whatever was searched before', () => {
  const candidates = new Candidates(FOODS);
  fc.assert(
    fc.property(words, fc.nat(20), (all, limit) => {
      intersect(candidates, all);
      const ranks = [...new Set(all[0]?.map(({ rank }) => rank))];
      const found = ranks.flatMap((rank) => {
        const ofWord = all.map((matches) => matches.filter((one) => one.rank === rank));
        if (ofWord.some((some) => some.length === 0)) return [];
        const sum = ofWord
          .map((some) => Math.min(...some.map(({ penalty }) => penalty)))
          .reduce((a, b) => a + b);
        const doubt = Math.max(...ofWord.map((some) => Math.min(...some.map((one) => one.doubt))));
        const bound = Math.min(MAX_BOUND, familyPenalty(rank) + sum + doubt);
        return [{ rank, sum, bound }];
      });
      expect(candidates.size).toBe(ranks.length);
      const visited: number[][] = [];
      candidates.forEach((...one) => void visited.push(one));
      expect(visited).toEqual(found.map(({ rank, sum }) => [rank, sum]));
      const ordered: number[][] = [];
      candidates.forEachByBound(familyPenalty, (...one) => ordered.push(one) < limit);
      const expected = found.sort((a, b) => a.bound - b.bound).slice(0, Math.max(1, limit));
      expect(ordered).toEqual(expected.map(({ rank, bound }) => [rank, bound]));
    }),
    { numRuns: runs(30) },
  );
});

test('only foods that matched the first word are admitted for the next ones', () => {
  const candidates = new Candidates(FOODS);
  for (const matched of [[0, 31, 32, 69], [33]]) {
    intersect(candidates, [matched.map((rank) => ({ rank, penalty: 0, doubt: 0 }))]);
    candidates.nextWord();
    const admitted = Array.from({ length: FOODS }, (_, rank) => rank);
    expect(admitted.filter((rank) => candidates.admits(rank))).toEqual(matched);
  }
});

test('any number of foods may match', () => {
  const count = 10_000;
  const candidates = new Candidates(count);
  const all = Array.from({ length: count }, (_, rank) => ({ rank, penalty: rank % 3, doubt: 0 }));
  intersect(candidates, [all]);
  const ordered: number[] = [];
  candidates.forEachByBound(
    () => 0,
    (rank) => ordered.push(rank) > 0,
  );
  const ranksOf = (least: number) => all.filter(({ penalty }) => penalty === least);
  expect(ordered).toEqual([0, 1, 2].flatMap(ranksOf).map(({ rank }) => rank));
});
