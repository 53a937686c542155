import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { MAX_FOODS } from '../limits.ts';
import { AllFoods, BestFoods } from './best-foods.ts';
import { PENALTIES, scoreOf } from './penalties.ts';
import { searchIn } from './search-in.case.ts';

const UNSURE = scoreOf(PENALTIES.guessed);
const scores = fc.array(fc.constantFrom(0, 1, 7, UNSURE - 1, UNSURE, UNSURE + 1), {
  maxLength: 2 * MAX_FOODS,
});

test('the best foods are those with the lowest scores, then the lowest ranks', () => {
  const best = new BestFoods();
  const all = new AllFoods(2 * MAX_FOODS);
  fc.assert(
    fc.property(scores, fc.boolean(), (given, isReversed) => {
      const foods = given.map((score, rank) => ({ score, rank: rank + 2 ** 31 }));
      const added = isReversed ? foods.toReversed() : foods;
      const sorted = foods.toSorted((a, b) => a.score - b.score).slice(0, MAX_FOODS);
      best.clear();
      for (const { score, rank } of added) best.add(score, rank);
      const isFull = sorted.length === MAX_FOODS;
      expect([best.count, best.isFull, best.takesAll]).toEqual([sorted.length, isFull, false]);
      expect(best.scores).toEqual(sorted.map(({ score }) => score));
      expect([...best.toRanks()]).toEqual(sorted.map(({ rank }) => rank));
      for (const { score, rank } of foods.slice(0, 20))
        expect(best.admits(score, rank - 1)).toBe(
          !isFull || score < (sorted.at(-1)?.score ?? 0) || rank <= (sorted.at(-1)?.rank ?? 0),
        );
      const isOdd = (rank: number) => rank % 2 === 1;
      const [first] = sorted;
      const isPreferred = ({ score, rank }: (typeof foods)[number]) =>
        isOdd(rank) && score < UNSURE === (first?.score ?? 0) < UNSURE;
      const preferred = sorted.filter(isPreferred);
      expect(best.prefer(isOdd)).toBe(preferred.length > 0);
      const others = sorted.filter((food) => !isPreferred(food));
      expect([...best.toRanks()]).toEqual([...preferred, ...others].map(({ rank }) => rank));
      best.clear(all);
      for (const { score, rank } of added) best.add(score, rank);
      expect([best.count, best.takesAll, all.count]).toEqual([0, true, added.length]);
      expect([...all.ranks.subarray(0, all.count)]).toEqual(added.map(({ rank }) => rank));
      expect([...all.scores.subarray(0, all.count)]).toEqual(added.map(({ score }) => score));
    }),
    { numRuns: runs(20) },
  );
});

test('foods that match an amount equally well have equal scores', () => {
  const search = searchIn(['Soup, milk', 'Milk, whole', 'Milk, whole']);
  const [first = 0, second = 0, third = 0] = search('2 cups milk').scores;
  expect([first === second, second < third]).toEqual([true, true]);
  expect(search('2 milk').scores).toEqual([]);
});
