import { describe, expect, test } from 'vitest';
import { toNumber } from '../../src/meal/measures.ts';
import { isSameFood, toFood } from './food.ts';
import { foodOf } from './sample-foods.case.ts';

const entry = { description: 'Oil', kcal: 900, protein_g: 0, carbohydrate_g: null, fat_g: '0.00' };

describe('toFood', () => {
  test('reads the five fields of every answer', () => {
    expect(toFood({ ...entry, fat_g: '12.50' }, undefined)).toEqual({
      description: 'Oil',
      kcal: 900,
      protein: 0,
      fat: 12.5,
      carbohydrate: null,
      id: null,
      measures: [],
    });
  });

  test.each([
    [{ lipid_total_g: 100 }, 100],
    [{ lipid_total_g: null }, null],
    [{ lipid_total_g: 100, fat_known: 0 }, 100],
    [{ fat_known: 3 }, 0],
    [{ fat_known: 2 }, null],
    [{ fat_known: 0 }, null],
    [{ fat_known: null }, null],
  ])('reads fat from %j, or null if some of it is unknown', (columns, fat) => {
    expect(toFood({ ...entry, ...columns }, undefined).fat).toBe(fat);
  });

  test('reads all household measures if the table lists them', () => {
    const portions = [
      { amount: 1, unit: 'cup', grams: 244 },
      { amount: 0, unit: 'cup', grams: 1 },
      { amount: 1, unit: '', grams: 1 },
      { amount: 1, unit: 'tbsp', grams: null },
      null,
      { amount: 1, unit: 'fl oz', grams: 30.5 },
    ];
    const row = { ...entry, portions, gmwt_1: 14, gmwt_desc1: '1 tbsp' };
    expect(toFood(row, undefined).measures.map(({ name }) => name)).toEqual(['cup', 'fl oz']);
    for (const broken of ['', '[]', 7, null, []])
      expect(toFood({ ...row, portions: broken }, undefined).measures).toHaveLength(1);
  });

  test('reads key and measures if present', () => {
    const row = { ...entry, fdc_id: 17, gmwt_1: 14, gmwt_desc1: '1 tbsp', gmwt_2: null };
    expect(toFood(row, 'fdc_id')).toMatchObject({
      id: '17',
      measures: [{ count: 1, name: 'tbsp', grams: 14 }],
    });
    expect(toFood({ ...entry, code: null }, 'code').id).toBeNull();
  });
});

test.each([
  [1, 1],
  ['1.5', 1.5],
  [' ', null],
  ['', null],
  [null, null],
  [undefined, null],
  ['trace', null],
  ['1e999', null],
])('toNumber of %j is %j', (value, number) => {
  expect(toNumber(value)).toBe(number);
});

test('isSameFood compares names and values', () => {
  expect(isSameFood(foodOf('Egg'), foodOf('Egg', { id: '1' }))).toBe(true);
  expect(isSameFood(foodOf('Egg'), foodOf('egg'))).toBe(false);
  for (const values of [{ kcal: 3 }, { protein: 3 }, { fat: 3 }, { carbohydrate: 3 }])
    expect(isSameFood(foodOf('Egg'), foodOf('Egg', values))).toBe(false);
});
