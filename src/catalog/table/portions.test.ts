import { expect, test } from 'vitest';
import type { Unit } from '../../amount/units.ts';
import { FoodMeasures, portionsJson } from './portions.ts';
import { TextBytes } from './text-bytes.ts';

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

/** The foods of rows 0, 1 … that have these lists, sorted by `withUnitFirst`. */
function withUnitFirst(
  unit: Unit,
  lists: readonly string[],
  scores: readonly number[],
  name = 'portions',
) {
  const texts = new TextBytes();
  for (const list of lists) for (const text of ['"other"', list]) texts.add(text);
  const values = { names: ['other', name], offered: [], ...texts.build() };
  const rows = Uint32Array.from(lists, (_, row) => row);
  return [...new FoodMeasures(values).withUnitFirst(rows, scores, unit)];
}

const withSpoonsFirst = (...args: [readonly string[], readonly number[], string?]) =>
  withUnitFirst('tbsp', ...args);

const SPOON = '[{"amount":1,"unit":"cup","grams":2},{"amount":1,"unit":"tbsp","grams":1}]';

test('withUnitFirst moves foods with the unit before others of the same score', () => {
  expect(withSpoonsFirst(['null', SPOON, '[]', SPOON], [1, 1, 1, 1])).toEqual([1, 3, 0, 2]);
  expect(withSpoonsFirst(['null', SPOON, '[]', SPOON], [1, 2, 2, 3])).toEqual([0, 1, 2, 3]);
  expect(withSpoonsFirst(['null', '[]', SPOON, SPOON], [1, 2, 2, 3])).toEqual([0, 2, 1, 3]);
  expect(withSpoonsFirst(['null', SPOON], [1, 1], 'portion')).toEqual([0, 1]);
});

test('withUnitFirst needs some volume for a unit of volume, and no measure for a unit of mass', () => {
  const lists = [
    '[{"amount":1,"unit":"slice","grams":9}]',
    '[{"amount":1,"unit":"cup","grams":2}]',
  ];
  const rowsBy = (unit: Unit) => withUnitFirst(unit, lists, [1, 1]);
  expect([rowsBy('tsp'), rowsBy('slice'), rowsBy('oz')]).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
});

test('withUnitFirst reads no list of more than 4,096 bytes', () => {
  for (const [length, rows] of [
    [4_096, [1, 0]],
    [4_097, [0, 1]],
  ] as const) {
    expect(withSpoonsFirst(['[]', SPOON.padEnd(length)], [1, 1])).toEqual(rows);
  }
});
