import { expect, test } from 'vitest';
import {
  COLUMNS,
  checked,
  column,
  foods,
  huge,
  type Options,
  type Row,
  strong,
} from './checked-table.case.ts';
import type { BasisEvidence } from './odd-foods.ts';

const oil = (i: number): Row => [`Oil ${i}`, 902, 0, 0, 100];
const full = (i: number): Row => [`Meal ${i}`, 595, 35, 35, 35];
const SERVING = [...COLUMNS, column('gmwt_1', 'g')];
const large = (i: number): Row => [`Meal ${i}`, 1_430, 126, 7, 95];

test.each<[string, Row[], BasisEvidence, string | undefined]>([
  ['one food', [...foods(8), huge], '100g', undefined],
  [
    'two of 200 foods',
    [...foods(198), huge, huge],
    '100g',
    '2 of 200 foods have over 902 kcal or over 100 g of nutrients in 100 g, which is impossible. Correct them',
  ],
  [
    'two foods with one nutrient',
    [...foods(9), strong, strong],
    '100g',
    '2 of 11 foods have over 902 kcal or over 100 g of nutrients in 100 g, which is impossible. Leave "the alcohol_g" out with --map alcohol_g=',
  ],
  ['foods at the limit of energy', foods(8, oil), '100g', undefined],
  ['servings at the limit of energy', foods(8, oil), 'serving', undefined],
  ['foods at the limit of mass', foods(8, full), '100g', undefined],
  ['servings at the limit of mass', foods(8, full), 'serving', undefined],
  [
    'two foods, one of them with one such nutrient',
    [...foods(9), huge, strong],
    '100g',
    '2 of 11 foods have over 902 kcal or over 100 g of nutrients in 100 g, which is impossible. Correct them',
  ],
  ['two of 201 foods', [...foods(199), huge, huge], '100g', undefined],
  ['two of 40 foods', [...foods(38), huge, huge], 'names', '2 of 40 foods'],
  ['two of 41 foods', [...foods(39), huge, huge], 'names', undefined],
  ['two of 16 foods', [...foods(14), huge, huge], 'format', '2 of 16 foods'],
  ['two of 17 foods', [...foods(15), huge, huge], 'format', undefined],
  ['four large servings', [...foods(4), ...foods(4, large)], 'serving', undefined],
  [
    'five large servings',
    [...foods(3), ...foods(5, large)],
    'serving',
    '5 of 8 foods have over 902 kcal or over 100 g of nutrients in a serving, which is too much for most foods.',
  ],
])('%s with impossible amounts', (_, rows, per, reason) => {
  const { fault = '' } = checked(rows, { per });
  expect(fault.includes('have over 902 kcal')).toBe(reason !== undefined);
  expect(fault).toContain(reason ?? '');
});

test.each<[string, string, Row[], Options]>([
  [
    'that servings were perhaps not converted',
    '. If the amounts were per 100 g, use --per 100g instead.',
    [...foods(9), huge, huge],
    { per: 'names', columns: SERVING },
  ],
  [
    'to accept them',
    'Correct them, or accept them with --accept nutrients.',
    [...foods(9), huge, huge],
    { per: 'names' },
  ],
  [
    'to accept them, with servings and per 100 g',
    'Correct them, or accept them with --accept nutrients.',
    [...foods(9), huge, huge],
    { per: '100g', columns: SERVING },
  ],
  [
    'servings, if most names have one',
    'If the amounts are per serving, say so with --per serving.',
    [
      ...foods(3, (i) => [`Egg ${i}, per serving`, 143, 12.6, 0.7, 9.5]),
      ...foods(2, () => ['Ham, per serving', 143, 12.6, 0.7, 200]),
    ],
    { per: 'names' },
  ],
  [
    'servings, if nothing says 100 g',
    'If the amounts are per serving, say so with --per serving.',
    [...foods(9), huge, huge],
    {},
  ],
])('a table with impossible amounts suggests %s', (_, advice, rows, options) => {
  expect(checked(rows, options).fault).toContain(advice);
});
