import { expect, test } from 'vitest';
import { isOtherBasis, namesFirst } from './sample.ts';

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

test.each(['1', '1 ', 'per ', 'an', '½', '_'])('a text of many %j is read quickly', (part) => {
  expect(isOtherBasis(`unit: ${part.repeat(100_000)}!`)).toBe(false);
});

test('a long name is quickly distinguished from a sentence', () => {
  const texts = ['a'.repeat(1_000_000), 'One two three four five.'];
  const sample = texts.map((text, place) => ({ place, values: ['Egg', text] }));
  const source = {
    header: ['a', 'b'],
    descriptionFields: ['b', 'a'],
    fieldsOf: () => [],
    batches: [],
  };
  expect(namesFirst({ ...source, keyFields: [] }, sample)).toHaveLength(2);
});
