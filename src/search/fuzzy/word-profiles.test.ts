import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { costBetween } from './naive-typos.case.ts';
import { minCost, profileOf, vowelsOf } from './word-profiles.ts';
import { bitCount } from './word-traits.ts';

/** Words without double letters: dropping both is cheaper than dropping one other letter. */
const text = fc
  .string({ unit: fc.constantFrom(...'aehuwbpszkč'), minLength: 1, maxLength: 5 })
  .filter((word) => !/(.)\1/.test(word));

function boundBetween(typed: string, other: string): number {
  const gap = bitCount(vowelsOf(typed) ^ vowelsOf(other));
  return minCost(profileOf(typed), profileOf(other), gap);
}

test('the profiles of words give a lower bound on the cost of the typos between them', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 14 }), (words) => {
      for (const one of words)
        for (const other of words) {
          const bound = boundBetween(one, other);
          const cost = costBetween(one, other);
          const isNear = cost <= 5 && Math.abs(one.length - other.length) <= 2;
          if (isNear) expect(bound, `${one} ${other}`).toBeLessThanOrEqual(cost);
        }
    }),
    { numRuns: runs(30) },
  );
});

test.each([
  ['milk', 'milk', 0, 'the same word'],
  ['milk', 'malk', 2, 'two different vowels'],
  ['mlk', 'milk', 1, 'another vowel'],
  ['mik', 'milk', 3, 'a missing consonant'],
  ['millk', 'milk', 1, 'a doubled letter'],
  ['milkt', 'milk', 3, 'an extra consonant'],
  ['nilk', 'milk', 3, 'a consonant that sounds alike'],
  ['rilk', 'milk', 4, 'another consonant'],
  ['rilt', 'milk', 255, 'two other consonants'],
  ['milkaaa', 'milk', 255, 'three more letters'],
  ['mak', 'milk', 5, 'a missing consonant and other vowels'],
  ['mikkk', 'milk', 4, 'a missing consonant in a longer word'],
  ['malkt', 'milk', 5, 'an extra consonant and other vowels'],
  ['mtk', 'mkmkm', 5, 'an extra consonant in a shorter word'],
  ['ralk', 'milk', 6, 'another consonant and other vowels'],
  ['a'.repeat(64), 'a'.repeat(63), 0, 'lengths that count as 63'],
])('the bound between %j and %j is %i: %s', (typed, other, bound) => {
  expect(boundBetween(typed, other)).toBe(bound);
});

test('each vowel is counted once, but not u, which may sound like w', () => {
  const counts = ['', 'aeioyh', 'banana', 'menu', 'bcd'].map((word) => bitCount(vowelsOf(word)));
  expect(counts).toEqual([1, 7, 2, 2, 1]);
});
