import { expect, test } from 'vitest';
import { columnOf, nextSort, ownColumn, readSorting } from './columns.ts';

const LIPID = {
  name: 'lipid_total_g',
  title: 'Total fat',
  unit: 'g',
  infoods: 'FAT',
  daily_value: 78,
  key: false,
};

test('readSorting reads a column and its direction', () => {
  expect(readSorting('sodium_mg')).toEqual({ column: 'sodium_mg', isDescending: false });
  expect(readSorting('-sodium_mg')).toEqual({ column: 'sodium_mg', isDescending: true });
  expect(readSorting(undefined)).toBeUndefined();
});

test('columnOf is the inverse of ownColumn, and prefers total fat if the table has it', () => {
  for (const shown of ['description', 'kcal', 'carbohydrate', 'protein', 'fat'] as const) {
    expect(ownColumn(columnOf(shown, []))).toBe(shown);
    expect(ownColumn(columnOf(shown, [LIPID]))).toBe(shown);
  }
  expect([columnOf('fat', []), columnOf('fat', [LIPID])]).toEqual(['fat_g', 'lipid_total_g']);
  for (const other of ['sodium_mg', 'constructor']) expect(ownColumn(other)).toBeUndefined();
});

test('nextSort cycles through both directions and the best match; numbers start with the largest, names with A', () => {
  expect(nextSort(undefined, 'kcal')).toBe('-kcal');
  expect(nextSort('-kcal', 'kcal')).toBe('kcal');
  expect(nextSort('kcal', 'kcal')).toBeUndefined();
  expect(nextSort('kcal', 'protein_g')).toBe('-protein_g');
  expect(nextSort(undefined, 'description')).toBe('description');
  expect(nextSort('description', 'description')).toBe('-description');
});
