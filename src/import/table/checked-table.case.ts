import { SeenTexts } from '../../catalog/sqlite/seen-texts.ts';
import type { StoredValue } from '../../food/decimal.ts';
import type { Acceptance } from '../formats.ts';
import { DECISIONS, FindingCounts, SKIPS } from '../import-report.ts';
import { RecordAmounts } from '../record-amounts.ts';
import { ColumnDecimalMarks } from './column-marks.ts';
import type { PlannedColumn } from './column-plan.ts';
import type { BasisEvidence } from './odd-foods.ts';
import { TableCheck } from './table-check.ts';

// Tables for tests of TableCheck.

export const column = (name: string, unit?: string): PlannedColumn => {
  const fields = [{ name: `the ${name}`, index: 0, factor: 1 }];
  return { name, type: unit === undefined ? 'text' : 'number', unit, fields };
};
export const COLUMNS = [
  column('description'),
  column('kcal', 'kcal'),
  ...['protein_g', 'carbohydrate_g', 'lipid_total_g', 'alcohol_g'].map((name) => column(name, 'g')),
];

export type Row = readonly [string, ...(number | null)[]];

export interface Options {
  readonly per?: BasisEvidence;
  readonly accepted?: readonly Acceptance[];
  readonly names?: number;
  readonly otherBasis?: string;
  readonly columns?: readonly PlannedColumn[];
}

/** Checks foods, and returns those that are kept, what was found, and why the table is refused. */
export function checked(
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
  const fault = check.fault({ names: seen, otherBasis, amounts });
  const found = findings.of({ ...SKIPS, ...DECISIONS });
  return {
    ...{ kept, nulls: check.nulls, fault },
    found: found.map(({ rule, count }) => `${rule}: ${count}`),
  };
}

export const egg = (i: number): Row => [`Egg ${i}`, 143, 12.6, 0.7, 9.5];
export const foods = (count: number, of: (i: number) => Row = egg) =>
  Array.from({ length: count }, (_, i) => of(i));
export const light: Row = ['Ham', 20, 12.6, 0.7, 9.5];
export const huge: Row = ['Ham', 143, 12.6, 0.7, 200];
export const strong: Row = ['Rum', 143, 12.6, 0.7, 9.5, 200];
