import { h } from 'preact';
import { expect, test } from 'vitest';
import { rendered } from '../parts/render.case.ts';
import {
  MAIN_LINES,
  NutritionLabel,
  percentDaily,
  percentDailyOfVitamin,
  type Rounding,
  roundForLabel,
  VITAMIN_LINES,
} from './nutrition-label.tsx';

/** 21 CFR 101.9(c)(1) energy, (2) fats, (3) cholesterol, (4) sodium, (6) and (7) grams, (8) others. */
test.each<[Rounding, number, number | string]>([
  ['energy', 4.9, 0],
  ['energy', 5, 5],
  ['energy', 47, 45],
  ['energy', 50, 50],
  ['energy', 54, 50],
  ['energy', 143, 140],
  ['fat', 0.49, 0],
  ['fat', 0.5, 0.5],
  ['fat', 4.7, 4.5],
  ['fat', 5.4, 5],
  ['fat', 9.51, 10],
  ['cholesterol', 1.9, 0],
  ['cholesterol', 2, '<5'],
  ['cholesterol', 5, 5],
  ['cholesterol', 186, 185],
  ['sodium', 4.9, 0],
  ['sodium', 133, 135],
  ['sodium', 143, 140],
  ['gram', 0.4, 0],
  ['gram', 0.72, '<1'],
  ['gram', 1.4, 1],
  ['tenth', 0.86, 0.9],
  ['ten', 56, 60],
])('roundForLabel as %s: %d is %j', (rounding, amount, expected) => {
  const rounded = roundForLabel(amount, rounding);
  expect(rounded.isLess ? `<${rounded.amount}` : rounded.amount).toBe(expected);
});

test('percentDaily returns whole percentages', () => {
  expect([percentDaily(9.51, 78), percentDaily(0, 78)]).toEqual([12, 0]);
});

/** 21 CFR 101.9(c)(8)(iii) */
test.each([
  [1.9, 0],
  [2, 2],
  [9.1, 10],
  [12, 10],
  [13, 15],
  [47, 45],
  [50, 50],
  [54, 50],
  [56, 60],
])('percentDailyOfVitamin of %d percent is %d', (percent, expected) => {
  expect(percentDailyOfVitamin(percent, 100)).toBe(expected);
});

/** 21 CFR 101.9(c), by the paragraph of each nutrient; subcomponents are indented on the label. */
test('every line is rounded by its own rule', () => {
  const lines = [...MAIN_LINES, ...VITAMIN_LINES].map(
    ({ column, rounding, isPart = false }) => `${isPart ? '- ' : ''}${column}: ${rounding}`,
  );
  expect(lines).toEqual([
    'lipid_total_g: fat',
    '- fa_sat_g: fat',
    'cholestrl_mg: cholesterol',
    'sodium_mg: sodium',
    'carbohydrate_g: gram',
    '- fiber_td_g: gram',
    '- sugar_g: gram',
    'protein_g: gram',
    'vit_d_ug: tenth',
    'calcium_mg: ten',
    'iron_mg: tenth',
    'potassium_mg: ten',
  ]);
});

test('the label has amounts, and percentages except that of protein', () => {
  const of = (name: string, per100g: number | null, daily_value: number | null, unit = 'g') => {
    return { name, per100g, daily_value, unit, title: name, infoods: 'X', key: false };
  };
  const nutrients = [
    of('kcal', 123, 2000, 'kcal'),
    of('lipid_total_g', 78, 78),
    of('fa_sat_g', 0.4, 20),
    of('sodium_mg', null, 2300, 'mg'),
    of('fiber_td_g', 0.3, 28),
    of('sugar_g', 3, null),
    of('protein_g', 50, 50),
    of('vit_d_ug', 36, 20, 'µg'),
  ];
  const amount = { count: 2, unit: { name: 'g', grams: 100 } };
  const rows = rendered(h(NutritionLabel, { nutrients, amount })).all('tr');
  expect(rows.map(({ text }) => text).filter((text) => !text.endsWith('–'))).toEqual([
    '% Daily Value',
    'Total Fat 156 g200%',
    'Saturated Fat 1 g4%',
    'Dietary Fiber less than 1 g2%',
    'Total Sugars 6 g',
    'Protein 100 g',
    'Vitamin D 72 mcg360%',
  ]);
});
