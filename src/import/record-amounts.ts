import { convertAmount, isTrace, unitFactor } from '../food/nutrient-units.ts';
import { type Amount, parseAmount } from './cell-amount.ts';
import type { FindingCounts, Rule } from './import-report.ts';
import { isFilled, type RawRecord } from './record-source.ts';
import type { ColumnDecimalMarks } from './table/column-marks.ts';
import type { PlannedColumn, PlannedField } from './table/column-plan.ts';

// Reads the amounts of a record in the units of their columns, including a serving weight such as
// "1 cup (240 g)", and reports odd values.

/** The maximum energy of 100 g, in kcal: pure fat. No food in USDA's tables exceeds it. */
export const MAX_KCAL = 902;
/** The largest amount in 100 g, by unit. */
const MAX_AMOUNTS: Readonly<Record<string, number>> = { kcal: MAX_KCAL, g: 100, mg: 1e5, µg: 1e8 };

/**
 * Amounts computed by difference, in grams, may be slightly negative. This value or a lower one
 * means that the amount is missing.
 */
const MIN_AMOUNT = -1;

/** The column of the serving weight, in grams. */
export const SERVING_WEIGHT = 'gmwt_1';
/** Matches `1 cup (240 g)` and `240g`. */
export const WEIGHT_IN_TEXT = /(?:^|[^\d.,])(\d{1,5}(?:\.\d{1,3})?)\s?g\b/i;

/** Matches nearly all amounts; all others go through the full parser. */
const PLAIN_AMOUNT = /^(?!0\d)\d{1,15}(?:\.\d{1,15})?$/;

type Note = (rule: Rule) => void;

/** Reads the amounts of a table, and counts odd ones. */
export class RecordAmounts {
  /** How many values could not be read, by column. */
  readonly unreadable = new Map<string, number>();
  readonly #findings: FindingCounts;
  readonly #marks: ColumnDecimalMarks;
  readonly #isPerServing: boolean;

  /** @param isPerServing - whether amounts are still per serving, and so may exceed 100 g */
  constructor(findings: FindingCounts, marks: ColumnDecimalMarks, isPerServing: boolean) {
    this.#findings = findings;
    this.#marks = marks;
    this.#isPerServing = isPerServing;
  }

  /** Returns the amount of a column, from the first field that has one. */
  of(record: RawRecord, column: PlannedColumn): number | null {
    let zero: number | null = null;
    for (const [i, field] of column.fields.entries()) {
      const read = this.#parse(record, column, field);
      // Some tables write 0 for a missing value, and have a food's energy only in kJ or only in
      // kcal.
      if (read?.value === 0 && column.unit === 'kcal') zero = 0;
      else if (read !== undefined) {
        const amount = convertAmount(read.value, read.factor);
        const text = () => `${field.name} ${record.values[field.index]}`;
        const note: Note = (rule) => this.#findings.add(rule, text, record.place);
        this.#noteAmount(note, column, amount, read.factor, i > 0);
        return amount >= 0 || (column.unit === 'g' && amount > MIN_AMOUNT) ? amount : null;
      }
    }
    return zero;
  }

  /** @param isOther - whether the amount is not from the preferred field of the column */
  #noteAmount(note: Note, column: PlannedColumn, amount: number, factor: number, isOther: boolean) {
    const { name, unit } = column;
    if (unit === 'kcal' && factor !== 1) note('energy-in-kj');
    else if (isOther) note('other-nutrient');
    if (amount < 0) note('negative');
    // Amounts per serving, and weights of portions, may be larger.
    if (this.#isPerServing || name.startsWith('gmwt')) return;
    if (amount > (MAX_AMOUNTS[unit ?? ''] ?? Number.POSITIVE_INFINITY)) note('over-100-g');
  }

  /**
   * Returns the number in a cell and its factor, if the cell has a number; a unit in the cell
   * overrides the column's.
   */
  #parse({ place, values }: RawRecord, column: PlannedColumn, { index, factor }: PlannedField) {
    const raw = values[index];
    if (!isFilled(raw)) return undefined;
    if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw, factor } : undefined;
    const text = String(raw);
    if (PLAIN_AMOUNT.test(text) && this.#marks.arePointsDecimal(index)) {
      return { value: Number(text), factor };
    }
    const grams = column.name === SERVING_WEIGHT ? WEIGHT_IN_TEXT.exec(text)?.[1] : undefined;
    if (grams !== undefined) return { value: Number(grams), factor };
    const read = parseAmount(text, this.#marks.of(index, place, text));
    const own = factorOf(read, text, column, factor);
    const rule = own === undefined ? 'unreadable' : read.oddity;
    if (rule !== undefined) this.#findings.add(rule, () => `${column.name} "${raw}"`, place);
    if (rule === 'unreadable') {
      this.unreadable.set(column.name, (this.unreadable.get(column.name) ?? 0) + 1);
    }
    return read.value === null || own === undefined
      ? undefined
      : { value: read.value, factor: own };
  }
}

/**
 * Returns the factor of an amount; `undefined` if its unit does not fit the column, or if the
 * amount is "less than" a limit that is too high to be useful.
 */
function factorOf({ oddity, unit }: Amount, text: string, column: PlannedColumn, factor: number) {
  const limit = Number(/\d[\d.,]*/.exec(text)?.[0].replace(',', '.') ?? 0);
  if (oddity === 'trace' && !isTrace(limit * factor, column.unit ?? '')) return undefined;
  return unit === undefined ? factor : unitFactor(unit, column.unit ?? unit);
}

/**
 * Returns the index of the serving weight column; -1 if there is none. Amounts are then not
 * converted.
 */
export function servingWeight(columns: readonly PlannedColumn[]): number {
  return columns.findIndex(({ name, fields }) => name === SERVING_WEIGHT && fields.length > 0);
}
