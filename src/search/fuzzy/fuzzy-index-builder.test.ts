import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { NEGATED_PLACE, NEGATED_TOKEN, PLACE_SHIFT, WORD_SHIFT } from './fuzzy-index.ts';
import { postingsOf } from './fuzzy-index-builder.ts';
import { placePenalty } from './penalties.ts';
import { PLACE_COUNT } from './place.ts';

const WORDS = 4;

const token = fc.record({
  word: fc.nat(WORDS - 1),
  place: fc.nat(PLACE_COUNT - 1),
  isNegated: fc.boolean(),
});

test('each word lists its foods once, at their best places, and once more if negated', () => {
  fc.assert(
    fc.property(fc.array(fc.array(token, { maxLength: 9 }), { maxLength: 12 }), (foods) => {
      const tokens = foods.flat().map(({ word, place, isNegated }) => {
        return (word << WORD_SHIFT) | (isNegated ? NEGATED_TOKEN : 0) | place;
      });
      const ends = foods.map((_, rank) => foods.slice(0, rank + 1).flat().length);
      const texts = { tokens: Uint32Array.from(tokens), tokenStarts: Uint32Array.of(0, ...ends) };
      const { postings, postingStarts } = postingsOf(texts, WORDS);
      for (let word = 0; word < WORDS; word++) {
        const expected = foods.flatMap((food, rank) => {
          const found = food.filter((one) => one.word === word);
          const [best] = found
            .filter(({ isNegated }) => !isNegated)
            .sort((a, b) => placePenalty(a.place) - placePenalty(b.place));
          const negated = found.some(({ isNegated }) => isNegated) ? [NEGATED_PLACE] : [];
          return [...(best ? [best.place] : []), ...negated].map((place) => [place, rank] as const);
        });
        const [from, to] = postingStarts.slice(word, word + 2);
        expect([...postings.subarray(from, to)]).toEqual(
          expected
            .toSorted(([a, one], [b, other]) => a - b || one - other)
            .map(([place, rank]) => place * 2 ** PLACE_SHIFT + rank),
        );
      }
    }),
    { numRuns: runs(60) },
  );
});
