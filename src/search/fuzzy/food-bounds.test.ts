import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { buildSearchIndex } from '../search-index.ts';
import { Work } from '../work.ts';
import { FoodBounds } from './food-bounds.ts';
import { FOOD_RANK_MASK, familyPenaltyAt, PLACE_SHIFT, polarityAt } from './fuzzy-index.ts';
import type { CombinedPath, Path, WordPath } from './match-paths.ts';
import { Polarity } from './negation.ts';
import { partPenalty } from './penalties.ts';

const FOODS = ['Egg', 'Egg, raw', 'Ham, egg', 'Milk', 'Ham, raw (milk)', 'Raw ham, without egg'];
const NAMES = FOODS.map((_, row) => (row % 2 === 0 ? 'milk, ham' : null));
const { fuzzy } = buildSearchIndex([...FOODS, ...FOODS, 'Spices, egg'], NAMES);
const wordCount = fuzzy.wordStarts.length - 1;

const POSTINGS = Array.from({ length: wordCount }, (_, word) => {
  const [from, to] = fuzzy.postingStarts.slice(word, word + 2);
  return Array.from(fuzzy.postings.subarray(from, to), (posting) => ({
    rank: posting & FOOD_RANK_MASK,
    place: posting >>> PLACE_SHIFT,
  }));
});

const path = fc
  .record({
    first: fc.nat(wordCount - 1),
    count: fc.integer({ min: 1, max: 2 }),
    penalty: fc.nat(90),
    doubt: fc.nat(90),
    polarity: fc.constantFrom(...Object.values(Polarity)),
    isShared: fc.boolean(),
  })
  .map(({ first, count, ...rest }): WordPath => {
    const end = Math.min(wordCount, first + count);
    return { first, end, ...rest, manner: 'word', isOwn: true, isWide: false };
  });
const ownPath = path.map((one) => ({ ...one, isShared: false }));
const combined = fc
  .record({
    parts: fc.array(fc.array(ownPath, { minLength: 1, maxLength: 2 }), {
      minLength: 2,
      maxLength: 2,
    }),
    penalty: fc.nat(90),
    doubt: fc.nat(90),
    isShared: fc.boolean(),
  })
  .map(({ penalty, ...rest }): CombinedPath => {
    const manner = 'name';
    const alternative = { from: 0, to: 1, terms: [], penalty, together: false, manner } as const;
    return { ...rest, penalty, manner, alternative, isOwn: false, isWide: false };
  });
const words = fc.array(
  fc.array(fc.oneof({ weight: 3, arbitrary: path }, combined), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 3 },
);

/** Returns the lowest penalty of a food on a path; infinite if it does not match. */
function penaltyOf(rank: number, one: Path): number {
  if ('parts' in one) {
    const ofParts = one.parts.map((paths) =>
      Math.min(...paths.map((part) => penaltyOf(rank, part))),
    );
    const sum = ofParts.reduce((a, b) => a + b);
    return one.isShared && sum < Infinity ? 0 : one.penalty + sum;
  }
  const found = POSTINGS.slice(one.first, one.end)
    .flat()
    .filter((posting) => posting.rank === rank && (one.polarity & polarityAt(posting.place)) !== 0);
  const penalties = found.map(({ place }) => one.penalty + partPenalty(place));
  return one.isShared && found.length > 0 ? 0 : Math.min(...penalties);
}

test('the foods that match all words are visited, by their lowest possible penalty', () => {
  const bounds = new FoodBounds(fuzzy, new Work());
  fc.assert(
    fc.property(words, (asked) => {
      bounds.prepare();
      const visited = new Map<number, number>();
      bounds.forEach(asked, (rank, penalty) => {
        expect(penalty).toBeGreaterThanOrEqual(Math.max(0, ...visited.values()));
        visited.set(rank, penalty);
        return true;
      });
      const expected = new Map<number, number>();
      for (const rank of fuzzy.rows.keys()) {
        const ofWords = asked.map((paths) => {
          const matching = paths.filter((one) => penaltyOf(rank, one) < Infinity);
          return {
            penalty: Math.min(...matching.map((one) => penaltyOf(rank, one))),
            doubt: Math.min(...matching.map(({ doubt }) => doubt)),
          };
        });
        const sum = ofWords.reduce((all, { penalty }) => all + penalty, 0);
        const family = familyPenaltyAt(fuzzy.familyStarts, rank);
        const bound = family + sum + Math.max(...ofWords.map(({ doubt }) => doubt));
        if (bound < Infinity) expected.set(rank, Math.min(511, bound));
      }
      expect(visited).toEqual(expected);
    }),
    { numRuns: runs(30) },
  );
});

test('each posting that is read counts as work', () => {
  const work = new Work();
  const bounds = new FoodBounds(fuzzy, work);
  const spentOn = (first: number, end: number) => {
    const kind = { isOwn: true, isShared: false, isWide: false, manner: 'word', doubt: 0 } as const;
    work.reset();
    bounds.forEach([[{ ...kind, first, end, penalty: 0, polarity: Polarity.any }]], () => true);
    return work.spent;
  };
  expect(spentOn(0, wordCount)).toBeGreaterThan(spentOn(0, 1));
  expect(spentOn(0, 1)).toBeGreaterThan(spentOn(0, 0));
});
