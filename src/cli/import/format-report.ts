import { withoutPassword } from '../../catalog/database-error.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { fatGrams } from '../../food/fat.ts';
import {
  type ColumnSource,
  type DataFinding,
  DECISIONS,
  type ImportReport,
  NOTES,
  SKIPS,
} from '../../import/import-report.ts';
import { printable } from '../output.ts';

// Formats the report of an import or a dry run: foods, columns, skipped rows, findings.

const RULES: Readonly<Record<string, string>> = { ...SKIPS, ...NOTES, ...DECISIONS };

/**
 * Formats the report of an import for people.
 *
 * @param isWritten false if the import was refused
 */
export function reportText(report: ImportReport, to: string, isWritten: boolean): string {
  const { format, read, kept } = report;
  const foods = `${number(kept)} of ${number(read)} foods`;
  return [
    isWritten
      ? `${foods} imported into ${withoutPassword(to)} (${format})`
      : `nothing imported into ${withoutPassword(to)}: ${foods} could be imported (${format})`,
    keyText(report),
    ...languageLines(report),
    ...findingLines(report),
    '',
  ].join('\n');
}

/** Describes how an import would read the columns, and shows some foods as they would be served. */
export function dryRunText(
  report: ImportReport,
  foods: readonly Readonly<Record<string, StoredValue>>[],
): string {
  const { format, read, kept, columns } = report;
  const served = foods.map((food) => {
    const fat = fatGrams(food.fa_sat_g ?? null, food.fa_mono_g ?? null, food.fa_poly_g ?? null);
    const values = Object.entries({ ...food, fat_g: fat }).filter(([, value]) => value !== null);
    const texts = values.map(([name, value]) => `${name} ${printable(String(value))}`);
    return `  ${texts.join(', ')}`;
  });
  return [
    `${number(kept)} of ${number(read)} foods would be kept (${format}); nothing was written`,
    keyText(report),
    ...languageLines(report),
    'columns:',
    ...columns.map((column) => `  ${columnText(column)}`),
    'the first foods:',
    ...served,
    ...findingLines(report),
    '',
  ].join('\n');
}

function columnText({ column, unit, from }: ColumnSource): string {
  if (from.length === 0) return `${column}: nothing, NULL for every food`;
  const fields = from.map(({ field, factor }) => {
    const conversion = factor === 1 ? '' : `, × ${Number(factor.toPrecision(6))}`;
    return `${printable(JSON.stringify(field))}${conversion}`;
  });
  const amount = unit === undefined ? 'text' : `in ${unit}`;
  return `${column}, ${amount}: from ${fields.join(', else from ')}`;
}

function keyText({ key, findings }: ImportReport): string {
  if (key !== undefined) return `key: ${key}`;
  const isRepeated = findings.some(({ rule }) => rule === 'repeated-key');
  return `no key${isRepeated ? ', since a value repeats' : ''}: foods cannot be looked up`;
}

function languageLines({ language }: ImportReport): string[] {
  if (language === undefined) return [];
  return [`the names seem to be in another language: serve them with --language ${language}`];
}

const TITLES = { skipped: 'skipped', found: 'found' };

/** Lists what was skipped and found, and which values are missing. */
export function findingLines(
  { skipped, findings, nulls }: ImportReport,
  titles: { readonly skipped: string; readonly found: string } = TITLES,
): string[] {
  const gaps = Object.entries(nulls).filter(([, count]) => count > 0);
  const gapText = gaps.map(([name, count]) => `${name} ${number(count)}`).join(', ');
  return [
    ...section(titles.skipped, skipped),
    ...section(titles.found, findings),
    ...(gaps.length === 0 ? [] : ['without a value:', `  ${gapText}`]),
  ];
}

function section(title: string, findings: readonly DataFinding[]): string[] {
  if (findings.length === 0) return [];
  return [
    `${title}:`,
    ...findings.map(({ rule, count, examples }) => {
      const [first, ...others] = examples.map(({ text }) => printable(text));
      const [{ place = 0 } = {}] = examples;
      // If examples have line numbers, only the first is shown; otherwise, all are.
      const text =
        place === 0 ? `such as ${[first, ...others].join('; ')}` : `first line ${place}: ${first}`;
      return `  ${number(count)} × ${RULES[rule]}${first === undefined ? '' : `, ${text}`}`;
    }),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en');
}
