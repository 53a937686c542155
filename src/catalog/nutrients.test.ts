import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readNutrients } from './nutrients.ts';

const nutrients = readNutrients();
const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');

test('readNutrients returns the columns of the bundled table in order', () => {
  expect(nutrients.map(({ column }) => column).join()).toBe(csv.slice(0, csv.indexOf('\n')));
});

test('readNutrients returns units that match the suffixes of the column names', () => {
  const endings: Record<string, string> = { g: 'g', mg: 'mg', ug: 'µg', iu: 'IU', rae: 'µg' };
  const odd = nutrients.filter(({ column, unit }) => {
    const expected = endings[/_([a-z]+)$/.exec(column)?.[1] ?? ''];
    return expected !== undefined && unit !== expected;
  });
  expect(odd).toEqual([]);
});

test('readNutrients reads sources in order of preference, with their units', () => {
  const kcal = nutrients.find(({ column }) => column === 'kcal');
  expect(kcal).toMatchObject({ title: 'Energy', infoods: 'ENERC_KCAL', dailyValue: undefined });
  expect(kcal?.fdcIds).toEqual([
    { name: '1008', unit: 'kcal' },
    { name: '2047', unit: 'kcal' },
    { name: '2048', unit: 'kcal' },
    { name: '1062', unit: 'kJ' },
  ]);
  const iron = nutrients.find(({ column }) => column === 'iron_mg');
  expect(iron).toMatchObject({ dailyValue: 18, openFoodFacts: [{ name: 'iron', unit: 'g' }] });
});

test('readNutrients lists no source twice', () => {
  for (const field of ['fdcIds', 'fdcNumbers', 'openFoodFacts'] as const) {
    const names = nutrients.flatMap((nutrient) => nutrient[field].map(({ name }) => name));
    expect(names).toEqual([...new Set(names)]);
  }
});
