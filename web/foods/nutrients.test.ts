import { expect, test } from 'vitest';
import { groupsOf, nutrientIn, nutrientText, sumNutrients } from './nutrients.ts';
import { foodOf, plateOf } from './sample-foods.case.ts';

const FIBER = {
  name: 'fiber_td_g',
  title: 'Dietary fiber',
  unit: 'g',
  infoods: 'FIBTG',
  daily_value: 28,
  key: false,
};
const portions = plateOf(foodOf('Oats', { id: '1' }), foodOf('Rye', { id: '2' }), foodOf('Air'));
const rows = new Map([
  ['1', { fiber_td_g: 10.5 }],
  ['2', { fiber_td_g: null }],
]);

test('sumNutrients adds the known values, and counts their foods', () => {
  const sums = sumNutrients(portions, [FIBER, { ...FIBER, name: 'name', infoods: null }], rows);
  expect(sums.map((sum) => [sum.name, sum.unit, sum.daily_value, sum.amount, sum.known])).toEqual([
    ['kcal', 'kcal', 2000, 300, 3],
    ['protein_g', 'g', 50, 30, 3],
    ['carbohydrate_g', 'g', 275, 6, 3],
    ['fiber_td_g', 'g', 28, 10.5, 1],
  ]);
});

test('nutrientIn scales by the amount, and reads the main nutrients from the portion itself', () => {
  const [oats] = portions;
  if (oats === undefined) throw new Error('There is no portion.');
  const half = { ...oats, count: 50 };
  expect(nutrientIn(half, 'fiber_td_g', rows)).toBe(5.25);
  expect(nutrientIn(half, 'lipid_total_g', new Map())).toBe(2.5);
  expect(nutrientIn(half, 'iron_mg', rows)).toBeNull();
});

test('groupsOf lists the main nutrients first, in the order in which people look for them', () => {
  const names = [
    ...['ash_g', 'vit_c_mg', 'water_g', 'sugar_g', 'fiber_td_g', 'carbohydrate_g', 'fa_sat_g'],
    ...['lipid_total_g', 'protein_g', 'sodium_mg', 'kcal', 'iron_mg', 'cholestrl_mg'],
  ];
  const groups = groupsOf(names.map((name) => ({ ...FIBER, name })));
  expect(groups.map(({ group, members }) => [group, ...members.map(({ name }) => name)])).toEqual([
    [
      ...['main', 'kcal', 'protein_g', 'lipid_total_g', 'carbohydrate_g', 'fiber_td_g', 'sugar_g'],
      'water_g',
    ],
    ['fats', 'fa_sat_g', 'cholestrl_mg'],
    ['minerals', 'sodium_mg', 'iron_mg'],
    ['vitamins', 'vit_c_mg'],
    ['more', 'ash_g'],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test.each([
  [null, 'g', '–'],
  [0.123, 'mg', '0.12 mg'],
  [12.34, 'mg', '12.3 mg'],
  [123.4, 'mg', '123 mg'],
  [12.34, 'kcal', '12 kcal'],
  [1, null, '1'],
])('nutrientText of %j %j is %j', (value, unit, text) => {
  expect(nutrientText(value, unit)).toBe(text);
});
