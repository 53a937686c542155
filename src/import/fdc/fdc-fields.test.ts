import { expect, test } from 'vitest';
import { portionText, servingPortions } from './fdc-fields.ts';

test.each([
  ['1 cup, chopped', '2', 'slice', 'thin', '1 cup, chopped'],
  ['', '1.0', 'cup', 'chopped', '1 cup chopped'],
  ['', '1.50', 'cup', '', '1.50 cup'],
  ['', '10', 'undetermined', 'large', '10 large'],
  ['', '1', 'cup', '90000', '1 cup'],
  ['', '', '', '', ''],
])('the portion %j %j %j %j is called %j', (description, amount, unit, modifier, text) => {
  expect(portionText(description, amount, unit, modifier)).toBe(text);
});

test.each([
  ['40.0', 'g', '', [{ grams: '40.0', text: '40 g' }]],
  [40, 'GRM', '1 bar', [{ grams: 40, text: '1 bar' }]],
  [40, 'gm', '1 bar', [{ grams: 40, text: '1 bar' }]],
  [40, 'ml', '1 cup', []],
  ['', 'g', '1 bar', []],
])('the serving of %j %s, %j, is %j', (size, unit, text, portions) => {
  expect(servingPortions(size, unit, text)).toEqual(portions);
});
