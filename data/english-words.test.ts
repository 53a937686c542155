import { expect, test } from 'vitest';
import { singulars } from '../src/search/fuzzy/english.ts';
import { foldWords, wordsOf } from '../src/search/fuzzy/fold-words.ts';
import { DESCRIPTIONS, FUZZY } from '../test/bundled-foods.ts';

const words = [...(FUZZY.realWords ?? [])];

test('english-words.txt lists only folded words, and no plural of another listed word', () => {
  expect(words.length).toBeGreaterThan(2_000);
  expect(
    words.filter((word) => wordsOf(foldWords(word)).join() !== word.replace(/\+$/, '')),
  ).toEqual([]);
  const isPlural = (word: string) =>
    singulars(word).some((one) => one !== word && FUZZY.realWords?.has(one) === true);
  expect(words.filter(isPlural)).toEqual([]);
});

test('english-words.txt has no word that many foods contain', () => {
  const counts = new Map<string, number>();
  for (const food of DESCRIPTIONS) {
    for (const word of new Set(wordsOf(foldWords(food)))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  expect(words.filter((word) => (counts.get(word) ?? 0) > 2)).toEqual([]);
});
