import { expect, test } from 'vitest';
import type { Unit } from '../amount/units.ts';
import { statedWeight, unitOf, usualUnitOf } from './food-amount.ts';
import type { Measure } from './measures.ts';

/** Reads measures such as `1 cup 244; 3 oz 85`. */
const measures = (text: string): Measure[] =>
  text.split('; ').map((one) => {
    const [, count, name = '', grams] = /^(\S+) (.*) (\S+)$/.exec(one) ?? [];
    return { count: Number(count), name, grams: Number(grams) };
  });

test.each([
  // The measures of a food; the amount's unit, food and note; the table's unit and its weight.
  ['1 cup 244', 'Milk, whole', 'g', 'milk', '', 'g', 1],
  ['1 cup 244', 'Milk, whole', 'cup', 'milk', '', 'cup', 244],
  ['2 cups 488', 'Milk, whole', 'cup', 'milk', '', 'cups', 244],
  ['1 cup 236.5882365', 'Water', 'ml', 'water', '', 'ml', 1],
  ['1 cup, diced 236.5882365', 'Melons', 'tbsp', 'melon', '', 'tbsp', 14.78676478125],
  ['1 leaf 5', 'Sage', 'cup', 'sage', '', undefined, undefined],
  // A cup of slices is not a slice; a serving of half a cup shows what a cup weighs.
  ['1 cup, slices 100', 'Carrots', 'slice', 'carrots', '', undefined, undefined],
  ['1 serving 1/2 cup 120', 'Oats', 'cup', 'oats', '', 'cup', 240],
  ['2 servings 1/2 cup 120', 'Oats', 'cup', 'oats', '', 'cup', 120],
  [
    '1 cup, whole almonds 80; 1 cup, sliced 90',
    'Almonds',
    'cup',
    'sliced almonds',
    '',
    'cup, sliced',
    90,
  ],
  ['1 cup, cream whipped 120; 1 tbsp 15', 'Cream', 'cup', 'cream', '', 'cup', 240],
  // The measure with the most words of the text, or the first.
  ['1 cup, whole 80; 1 cup, sliced 90', 'Almonds', 'cup', 'almonds', '', 'cup, whole', 80],
  ['1 cup, whole 80; 1 cup, sliced 90', 'Almonds', 'cup', 'slices almonds', '', 'cup, sliced', 90],
  ['1 cup, whole 80; 1 cup, sliced 90', 'Almonds', 'cup', 'almonds', 'sliced', 'cup, sliced', 90],
  ['1 cup, loaves 80; 1 cup, halves 90', 'Nuts', 'cup', 'half nuts', '', 'cup, halves', 90],
  ['1 slice, medium 8; 1 medium 9', 'Tomatoes', 'medium', 'tomato', '', 'medium', 9],
  ['1 slice, medium 8', 'Tomatoes', 'medium', 'tomato', '', 'slice, medium', 8],
  ['1 cup, whole 80; 1 cup, diced 90', 'Roots', 'cup', 'riced roots', '', 'cup, whole', 80],
  // The food's own name does not count.
  [
    '1 wrapper, eggroll 32; 1 wrapper, wonton 8',
    'Wrappers',
    undefined,
    'wonton wrappers',
    '',
    'wrapper, wonton',
    8,
  ],
  // A cup of whipped cream is not a cup of cream, whose weight follows from the spoon.
  ['1 cup, whipped 120; 1 tbsp 15', 'Cream', 'cup', 'cream', '', 'cup', 240],
  ['1 cup, whipped 120; 1 tbsp 15', 'Cream', 'cup', 'cream', 'whipped', 'cup, whipped', 120],
  ['1 cup, whipped 120', 'Cream', 'cup', 'cream', '', 'cup, whipped', 120],
  // Pieces.
  ['1 large 50', 'Egg, whole', undefined, 'eggs', '', 'large', 50],
  ['2 cookies 30', 'Cookies', undefined, 'cookies', '', 'cookies', 15],
  ['1 cup 150; 1 small 101; 1 medium 118', 'Bananas', undefined, 'bananas', '', 'medium', 118],
  ['1 cup 150; 1 large 136; 1 each 118', 'Bananas', undefined, 'bananas', '', 'each', 118],
  [
    '1 head, large 1000; 1 head, medium 600',
    'Cabbage',
    undefined,
    'cabbage',
    '',
    'head, large',
    1000,
  ],
  [
    '1 cup 70; 1 head, large 1000; 1 head, medium 600',
    'Cabbage',
    undefined,
    'cabbage',
    '',
    'head, medium',
    600,
  ],
  ['1 cup 70; 1 extra large 90; 1 medium 60', 'Tomatoes', undefined, 'tomatoes', '', 'medium', 60],
  ['10 balls 138; 1 wedge 69; 1 melon 552', 'Melons, raw', undefined, 'melon', '', 'melon', 552],
  ['1 slice 12; 1 leek 89', 'Leeks, raw', undefined, 'leek', '', 'leek', 89],
  ['1 slice 12; 1 tomato 89', 'Tomatoes, raw', undefined, 'tomato', '', 'tomato', 89],
  ['1 slice 100; 1 pizza, large 700', 'PIZZA HUT pizza', undefined, 'pie', '', 'pizza, large', 700],
  ['1 serving 30; 2 bits 10', 'Snacks', undefined, 'snack', '', 'serving', 30],
  ['12 bits 60; 1 square 10', 'Snacks', undefined, 'snack', '', 'square', 10],
  ['1 serving 30; 1 square 10', 'Crackers', undefined, 'crackers', '', 'square', 10],
  ['1 cup 30', 'Rice', undefined, 'rice', '', undefined, undefined],
  ['1 oz 28.35', 'Rice', undefined, 'rice', '', undefined, undefined],
  [
    '1 package 300; 1 can 200; 1 jar 100; 1 dash 1; 1 drop 1; 1 pinch 1',
    'Rice',
    undefined,
    'rice',
    '',
    undefined,
    undefined,
  ],
  [
    '1 NLEA serving 30; 1 unit, yield from 1 lb 200',
    'Rice',
    undefined,
    'rice',
    '',
    undefined,
    undefined,
  ],
  ['1 fl oz 30; 1 can 370; 1 dash 1', 'Cola', undefined, 'cola', '', 'can', 370],
] as [string, string, Unit | undefined, string, string, string | undefined, number | undefined][])(
  'with %j, %s: %j of %j (%s) is %j of %d g',
  (listed, description, unit, food, note, name, grams) => {
    const found = unitOf(measures(listed), { unit, food, note }, description);
    expect(found?.name).toBe(name);
    if (grams === undefined) expect(found).toBeUndefined();
    else expect(found?.grams).toBeCloseTo(grams, 9);
  },
);

test.each([
  ['1 large 50; 1 cup 243', 'Egg, whole', { name: 'large', grams: 50 }],
  ['1 fl oz 30.5; 1 cup (8 fl oz) 244', 'Milk', { name: 'cup (8 fl oz)', grams: 244 }],
  ['1 fl oz 30.5; 2 bottles 600', 'Beer', { name: 'bottles', grams: 300 }],
  ['1 cup 243', 'Rice', undefined],
])('of the measures %j of %s, the usual unit is %j', (listed, food, unit) => {
  expect(usualUnitOf(measures(listed), food)).toEqual(unit);
});

test.each([
  // Count, unit, food, note, language; then the total weight and its unit.
  [1, undefined, 'chicken', '3 lb', undefined, 3, 'lb'],
  [2, undefined, 'fillets', '4 oz each', undefined, 8, 'oz'],
  [2, undefined, 'each fillets', '4 oz', undefined, 8, 'oz'],
  [2, 'piece', 'chicken', '400 g', undefined, 400, 'g'],
  [2, 'can', 'beans', '400 g', undefined, 800, 'g'],
  [2, 'can', 'beans', 'canned, 400 g', undefined, 800, 'g'],
  [2, 'fillet', 'cod', '400 g', undefined, 400, 'g'],
  [4, undefined, 'filets', '125 g chacun', 'fr', 500, 'g'],
  [4, undefined, 'filets', '125 g each', 'fr', 500, 'g'],
  [1, undefined, 'Huhn', '3 pounds', 'de', 3, 'lb'],
  [4, undefined, 'mozzarella', 'je 2 oz', 'de', 8, 'oz'],
  [2, undefined, 'pommes', '2 lb', 'fr', 2, 'lb'],
  [2, undefined, 'uova', "60 g l'una", 'it', 120, 'g'],
  [2, undefined, 'huevos', '60 g cada uno', 'es', 120, 'g'],
  [2, undefined, 'ovos', '60 g cada uma', 'pt', 120, 'g'],
  // Not a weight, or not of the food alone.
  [1, 'cup', 'milk', '200 g', undefined],
  [1, 'g', 'milk', '200 g', undefined],
  [1, undefined, 'onion', '2 cups', undefined],
  [1, undefined, 'onion', '50 g for dusting', undefined],
  [1, undefined, 'onion', 'large', undefined],
  [1, undefined, 'onion', '', undefined],
] as [number, Unit | undefined, string, string, 'de' | undefined, number?, Unit?][])(
  '%d %j %s (%s) in %j weigh %d %s',
  (count, unit, food, note, lang, weight, of) => {
    const stated = weight === undefined ? undefined : { count: weight, unit: of };
    expect(statedWeight({ count, unit, food, note }, lang)).toEqual(stated);
  },
);
