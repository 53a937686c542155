import { expect, test } from 'vitest';
import { gramsOf, isMeasured, millilitersOf, ratioOf } from './units.ts';
import { readAmount } from './vocabularies.ts';

test.each([
  ['g', 1000, 'mg'],
  ['hg', 100, 'g'],
  ['kg', 1000, 'g'],
  ['lb', 453.59237, 'g'],
  ['lb', 16, 'oz'],
  ['cl', 10, 'ml'],
  ['dl', 10, 'cl'],
  ['l', 10, 'dl'],
  // A gallon is 231 cubic inches.
  ['gallon', 231 * 2.54 ** 3, 'ml'],
  ['gallon', 4, 'quart'],
  ['quart', 2, 'pint'],
  ['pint', 2, 'cup'],
  ['cup', 8, 'fl oz'],
  ['fl oz', 2, 'tbsp'],
  ['tbsp', 3, 'tsp'],
] as const)('1 %s is %j %s', (unit, count, other) => {
  expect(ratioOf(other, unit)).toBeCloseTo(count, 6);
});

test('only masses have grams, and only volumes milliliters', () => {
  expect([gramsOf('g'), millilitersOf('ml')]).toEqual([1, 1]);
  expect([gramsOf('ml'), millilitersOf('g'), ratioOf('g', 'ml'), ratioOf('g', 'cup')]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect((['g', 'tsp', 'cm', 'large', 'can'] as const).filter(isMeasured)).toEqual(['g', 'tsp']);
});

test.each([
  [
    'may follow a weight',
    'can bottle jar package container packet piece bar',
    (unit: string) => readAmount(`400 g ${unit} xyz`)?.food === 'xyz',
    'slice head cup',
  ],
  [
    'may follow the food',
    'clove stalk stick bulb slice loaf sprig ear spear',
    (unit: string) => readAmount(`3 xyz ${unit}`)?.unit === unit,
    'can head cup',
  ],
  [
    'need no number',
    'handful pinch dash sprig bunch knob cup tbsp tsp oz small jumbo',
    (unit: string) => readAmount(`${unit} xyz`)?.unit === unit,
    'can bar head',
  ],
  [
    'are foods if no food follows',
    'roll bar patty loaf clove',
    (unit: string) => readAmount(`2 ${unit}`)?.food === unit,
    'can cup slice',
  ],
] as const)('some units %s: %s', (_, units, isSo, others) => {
  expect(units.split(' ').filter((unit) => !isSo(unit))).toEqual([]);
  expect(others.split(' ').filter((unit) => isSo(unit))).toEqual([]);
});
