import { expect, test } from 'vitest';
import { PLAIN_WORDS, UNUSUAL_WORDS } from '../../amount/languages/kinds.ts';
import { searchIn } from './search-in.case.ts';

const unusual = UNUSUAL_WORDS.flatMap((words) => words.split(' '));

test.each(PLAIN_WORDS)('among foods that match equally well, those with %j come first', (word) => {
  const foods = ['Egg', ...unusual.map((one) => `Egg, ${one}`), `Egg, ${word}`];
  expect(searchIn(foods)('egg').rows[0]).toBe(foods.length - 1);
});

test.each(unusual)('among foods that match equally well, those with %j come last', (word) => {
  const foods = [`Egg, ${word}`, 'Egg', ...PLAIN_WORDS.map((one) => `Egg, ${one}`)];
  expect(searchIn(foods)('egg').rows.at(-1)).toBe(0);
});

test.each([
  [
    ['Egg, low fat, free', 'Egg, light'],
    [0, 1],
    'several words like "low fat" and "free" count once',
  ],
  [['Egg, dried', 'Egg, filled, dried'], [0, 1], 'other unusual words each count'],
  [['Egg, filled, dried', 'Egg, dried'], [1, 0], 'other unusual words each count'],
  [['Egg, x (dried)', 'Egg, y'], [0, 1], 'words in parentheses do not make a food unusual'],
  [['Egg, x', 'Egg, y (raw)'], [1, 0], 'words in parentheses can make a food plain'],
  [['Egg, not raw', 'Egg, y'], [0, 1], 'a negated word does not count'],
])('of %j, the order is %j: %s', (foods, rows) => {
  expect([...searchIn(foods)('egg').rows]).toEqual(rows);
});
