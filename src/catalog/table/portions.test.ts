import { expect, test } from 'vitest';
import { portionsJson } from './portions.ts';

test.each([
  ['1 cup, sliced', 150, { amount: 1, unit: 'cup, sliced', grams: 150 }],
  ['0.5 cup', '75', { amount: 0.5, unit: 'cup', grams: 75 }],
  ['.5 cup', 75, { amount: 0.5, unit: 'cup', grams: 75 }],
  ['1/2 cup', 75, { amount: 0.5, unit: 'cup', grams: 75 }],
  ['1 1/2 cups', 225, { amount: 1.5, unit: 'cups', grams: 225 }],
  [' slice ', 30.5, { amount: 1, unit: 'slice', grams: 30.5 }],
  ['40 g', 40, { amount: 40, unit: 'g', grams: 40 }],
  ['150g', 150, { amount: 150, unit: 'g', grams: 150 }],
  ['7up', 40, { amount: 1, unit: '7up', grams: 40 }],
  ['12', 40, { amount: 1, unit: '12', grams: 40 }],
  ['1/0 cup', 40, { amount: 1, unit: '1/0 cup', grams: 40 }],
  ['3 4 pieces', 40, { amount: 1, unit: '3 4 pieces', grams: 40 }],
  ['0 cup', 40, { amount: 1, unit: '0 cup', grams: 40 }],
])('portionsJson reads %j of %s g', (text, grams, portion) => {
  expect(portionsJson([{ text, grams }])).toBe(JSON.stringify([portion]));
});

test('portionsJson keeps the order, and leaves out portions without a weight or name', () => {
  const portions = [
    { text: 'b', grams: 2 },
    { text: 'x', grams: '' },
    { text: 'x', grams: null },
    { text: 'x', grams: 0 },
    { text: 'x', grams: 'y' },
    { text: ' ', grams: 1 },
    { text: 'a', grams: 1 },
  ];
  expect(JSON.parse(portionsJson(portions) ?? '')).toMatchObject([{ unit: 'b' }, { unit: 'a' }]);
  expect(portionsJson(portions.slice(1, 6))).toBeUndefined();
});
