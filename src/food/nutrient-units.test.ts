import { expect, test } from 'vitest';
import { convertAmount, normalUnit, unitFactor } from './nutrient-units.ts';

test.each([
  [418.4, 'kJ', 'kcal', 100],
  [4.184, 'mj', 'kcal', 1000],
  [0.0123, 'g', 'mg', 12.3],
  [0.0000024, 'g', 'µg', 2.4],
  [1500, 'µg', 'mg', 1.5],
  [7, 'IU', 'IU', 7],
])('%s %s is %4$s %3$s', (amount, from, to, expected) => {
  expect(convertAmount(amount, unitFactor(from, to) ?? Number.NaN)).toBe(expected);
});

test('unitFactor cannot convert IU to micrograms', () => {
  expect([unitFactor('kcal', 'kJ'), unitFactor('IU', 'µg')]).toEqual([4.184, undefined]);
});

test.each([
  ['KCAL', 'kcal'],
  ['Cal', 'kcal'],
  ['cal', 'cal'],
  ['UG', 'µg'],
  ['mcg', 'µg'],
  ['\u03bcg', 'µg'],
  ['KJ', 'kJ'],
  ['G', 'g'],
])('normalUnit writes %s as %s', (text, unit) => {
  expect(normalUnit(text)).toBe(unit);
});
