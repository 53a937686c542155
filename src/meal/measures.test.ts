import { describe, expect, test } from 'vitest';
import { GRAM, OUNCE, readMeasure, rounded, unitsOf } from './measures.ts';

describe('readMeasure', () => {
  test.each([
    ['1 cup', 244, { count: 1, name: 'cup', grams: 244 }],
    ['.5 cup', 60, { count: 0.5, name: 'cup', grams: 60 }],
    ['2 cookies', 30, { count: 2, name: 'cookies', grams: 30 }],
    ['1 cup,  (8 fl oz)', 240, { count: 1, name: 'cup (8 fl oz)', grams: 240 }],
    ['1 cup, diced', 132, { count: 1, name: 'cup, diced', grams: 132 }],
    ['whole fish', 90, { count: 1, name: 'whole fish', grams: 90 }],
    ['0 cup', 90, undefined],
    ['', 90, undefined],
    ['1 cup', 0, undefined],
    ['1 cup', null, undefined],
    [null, 90, undefined],
    [7, 90, undefined],
    [undefined, 90, undefined],
  ])('of %j and %j', (text, grams, measure) => {
    expect(readMeasure(text, grams)).toEqual(measure);
  });
});

describe('unitsOf', () => {
  const namesFor = (...measures: [count: number, name: string, grams: number][]) =>
    unitsOf(measures.map(([count, name, grams]) => ({ count, name, grams }))).map(
      ({ name }) => name,
    );

  test('returns grams and ounces for any food', () => {
    expect(unitsOf([])).toEqual([GRAM, OUNCE]);
  });

  test('starts with the food’s own units, with the weight of one', () => {
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
