import { expect, test } from 'vitest';
import { isOtherBasis } from './amount-basis.ts';

test.each([
  ...['per: serving', 'serving_size: 1 cup', 'basis: 30 g', 'per: 1/2 portion', 'unit: each slice'],
  ...['per 1 oz', 'Nährwerte pro Portion', '1食あたり', 'Fat (30 g)', 'g/100 g dry matter'],
  ...['Calories (per ½ cup)', 'Energy per 1/2 cup', 'Meal Type'],
])('%s states a basis other than 100 g', (text) => {
  expect(isOtherBasis(text)).toBe(true);
});

// If a pattern could match repetitions of these parts in more than one way, each text would take
// years.
const PARTS = [
  '1',
  '1 ',
  'a',
  'an ',
  'ana',
  'un',
  'per',
  'per ',
  'na',
  '.',
  '½',
  ' ',
  '(1',
  'of 1 ',
];
test.each(PARTS)('a string that repeats %j is not a basis, however long', (part) => {
  for (const name of ['', 'per: ', 'size: ', 'per ', 'in ']) {
    for (const count of [60, 20_000]) {
      expect(isOtherBasis(`${name}${part.repeat(count)}!`)).toBe(false);
    }
  }
});

test.each([
  ['Nährwerte pro Portion', true],
  ['serving_size: 30 g', true],
  ['basis: per 1.5 oz', true],
  ['unit: 2 slices', true],
  ['per 100 g', false],
  ['unit: 100 g', false],
  ['unit: mg', false],
])('%s states a basis other than 100 g: %s', (text, isOther) => {
  expect(isOtherBasis(text)).toBe(isOther);
});

test.each(['1', '1 ', 'per ', 'an', '½', '_'])('a string of many %j is read quickly', (part) => {
  expect(isOtherBasis(`unit: ${part.repeat(100_000)}!`)).toBe(false);
});
