import { describe, expect, test } from 'vitest';
import {
  densityOf,
  GRAM,
  isDrink,
  OUNCE,
  readMeasure,
  readMeasures,
  rounded,
  toNumber,
  unitsOf,
  usualOf,
} from './measures.ts';

describe('readMeasure', () => {
  test.each([
    ['1 cup', 244, { count: 1, name: 'cup', grams: 244 }],
    ['.5 cup', 60, { count: 0.5, name: 'cup', grams: 60 }],
    ['2 cookies', 30, { count: 2, name: 'cookies', grams: 30 }],
    ['1 cup,  (8 fl oz)', 240, { count: 1, name: 'cup (8 fl oz)', grams: 240 }],
    ['1 cup, diced', 132, { count: 1, name: 'cup, diced', grams: 132 }],
    ['about 3 oz', 85, { count: 1, name: 'about 3 oz', grams: 85 }],
    ['whole fish', 90, { count: 1, name: 'whole fish', grams: 90 }],
    ['0 cup', 90, undefined],
    ['', 90, undefined],
    ['1 cup', 0, undefined],
    ['1 cup', 0.5, { count: 1, name: 'cup', grams: 0.5 }],
    ['1 cup', null, undefined],
    [null, 90, undefined],
    [7, 90, undefined],
    [undefined, 90, undefined],
  ])('of %j and %j', (text, grams, measure) => {
    expect(readMeasure(text, grams)).toEqual(measure);
  });
});

test('a row has the measures in its list or, without a list, its two household measures', () => {
  const pair = { gmwt_desc1: '1 cup', gmwt_1: '244', gmwt_desc2: '2 tbsp', gmwt_2: 30 };
  const cup = { count: 1, name: 'cup', grams: 244 };
  const portion = { amount: 0.5, unit: 'leaf', grams: 0.3 };
  const leaf = { count: 0.5, name: 'leaf', grams: 0.3 };
  for (const wrong of [
    { amount: 0 },
    { grams: 0 },
    { amount: -1 },
    { grams: null },
    { unit: '' },
  ]) {
    const listed = Object.assign({ ...portion }, wrong);
    expect(readMeasures({ ...pair, portions: [listed, portion] })).toEqual([leaf]);
    expect(readMeasures({ ...pair, gmwt_2: null, portions: [listed] })).toEqual([cup]);
  }
  expect(readMeasures({ ...pair, portions: 'none' })).toEqual([
    ...[cup, { count: 2, name: 'tbsp', grams: 30 }],
  ]);
  expect(readMeasures({ ...pair, gmwt_1: ' ' })).toEqual([{ count: 2, name: 'tbsp', grams: 30 }]);
});

test.each([
  // Measures in order; whether the food is a drink; the unit of its usual amount.
  [
    [
      [1, 'cup', 244],
      [1, 'fl oz', 30],
    ],
    true,
    'cup',
  ],
  [
    [
      [1, 'fl oz', 30],
      [1, 'bottle', 600],
      [1, 'cup (8 fl oz)', 240],
    ],
    true,
    'cup (8 fl oz)',
  ],
  [
    [
      [1, 'fl oz', 30],
      [1, 'bottle', 600],
      [1, 'cupcake', 240],
    ],
    true,
    'bottle',
  ],
  [[[1, 'fl oz', 30]], true, 'fl oz'],
  [
    [
      [8, 'fl oz', 240],
      [1, 'cup', 240],
    ],
    false,
    '8 fl oz',
  ],
  // Syrup is too thick to drink.
  [
    [
      [1, 'fl oz', 32.54],
      [1, 'cup', 260.3],
    ],
    false,
    'fl oz',
  ],
  [
    [
      [1, 'fl oz', 32.53],
      [1, 'cup', 260.2],
    ],
    true,
    'cup',
  ],
  [
    [
      [1, 'large', 50],
      [1, 'cup', 243],
    ],
    false,
    'large',
  ],
  [[], false, undefined],
] as [[number, string, number][], boolean, string | undefined][])(
  'with the measures %j, a food is a drink: %j; its usual amount is %s',
  (listed, drinks, usual) => {
    const measures = listed.map(([count, name, grams]) => ({ count, name, grams }));
    expect(isDrink(measures)).toBe(drinks);
    const { count, name } = usualOf(measures) ?? {};
    expect(count === 8 ? `${count} ${name}` : name).toBe(usual);
  },
);

test('densityOf uses a measure such as "cup, diced" only for "in any form"', () => {
  const cup = 236.5882365;
  const measures = (...names: string[]) => names.map((name) => ({ count: 2, name, grams: cup }));
  expect(densityOf(measures('cup, diced'))).toBeUndefined();
  expect(densityOf(measures('cup, diced'), 'in any form')).toBe(0.5);
  expect(densityOf(measures('cup (diced)'))).toBe(0.5);
  expect(densityOf([...measures('tbsp diced'), ...measures('cup')], 'in any form')).toBe(0.5);
});

describe('unitsOf', () => {
  const namesFor = (...measures: [count: number, name: string, grams: number][]) =>
    unitsOf(measures.map(([count, name, grams]) => ({ count, name, grams }))).map(
      ({ name }) => name,
    );

  test('returns grams and ounces for any food', () => {
    expect(unitsOf([])).toEqual([GRAM, OUNCE]);
  });

  test('starts with the food’s own units, each with the weight of a single one', () => {
    expect(unitsOf([{ count: 2, name: 'cookies', grams: 30 }])[0]).toEqual({
      name: 'cookies',
      grams: 15,
    });
    expect(namesFor([3, 'oz', 85], [1, 'slice', 30], [1, 'slice', 31])).toEqual([
      'slice',
      'g',
      'oz',
    ]);
  });

  test.each([
    ['cup', 236.5882365],
    ['fl oz', 29.5735295625],
    ['tbsp', 14.78676478125],
    ['tablespoon', 14.78676478125],
    ['tsp', 4.92892159375],
    ['teaspoon', 4.92892159375],
  ])('knows that a %s of water weighs %d g', (name, grams) => {
    expect(unitsOf([{ count: 1, name, grams }]).at(-1)).toEqual({ name: 'ml', grams: 1 });
  });

  test('includes milliliters for foods that fill a cup like a liquid', () => {
    expect(namesFor([1, 'cup', 244])).toContain('ml');
    expect(namesFor([1, 'steak', 300], [8, 'fl oz', 246])).toContain('ml');
    expect(namesFor([1, 'cup (8 fl oz)', 240])).toContain('ml');
    // Flour, and measures that are not volumes.
    expect(namesFor([1, 'cup', 125])).not.toContain('ml');
    expect(namesFor([1, 'cup', 400])).not.toContain('ml');
    expect(namesFor([1, 'cup, diced', 244])).not.toContain('ml');
    expect(namesFor([1, 'bar', 244])).not.toContain('ml');
    // Densities from 0.9 g to 1.45 g per milliliter.
    expect([212, 213, 343, 344].map((grams) => namesFor([1, 'cup', grams]).includes('ml'))).toEqual(
      [false, true, true, false],
    );
    const milliliter = unitsOf([{ count: 1, name: 'cup', grams: 236.5882365 }]).at(-1);
    expect(milliliter).toEqual({ name: 'ml', grams: 1 });
  });
});

test.each([
  ['', null],
  [' ', null],
  [null, null],
  [undefined, null],
  ['trace', null],
  ['1e400', null],
  ['-1.5', -1.5],
  [0, 0],
])('%j as a number is %j', (value, number) => {
  expect(toNumber(value)).toBe(number);
});

test.each([
  [1 / 3, 0.333333],
  [200 / 3, 66.6667],
  [0.1 + 0.2, 0.3],
  [99_999.96, 100_000],
  [999_999.5, 1_000_000],
  [1_234_567, 1_234_570],
  [1.234_567_8e-7, 1.234_57e-7],
  [1.234_567_8e-10, 1.234_57e-10],
  [-2 / 3, -0.666667],
  [0, 0],
])('%d is rounded to %d', (value, expected) => {
  expect(rounded(value)).toBe(expected);
});
