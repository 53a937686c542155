import { expect, test } from 'vitest';
import { SeenTexts } from '../../catalog/sqlite/seen-texts.ts';
import type { StoredValue } from '../../food/decimal.ts';
import type { Acceptance } from '../formats.ts';
import { DECISIONS, FindingCounts, SKIPS } from '../import-report.ts';
import { RecordAmounts } from '../record-amounts.ts';
import { ColumnDecimalMarks } from './column-marks.ts';
import type { PlannedColumn } from './column-plan.ts';
import type { BasisEvidence } from './odd-foods.ts';
import { TableCheck } from './table-check.ts';

const column = (name: string, unit?: string): PlannedColumn => {
  const fields = [{ name: `the ${name}`, index: 0, factor: 1 }];
  return { name, type: unit === undefined ? 'text' : 'number', unit, fields };
};
const COLUMNS = [
  column('description'),
  column('kcal', 'kcal'),
  ...['protein_g', 'carbohydrate_g', 'lipid_total_g', 'alcohol_g'].map((name) => column(name, 'g')),
];

type Row = readonly [string, ...(number | null)[]];

interface Options {
  readonly per?: BasisEvidence;
  readonly accepted?: readonly Acceptance[];
  readonly names?: number;
  readonly otherBasis?: string;
  readonly columns?: readonly PlannedColumn[];
}

/** Checks foods, and returns those that are kept, what was found, and why the table is refused. */
function checked(
  rows: readonly Row[],
  { per, accepted, names, otherBasis, columns = COLUMNS }: Options = {},
) {
  const findings = new FindingCounts();
  const check = new TableCheck(columns, per, findings, accepted);
  const whole = rows.map((row): StoredValue[] => columns.map((_, i) => row[i] ?? null));
  const kept = check.fitting(whole).map(([name]) => name);
  const seen = new SeenTexts();
  const amounts = new RecordAmounts(findings, new ColumnDecimalMarks('', [], [], []), false);
  for (let i = 0; i < (names ?? rows.length); i++) seen.add(`${i}`);
  const found = findings.of({ ...SKIPS, ...DECISIONS });
  return {
    ...{ kept, nulls: check.nulls, fault: check.fault({ names: seen, otherBasis, amounts }) },
    found: found.map(({ rule, count }) => `${rule}: ${count}`),
  };
}

const egg = (i: number): Row => [`Egg ${i}`, 143, 12.6, 0.7, 9.5];
const foods = (count: number, of: (i: number) => Row = egg) =>
  Array.from({ length: count }, (_, i) => of(i));
const light: Row = ['Ham', 20, 12.6, 0.7, 9.5];
const huge: Row = ['Ham', 143, 12.6, 0.7, 200];
const strong: Row = ['Rum', 143, 12.6, 0.7, 9.5, 200];

test('foods whose amounts do not fit are left out, unless there are few foods', () => {
  const small = checked([...foods(6), light], { per: '100g' });
  expect([small.kept.length, small.found, small.fault]).toEqual([7, [], undefined]);
  for (const misfit of [light, huge]) {
    const { kept, found, nulls } = checked([...foods(7), misfit], { per: '100g' });
    expect([kept.length, found, nulls.alcohol_g, nulls.kcal]).toEqual([7, ['misfit: 1'], 7, 0]);
  }
  const accepted = checked([...foods(7), huge], { per: '100g', accepted: ['nutrients'] });
  expect([accepted.kept.length, accepted.found, accepted.nulls.alcohol_g]).toEqual([
    8,
    ['special: 1'],
    8,
  ]);
});

test('a food with the same amounts in all columns is noted, unless there are few foods', () => {
  const water = (i: number): Row => [`Water ${i}`, 0, 0, 0, 0, i === 0 ? null : 0];
  const found = (rows: Row[]) => checked(rows, { per: '100g' }).found;
  expect(found([...foods(6), ...foods(2, water)])).toEqual(['same-amounts: 2']);
  expect(found([...foods(5), ...foods(2, water)])).toEqual([]);
});

test.each<[string, Row[], Options, string | undefined]>([
  ['foods', foods(8), { per: '100g' }, undefined],
  [
    'no amounts',
    foods(3, (i) => [`Egg ${i}`]),
    { per: '100g' },
    'none of its foods has energy or a nutrient',
  ],
  ['one amount', [...foods(3, (i) => [`Egg ${i}`]), egg(4)], { per: '100g' }, undefined],
  [
    'four foods with the same amounts',
    [...foods(4, (i) => [`Meal ${i}`, 1, 1, 1, 1]), ...foods(4)],
    { per: '100g' },
    'energy that does not match',
  ],
  [
    'five foods with the same amounts',
    foods(5, (i) => [`Meal ${i}`, 5, 5, 5, 5]),
    { per: '100g' },
    'most of its foods have the same amount in all columns',
  ],
  [
    'five foods with the same amounts, accepted',
    foods(5, (i) => [`Meal ${i}`, 5, 5, 5, 5]),
    { per: '100g', accepted: ['nutrients'] },
    undefined,
  ],
  ['five foods of water', foods(5, (i) => [`Water ${i}`, 0, 0, 0, 0]), { per: '100g' }, undefined],
  ['five foods with two amounts', foods(5, (i) => [`Meal ${i}`, 5, 5]), { per: '100g' }, undefined],
  ['one number as a name', [['7', 143, 12.6, 0.7, 9.5]], { per: '100g' }, undefined],
  [
    'two numbers as names',
    foods(2, (i) => [`${i}`, 143, 12.6, 0.7, 9.5]),
    { per: '100g' },
    'its column "the description" has numbers or sentences for 2 foods',
  ],
  [
    'half of names numbers',
    [...foods(2, (i) => [`${i}`, 143, 12.6, 0.7, 9.5]), ...foods(2)],
    { per: '100g' },
    undefined,
  ],
  ['two names for eight foods', foods(8), { per: '100g', names: 2 }, undefined],
  [
    'one name for eight foods',
    foods(8),
    { per: '100g', names: 1 },
    'has too few different names (1) for 8 foods',
  ],
  ['one name for seven foods', foods(7), { per: '100g', names: 1 }, undefined],
  ['two misfits of twelve', [...foods(10), light, light], { per: '100g' }, undefined],
  [
    'three misfits of twelve',
    [...foods(9), light, light, light],
    { per: '100g' },
    '3 of its foods have energy that does not match',
  ],
  [
    'three misfits of 24',
    [...foods(21), light, light, light],
    { per: '100g' },
    '3 of its foods have energy that does not match',
  ],
  ['three misfits of 25', [...foods(22), light, light, light], { per: '100g' }, undefined],
  ['no servings', foods(8), {}, undefined],
  [
    'another basis',
    foods(8),
    { otherBasis: 'per cup' },
    'it says "per cup", and no column says "per 100 g"',
  ],
  ['another basis beside its own', foods(8), { per: 'names', otherBasis: 'per cup' }, undefined],
  [
    'a serving',
    foods(8, (i) => [...egg(i), null, 50]),
    { columns: [...COLUMNS, column('gmwt_1', 'g')] },
    'its column "the gmwt_1" has servings',
  ],
  [
    'a serving that foods lack',
    foods(8),
    { columns: [...COLUMNS, column('gmwt_1', 'g')] },
    undefined,
  ],
  [
    'a serving, per 100 g',
    foods(8, (i) => [...egg(i), null, 50]),
    { per: '100g', columns: [...COLUMNS, column('gmwt_1', 'g')] },
    undefined,
  ],
])('a table with %s', (_, rows, options, reason) => {
  const { fault } = checked(rows, options);
  if (reason === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(reason);
});

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
