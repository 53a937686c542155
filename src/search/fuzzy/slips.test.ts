import { expect, test } from 'vitest';
import { searchIn } from './search-in.case.ts';
import { commonEnough, mostCost } from './slips.ts';
import { soundsOf } from './word-profiles.ts';

const FOODS = [
  'Puddings, meringue',
  'Game meat, caribou',
  'Zucchini',
  'Ostrich',
  'Lasagna',
  'Squid',
];

test.each([
  ['merange', 'Puddings, meringue'],
  ['caraboo', 'Game meat, caribou'],
  ['zuchini', 'Zucchini'],
  ['ostridge', 'Ostrich'],
  ['lasonya', 'Lasagna'],
])('a word as it is heard, %j, is taken for what sounds so: %j', (text, food) => {
  expect(FOODS[searchIn(FOODS)(text).rows[0] ?? -1]).toBe(food);
});

test.each(['huel', 'squirt', 'xzucchini', '12345'])('%j is taken for nothing', (text) => {
  expect(searchIn(FOODS)(text).rows).toHaveLength(0);
});

test('in a large table a rare word is not meant by many slips', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => (n < 20 ? `Cheese, ${n}` : `Food ${n}`));
  const search = searchIn([...many, 'Chess']);
  expect(search('cheze').rows).toHaveLength(20);
  expect(searchIn([...many.slice(20), 'Bread'])('brot').rows).toHaveLength(0);
});

test.each([
  ['kohlrabi', 'kohlrabi'],
  ['zucchini', 'zukini'],
  ['knackwurst', 'nakwurst'],
  ['parfait', 'parfay'],
  ['lettuce', 'lettuse'],
])('%j sounds as %j', (word, sounds) => {
  expect(soundsOf(word)).toBe(sounds);
});

test('short words and high costs ask for common words', () => {
  expect(commonEnough({ length: 4, cost: 2 })).toEqual({ foods: 3, heads: 2 });
  expect(commonEnough({ length: 8, cost: 4 })).toEqual({ foods: 1, heads: 0 });
  expect(commonEnough({ length: 8, cost: 6 })).toEqual({ foods: 3, heads: 4 });
  expect([2, 3, 5, 8, 33].map(mostCost)).toEqual([0, 2, 4, 6, 0]);
});
