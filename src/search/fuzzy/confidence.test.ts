import { expect, test } from 'vitest';
import { ENGLISH, searchIn } from './search-in.case.ts';

// A food is shown only if it is probably meant. Each case has the number of foods shown: 1 or 0.

const FOOD = 'Cheese, cottage';
const STEW = 'Stew, tasty, egg with ham';

test.each<[text: string, food: string, count: number, why: string]>([
  ['cottage', FOOD, 1, 'the whole second part, at the end'],
  ['pie cottage', FOOD, 1, 'the same, though another word is missing'],
  ['cottage pie', FOOD, 0, 'the second part, before a missing word'],
  ['cottage with pie', FOOD, 1, 'the second part, before a preposition'],
  ['2 oz cottage pie', FOOD, 1, 'the same, but the amount says that it is a food'],
  ['cottage fresh', FOOD, 1, 'only a word that describes is missing'],
  ['cheese pie', FOOD, 1, 'the whole head'],
  ['stew pie', 'Stew meat, raw', 0, 'a word of a longer head'],
  ['stew raw pie', 'Stew meat, raw', 1, 'a word of a longer head, and another'],
  ['egg', STEW, 1, 'an ingredient'],
  ['egg timber', STEW, 0, 'an ingredient, but a word is missing'],
  ['egg ham timber', STEW, 1, 'two ingredients, though a word is missing'],
  ['egg 2', STEW, 1, 'only a number is missing'],
  ['2', STEW, 0, 'only a number'],
  ['57', 'Sauce 57', 0, 'only a number that a food has'],
  ['sauce 57', 'Sauce 57', 1, 'a number and a word'],
  ['raw pie', 'Stew, raw', 0, 'only a word that describes'],
  ['black oli', 'Olives, ripe', 1, 'the beginning of a food'],
  ['timber oli', 'Olives, ripe', 0, 'the beginning of a food after a missing word'],
  ['cinamon timber', 'Cinnamon', 1, 'a long word with a typo'],
  ['ketchup timber', 'Catsup', 1, 'another name'],
  ['mi l', 'Milk', 1, 'the beginning of a word written apart'],
  ['mi l raw', 'Milk', 0, 'the same before another word'],
  ['egg timer', 'Egg', 0, 'a thing that is not food'],
  ['motor oil', 'Oil', 0, 'a word after which "oil" does not mean food'],
  ['2 oz egg timer', 'Egg', 1, 'an amount of it'],
])('%j finds %j: %i, %s', (text, food, count) => {
  const realWords = new Set(['timer', 'motor+']);
  expect(searchIn([food], { ...ENGLISH, realWords })(text).rows).toHaveLength(count);
});

test('a common word of six letters that does not name a food is not treated as a prefix', () => {
  const realWords = new Set(['berli', 'berlin']);
  const search = searchIn(['Berliner'], { ...ENGLISH, realWords });
  expect(['berli', 'berlin'].map((word) => search(word).rows.length)).toEqual([1, 0]);
});
