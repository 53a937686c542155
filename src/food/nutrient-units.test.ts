import { expect, test } from 'vitest';
import { convertAmount, isTrace, isUnit, normalUnit, unitFactor } from './nutrient-units.ts';

test.each([
  [418.4, 'kJ', 'kcal', 100],
  [4.184, 'mj', 'kcal', 1000],
  [0.0123, 'g', 'mg', 12.3],
  [0.0000024, 'g', 'µg', 2.4],
  [1500, 'µg', 'mg', 1.5],
  [0.5, 'kg', 'g', 500],
  [12, 'ng', 'µg', 0.012],
  [1, 'oz', 'g', 28.349523125],
  [1, 'lb', 'g', 453.59237],
  [1, 'lb', 'oz', 16],
  // Twelve digits are kept.
  [1.234567890123, 'g', 'mg', 1234.56789012],
  [1.234567890123, 'g', 'g', 1.234567890123],
  [7, 'IU', 'IU', 7],
])('%s %s is %4$s %3$s', (amount, from, to, expected) => {
  expect(convertAmount(amount, unitFactor(from, to) ?? Number.NaN)).toBe(expected);
});

test('unitFactor cannot convert IU to micrograms', () => {
  expect([unitFactor('kcal', 'kJ'), unitFactor('IU', 'µg')]).toEqual([4.184, undefined]);
  expect([unitFactor('g', 'IU'), unitFactor('kJ', 'g')]).toEqual([undefined, undefined]);
});

test.each([
  [20, 'kcal', true],
  [21, 'kcal', false],
  [3, 'g', true],
  [3.1, 'g', false],
  [20, 'mg', true],
  [21, 'mg', false],
  [100, 'µg', true],
  [101, 'µg', false],
  [5_000, 'IU', true],
])('less than %d %s is a trace: %j', (limit, unit, expected) => {
  expect(isTrace(limit, unit)).toBe(expected);
});

test('isUnit accepts the units that can be converted, and some that cannot', () => {
  const units = 'kg g mg µg ng oz lb kJ kcal % IU ml cl dl l cal j mj wh kwh mmol mol meq'.split(
    ' ',
  );
  expect(units.filter((unit) => !isUnit(unit))).toEqual([]);
  expect(['', 'x', 'KCAL', 'kj'].filter(isUnit)).toEqual([]);
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
  [' Grams ', 'g'],
  ['Kilojoules', 'kJ'],
  ['Kilokalorien', 'kcal'],
  ['IE', 'IU'],
  ['ounces', 'oz'],
  ['lbs', 'lb'],
  ['Milligramm', 'mg'],
  ['Spoons', 'spoons'],
])('normalUnit writes %s as %s', (text, unit) => {
  expect(normalUnit(text)).toBe(unit);
});
