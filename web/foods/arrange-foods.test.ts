import { describe, expect, test } from 'vitest';
import {
  type Arrangement,
  arrangeFoods,
  filtersFor,
  isBranded,
  PLAIN_ARRANGEMENT,
} from './arrange-foods.ts';
import type { Sorting } from './columns.ts';
import type { Food } from './food.ts';
import { foodOf } from './sample-foods.case.ts';

const amountOf = (food: Food, column: string) => (column === 'kcal' ? food.kcal : null);
const linesOf = (
  foods: readonly Food[],
  arrangement: Partial<Arrangement> = {},
  sorting?: Sorting,
) =>
  arrangeFoods(foods, sorting, { ...PLAIN_ARRANGEMENT, ...arrangement }, amountOf).map((line) =>
    line.kind === 'food' ? line.food.description : `${line.count} more of ${line.head}`,
  );

describe('arrangeFoods', () => {
  const foods = [
    foodOf('b', { kcal: 20 }),
    foodOf('c', { kcal: null }),
    foodOf('a', { kcal: 30 }),
    foodOf('d', { kcal: 10 }),
    foodOf('another d', { kcal: 10 }),
    foodOf('another c', { kcal: null }),
  ];
  const [D, C] = [
    ['d', 'another d'],
    ['c', 'another c'],
  ];

  test('keeps the order of the answer', () => {
    expect(linesOf(foods)).toEqual(['b', 'c', 'a', ...D, 'another c']);
  });

  test.each([
    ['kcal', true, ['a', 'b', ...D, ...C]],
    ['kcal', false, [...D, 'b', 'a', ...C]],
    ['description', false, ['a', 'another c', 'another d', 'b', 'c', 'd']],
    ['description', true, ['d', 'c', 'b', 'another d', 'another c', 'a']],
  ] as const)(
    'sorts by %s, descending: %s, with missing values last, and keeps the order of equal values',
    (column, isDescending, names) => {
      expect(linesOf(foods, {}, { column, isDescending })).toEqual(names);
    },
  );

  test('filters foods by the chosen kind', () => {
    const kinds = [foodOf('Egg, raw'), foodOf('Egg, Boiled'), foodOf("KELLOGG'S, eggs")];
    expect(linesOf(kinds, { filter: 'raw' })).toEqual(['Egg, raw']);
    expect(linesOf(kinds, { filter: 'cooked' })).toEqual(['Egg, Boiled']);
    expect(linesOf(kinds, { filter: 'branded' })).toEqual(["KELLOGG'S, eggs"]);
    expect(linesOf(kinds, { filter: 'unbranded' })).toEqual(['Egg, raw', 'Egg, Boiled']);
  });

  const bars = (count: number) =>
    Array.from({ length: count }, (_, i) => foodOf(`Candies, MARS bar ${i}`));

  test('groups brands that share a head if there are more than five', () => {
    const others = [foodOf('Candies, fudge'), foodOf('Milk, DAIRY QUEEN')];
    expect(linesOf([...bars(6), ...others])).toEqual([
      'Candies, MARS bar 0',
      '5 more of Candies',
      'Candies, fudge',
      'Milk, DAIRY QUEEN',
    ]);
    expect(linesOf(bars(5))).toHaveLength(5);
    expect(linesOf(bars(6), { expanded: new Set(['Candies']) })).toHaveLength(6);
  });
});

test.each([
  ['KRAFT, cheese', true],
  ["Cereals, KELLOGG'S", true],
  ['Candies, M&MS', true],
  ["McDONALD'S, hamburger", true],
  ['Egg, whole', false],
  ['Cheese, USDA Commodity', false],
  ['Vitamin D, B6', false],
])('isBranded of %j is %j', (description, expected) => {
  expect(isBranded(foodOf(description))).toBe(expected);
});

test('filtersFor offers filters that keep several foods, but not all', () => {
  const foods = [foodOf('Milk, raw'), foodOf('Cheese, raw'), foodOf('Egg, boiled')];
  expect(filtersFor(foods)).toEqual([{ filter: 'raw', count: 2 }]);
});
