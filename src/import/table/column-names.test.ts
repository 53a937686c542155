import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readNutrients } from '../../catalog/nutrients.ts';
import { parseFieldName, plainText } from './column-names.ts';

test('column-names.tsv has names for existing columns only, each name for one column', () => {
  const file = new URL('../../../data/column-names.tsv', import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const columns = ['code', ...readNutrients().map(({ column }) => column)];
  const rows = lines.map((line) => line.split('\t'));
  expect(rows.filter(([column = '']) => !columns.includes(column))).toEqual([]);
  const all = rows.flatMap(([, names = '']) => names.split('; ').map(plainText));
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  expect(all).not.toContain('');
});

test.each([
  ['Protéines, N x 6.25 (g/100 g)', 'proteines n x 6 25', 'g'],
  ['Energy (kcal) (kcal)', 'energy', 'kcal'],
  ['Energ_Kcal', 'energ', 'kcal'],
  ['Copper_mg)', 'copper', 'mg'],
  ['Lut+Zea_ (µg)', 'lut zea', 'µg'],
  ['Vit_D_µg', 'vit d', 'µg'],
  ['Vit_A_IU', 'vit a', 'IU'],
  ['energy kJ', 'energy', 'kJ'],
  ['energia_kcal', 'energia', 'kcal'],
  ['Sugars [g per 100 g]', 'sugars', 'g'],
  ['Eiweiß (g pro 100g)', 'eiweiss', 'g'],
  ['Thiamin (B1)', 'thiamin', undefined],
  ['Vitamin K', 'vitamin k', undefined],
  ['Shrt_Desc', 'shrt desc', undefined],
  ['ENERC(kJ) (original)', 'enerc', 'kJ'],
  ['energy_kj_100g', 'energy', 'kJ'],
  ['Protein (mg/g)', 'protein', '%'],
  ['Kilojoules', 'kilojoules', 'kJ'],
  ['Energy_in_kJ_per_100g', 'energy', 'kJ'],
  ['Energy (Cal)', 'energy', 'kcal'],
  ['ï»¿Food name', 'food name', undefined],
  ['Energy (kJ)¹', 'energy', 'kJ'],
  ['Ｅｎｅｒｇｙ（ｋＪ）', 'energy', 'kJ'],
  ['calories_per_100g', 'calories', undefined],
  ['protein_g_100g', 'protein', 'g'],
  ['Fat (g) total', 'fat total', 'g'],
  ['Vitamin A (µg RAE)', 'vitamin a', 'µg'],
  ['Mg', 'mg', undefined],
  ['ENERCKCAL', 'enerc', 'kcal'],
  ['Energía\n<ENERC> (kJ)', 'energia', 'kJ'],
  ['Total protein\n(g)\nPROCNT(g)', 'procnt', 'g'],
  ['Magnesium, Mg (mg)', 'magnesium', 'mg'],
  ['エネルギー (kcal)', plainText('エネルギー'), 'kcal'],
  ['Calcium, fat-free food (mg)', 'calcium fat free food', 'mg'],
  ['Energy-yielding nutrients: Fat (g)', 'energy yielding nutrients fat', 'g'],
  ['Total fat (g) - energy', 'total fat energy', 'g'],
  ['Energie / Fett (g)', 'energie fett', 'g'],
  [
    'Energy (kcal) from protein, carbohydrate and fat',
    'energy from protein carbohydrate and fat',
    'kcal',
  ],
])('parseFieldName splits %j', (field, name, unit) => {
  const parsed = parseFieldName(field);
  expect(parsed.plain).toContain(name);
  expect(parsed.unit).toBe(unit);
});

test.each([
  'Fat (kcal)',
  'Fat.Calories',
  'Data.Fat.Calories',
  'FatCalories',
  'Calories (from fat)',
  'Calories from saturated fat',
  'Lipids_Calories',
  'energy-from-fat_100g',
  'Energy from fat (kcal)',
  'Energie aus Fett (kJ)',
  'Calorías de las grasas',
  'kcal lipides',
])('%s is not the energy of a food', (field) => {
  expect(parseFieldName(field).unit).toBe('%');
});
