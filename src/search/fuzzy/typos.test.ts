import { expect, test } from 'vitest';
import { ENGLISH, searchIn } from './search-in.case.ts';
import { createSynonyms, parseSynonyms } from './synonyms.ts';
import { maxCost, namesNeeded } from './typos.ts';
import { soundsOf } from './word-profiles.ts';

const FOODS = [
  'Puddings, meringue',
  'Game meat, caribou',
  'Zucchini',
  'Ostrich',
  'Lasagna',
  'Squid',
  'Pheasant',
  'Celery',
  'Gnocchi',
];

test.each([
  ['merange', 'Puddings, meringue'],
  ['caraboo', 'Game meat, caribou'],
  ['zuchini', 'Zucchini'],
  ['ostridge', 'Ostrich'],
  ['lasonya', 'Lasagna'],
  ['kariboo', 'Game meat, caribou'],
  ['fesant', 'Pheasant'],
  ['selery', 'Celery'],
  ['nocchi', 'Gnocchi'],
])('a word spelled by sound, %j, is corrected to %j', (text, food) => {
  expect(FOODS[searchIn(FOODS)(text).rows[0] ?? -1]).toBe(food);
});

test.each([
  ['agrlic', 'Garlic, raw'],
  ['mikl', 'Milk, whole'],
  ['brown rcie', 'Rice, brown'],
])('%j swaps the first or last letters of %j', (text, food) => {
  const foods = ['Garlic, raw', 'Cherries, sour', 'Milk, whole', 'Rice, brown'];
  expect(foods[searchIn(foods)(text).rows[0] ?? -1]).toBe(food);
});

test.each(['huel', 'squirt', 'xzucchini', '12345'])('%j is not corrected', (text) => {
  expect(searchIn(FOODS)(text).rows).toHaveLength(0);
});

test('only words of seven letters or more are corrected to a plural', () => {
  const search = searchIn(['Apricots', 'Carrots']);
  expect(['apricat', 'carrat'].map((text) => [...search(text).rows])).toEqual([[0], []]);
});

test('all words that are equally near are found', () => {
  expect([...searchIn(['Crackers', 'Milk', 'Crackles'])('crackes').rows]).toEqual([0, 2]);
});

test('in a large table, most typos are not corrected to a rare word', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => (n < 20 ? `Cheese, ${n}` : `Food ${n}`));
  const search = searchIn([...many, 'Chess']);
  expect(search('chesse').rows).toHaveLength(20);
  expect(searchIn([...many.slice(20), 'Bread'])('brot').rows).toHaveLength(0);
});

test.each([
  ['kohlrabi', 'kohlrabi'],
  ['zucchini', 'zukini'],
  ['knackwurst', 'nakwurst'],
  ['parfait', 'parfay'],
  ['lettuce', 'lettuse'],
  ['cabbage', 'kabbaj'],
  ['cashew', 'kashue'],
  ['honey', 'hony'],
])('%j sounds like %j', (word, sounds) => {
  expect(soundsOf(word)).toBe(sounds);
});

test('short words and costly typos require common words', () => {
  const needed = [2, 3, 4, 5, 6, 7, 8, 9, 32, 33].map((length) =>
    Array.from({ length: maxCost(length) }, (_, i) => namesNeeded({ length, cost: i + 1 })),
  );
  const ofLong = [0, 0, 0, 1, 4];
  expect(needed).toEqual([
    ...[[], [16], [4, 16], [0, 2, 2], [0, 0, 2, 16], [0, 0, 0, 4]],
    ...[ofLong, ofLong, ofLong, []],
  ]);
});

test('a misspelled name of a food is corrected, unless it is short', () => {
  const synonyms = createSynonyms([parseSynonyms('gherkin\t>\tpickles\nbrie\t>\tcheese').entries]);
  const search = searchIn(['Pickles, sweet', 'Cheese, soft'], { ...ENGLISH, synonyms });
  expect(['gerkin', 'gerkin sweet', 'brya'].map((text) => search(text).rows.length)).toEqual([
    1, 1, 0,
  ]);
});
