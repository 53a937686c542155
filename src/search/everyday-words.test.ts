import { expect, test } from 'vitest';
import { type EverydayWords, NO_EVERYDAY_WORDS, parseEverydayWords } from './everyday-words.ts';
import { NO_SYNONYMS } from './fuzzy/synonyms.ts';
import type { Match } from './match.ts';
import { SearchEngine } from './search-engine.ts';
import { buildSearchIndex } from './search-index.ts';

const WORDS = parseEverydayWords(
  '# comment\n\nwater\tWater, tap\treason\ncola\tWater, tap\treason\ntap~\tWater, tap, hot\treason\n',
);

function searchIn(foods: readonly string[], everyday: EverydayWords = WORDS) {
  const options = { language: 'english', synonyms: NO_SYNONYMS, everyday } as const;
  const engine = new SearchEngine(buildSearchIndex(foods), options);
  return (text: string, match: Match) => [...engine.search(text, match).rows];
}

const FOODS = ['Water, a', 'Water, b', 'Water, tap', 'Cola water', 'Water, tap, hot', 'WATER, tap'];

test('an everyday word moves its food to the front, but adds no food', () => {
  const [search, plain] = [searchIn(FOODS), searchIn(FOODS, NO_EVERYDAY_WORDS)];
  for (const match of ['substring', 'fuzzy'] as const) {
    const others = plain('water', match).filter((row) => row !== 2);
    expect(search('water', match)).toEqual([2, ...others]);
    expect(search('cola', match)).toEqual([3]);
  }
  for (const text of ['waters', 'watr', 'wate']) expect(search(text, 'fuzzy')[0]).toBe(2);
});

test('a word that ends with ~ is an everyday word only in match=fuzzy', () => {
  const [search, plain] = [searchIn(FOODS), searchIn(FOODS, NO_EVERYDAY_WORDS)];
  expect(search('tap', 'fuzzy')[0]).toBe(4);
  for (const text of ['tap', 'tap~']) {
    expect(search(text, 'substring')).toEqual(plain(text, 'substring'));
  }
});

test('the words of an everyday name may be in reverse order around a comma', () => {
  const foods = ['Onions, red', 'Onions, raw, red'];
  const search = searchIn(foods, parseEverydayWords('red onion\tOnions, raw, red\treason\n'));
  expect(search('Onions, red', 'fuzzy')).toEqual([1, 0]);
  expect(search('onions red', 'fuzzy')).toEqual([0, 1]);
});

test('an everyday word has no effect next to other text, with match=words, or if its food is missing', () => {
  const [search, plain] = [searchIn(FOODS), searchIn(FOODS, NO_EVERYDAY_WORDS)];
  for (const [text, match] of [
    ['water ', 'substring'],
    ['water,', 'substring'],
    ['wate', 'substring'],
    ['water', 'words'],
    ['water -cola', 'fuzzy'],
    ['hot water', 'fuzzy'],
  ] as const) {
    expect(search(text, match), `${match} ${text}`).toEqual(plain(text, match));
  }
  const without = FOODS.filter((food) => food.toLowerCase() !== 'water, tap');
  expect(searchIn(without)('water', 'fuzzy')).toEqual(
    searchIn(without, NO_EVERYDAY_WORDS)('water', 'fuzzy'),
  );
});

test.each([
  ...[
    'water',
    'water\tWater',
    'water\tWater\t',
    '\tWater\treason',
    'water\t\treason',
    'a\tb\tc\td',
    'a\tb\tc\na\td\te',
  ],
  'sugar free cola|cola sugar free\tb\tc\nno sugar cola\tb\tc',
])('parseEverydayWords refuses %j', (text) => {
  expect(() => parseEverydayWords(text)).toThrow('Use new words, a food, the reason');
});
