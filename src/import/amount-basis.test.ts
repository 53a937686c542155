import { expect, test } from 'vitest';
import { saysOtherBasis } from './amount-basis.ts';

test.each([
  ...['per: serving', 'serving_size: 1 cup', 'basis: 30 g', 'per: 1/2 portion', 'unit: each slice'],
  ...['per 1 oz', 'Nährwerte pro Portion', '1食あたり', 'Fat (30 g)', 'g/100 g dry matter'],
])('%s is another basis', (text) => {
  expect(saysOtherBasis(text, false)).toBe(true);
});

// Tried in any other way than one, each would take years.
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
test.each(PARTS)('a text that repeats %j is no basis, however long', (part) => {
  for (const name of ['', 'per: ', 'size: ', 'per ', 'in ']) {
    for (const count of [60, 20_000]) {
      expect(saysOtherBasis(`${name}${part.repeat(count)}!`, false)).toBe(false);
    }
  }
});
