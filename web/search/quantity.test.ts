import { describe, expect, test } from 'vitest';
import { foodOf } from '../sample-foods.ts';
import { readQuantity } from './quantity.ts';
import { servingOf } from './serving.ts';

describe('readQuantity', () => {
  test.each([
    ['2 cups whole milk', 'whole milk', 2, 'cup'],
    ['1 cup of rice', 'rice', 1, 'cup'],
    ['100g oats', 'oats', 100, 'g'],
    ['1.5 oz cheddar', 'cheddar', 1.5, 'oz'],
    ['1,5 oz cheddar', 'cheddar', 1.5, 'oz'],
    ['1/2 cup oats', 'oats', 0.5, 'cup'],
    ['½ cup oats', 'oats', 0.5, 'cup'],
    ['8 fl oz juice', 'juice', 8, 'fl oz'],
    ['2 Tbsp. butter', 'butter', 2, 'tbsp'],
    ['3 large eggs', 'eggs', 3, 'large'],
    ['1 taza de leche', 'leche', 1, 'cup'],
    ['10000 g oats', 'oats', 10_000, 'g'],
  ])('takes %j apart', (query, text, count, unit) => {
    const read = readQuantity(query);
    expect([read.text, read.quantity?.count]).toEqual([text, count]);
    expect(read.quantity?.unitNames).toContain(unit);
  });

  test.each([
    '7 up',
    '2% milk',
    ' eggs ',
    '2 eggs',
    '1 cup',
    '0 cups milk',
    '2 constructor x',
    '1/0 cup x',
    '10001 g oats',
  ])('leaves %j', (query) => {
    expect(readQuantity(query)).toEqual({ text: query.trim(), quantity: undefined });
  });
});

describe('servingOf', () => {
  const milk = foodOf('Milk', {
    measures: [
      { count: 1, name: 'cup', grams: 244 },
      { count: 8, name: 'fl oz', grams: 240 },
    ],
  });
  const nothing = { basis: '100g', quantity: undefined, unitName: undefined } as const;
  const words = (choice: Partial<Parameters<typeof servingOf>[1]>, food = milk) => {
    const { count, unit } = servingOf(food, { ...nothing, ...choice });
    return `${count} ${unit.name} ${unit.grams}`;
  };

  test('is 100 g, or the first measure, or the one chosen last', () => {
    expect(words({})).toBe('100 g 1');
    expect(words({ basis: 'portion' })).toBe('1 cup 244');
    expect(words({ basis: 'portion', unitName: 'fl oz' })).toBe('8 fl oz 30');
    expect(words({ basis: 'portion', unitName: 'slice' })).toBe('1 cup 244');
    expect(words({ basis: 'portion' }, foodOf('Salt'))).toBe('100 g 1');
  });

  test('is what was typed, in a unit that the food has', () => {
    const typed = (query: string, food = milk) =>
      words({ quantity: readQuantity(query).quantity }, food);
    expect(typed('2 cups milk')).toBe('2 cup 244');
    expect(typed('50 g milk')).toBe('50 g 1');
    expect(typed('1 slice milk')).toBe('100 g 1');
    // More than fits on a plate.
    expect(typed('41 cups milk')).toBe('100 g 1');
    const diced = foodOf('Cheese', { measures: [{ count: 1, name: 'cup, diced', grams: 132 }] });
    expect(typed('2 cups cheese', diced)).toBe('2 cup, diced 132');
    const cake = foodOf('Cake', { measures: [{ count: 1, name: 'cupcake', grams: 40 }] });
    expect(typed('2 cups cake', cake)).toBe('100 g 1');
  });
});
