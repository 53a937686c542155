import { expect, test } from 'vitest';
import { movePortion } from '../foods/plate.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { ownValues, rowKeys } from './plate-foods.tsx';

const ROW = { ndb_no: '1', kcal: 143, protein_g: 12.56, lipid_total_g: 9.51, carbohydrate_g: null };
const EGG = foodOf('Egg', { id: '1', kcal: 143, protein: 12.56, fat: 9.51, carbohydrate: null });

test('ownValues returns the values that differ from the service’s', () => {
  const sent = { ...EGG, kcal: 14, fat: null, carbohydrate: 0 };
  expect(ownValues(sent, ROW, 'ndb_no')).toEqual([
    { nutrient: 'kcal', value: 143 },
    { nutrient: 'fat', value: 9.51 },
    { nutrient: 'carbohydrate', value: null },
  ]);
});

test('ownValues returns nothing if the food is missing, or the values look the same', () => {
  expect(ownValues(EGG, ROW, 'ndb_no')).toEqual([]);
  expect(ownValues({ ...EGG, protein: 12.564 }, ROW, 'ndb_no')).toEqual([]);
  expect(ownValues({ ...EGG, protein: 12.57 }, ROW, 'ndb_no')).toHaveLength(1);
  expect(ownValues({ ...EGG, kcal: 1 }, undefined, 'ndb_no')).toEqual([]);
});

test('rowKeys gives each row a key that stays the same if the row is moved or gets another unit', () => {
  const cup = { food: EGG, count: 1, unit: { name: 'cup', grams: 240 } };
  const [grams, salt] = plateOf(EGG, foodOf('Salt'));
  if (grams === undefined || salt === undefined) throw new Error('A row is missing.');
  const rows = [cup, grams, salt];
  const keys = rowKeys(rows);
  expect(new Set(keys.values()).size).toBe(3);
  const moved = rowKeys(movePortion(rows, cup, 1));
  for (const row of rows) expect(moved.get(row)).toBe(keys.get(row));
  const inCups = { ...salt, unit: cup.unit };
  expect(rowKeys([cup, grams, inCups]).get(inCups)).toBe(keys.get(salt));
});
