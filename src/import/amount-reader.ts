import { parseAmount } from './cell-amount.ts';
import type { FindingCounts, Rule } from './import-report.ts';
import type { RawRecord } from './record-source.ts';
import type { ColumnMarks } from './table/column-marks.ts';
import type { PlannedColumn, PlannedField } from './table/column-plan.ts';
import { convertAmount, unitFactor } from './table/units.ts';

// Reads the amounts of a record in the units of their columns, and notes what is odd in them.

/** The most energy of 100 g, in kcal: pure fat. USDA's tables have no food above. */
export const MAX_KCAL = 902;
/** 100 g, in the units that amounts have. */
const MAX_AMOUNTS: Readonly<Record<string, number>> = { g: 100, mg: 1e5, µg: 1e8 };

/** What is left by difference may be a little below 0; from here on down it says "missing". */
const LEAST_AMOUNT = -1;

/** Its weight is in grams. */
export const SERVING_WEIGHT = 'gmwt_1';
/** `1 cup (240 g)`, `240g`. */
const WEIGHT_IN_TEXT = /(?:^|[^\d.,])(\d{1,5}(?:\.\d{1,3})?)\s?g\b/i;

/** What nearly all amounts are; the rest is looked at more closely. */
const PLAIN_AMOUNT = /^(?!0\d+$)\d{1,15}(?:\.\d{1,15})?$/;

interface ReadAmount {
  readonly value: number;
  readonly factor: number;
}

/** Reads the amounts of a table, and counts what is odd. */
export class AmountReader {
  /** By column, how many values could not be read. */
  readonly unreadable = new Map<string, number>();
  readonly #findings: FindingCounts;
  readonly #marks: ColumnMarks;
  readonly #isPerServing: boolean;

  /** @param isPerServing - whether amounts are not per 100 g yet, so that they may be more */
  constructor(findings: FindingCounts, marks: ColumnMarks, isPerServing: boolean) {
    this.#findings = findings;
    this.#marks = marks;
    this.#isPerServing = isPerServing;
  }

  /** The amount of a column, from the best field that has one. */
  of(record: RawRecord, column: PlannedColumn): number | null {
    let zero: number | null = null;
    for (const [i, field] of column.fields.entries()) {
      const raw = record.values[field.index];
      if (raw === null || raw === undefined || raw === '') continue;
      const read = this.#parse(record.place, column, field, raw);
      // Tables that write 0 for what is missing may still have the energy in the other unit.
      if (read?.value === 0 && column.unit === 'kcal') zero = 0;
      else if (read !== undefined) {
        const amount = convertAmount(read.value, read.factor);
        const note = (rule: Rule) =>
          this.#findings.add(rule, record.place, () => `${field.name} ${raw}`);
        this.#noteAmount(note, column, amount, read.factor, i > 0);
        return amount > LEAST_AMOUNT ? amount : null;
      }
    }
    return zero;
  }

  /** @param isOther whether a better field of the column has no value */
  #noteAmount(
    note: (rule: Rule) => void,
    { name, unit }: PlannedColumn,
    amount: number,
    factor: number,
    isOther: boolean,
  ): void {
    if (unit === 'kcal' && factor !== 1) note('energy-in-kj');
    else if (isOther) note('other-nutrient');
    if (amount < 0) note('negative');
    // What is per serving, and portions, may be more.
    if (this.#isPerServing || name.startsWith('gmwt')) return;
    if (unit === 'kcal' && amount > MAX_KCAL) note('over-902-kcal');
    if (amount > (MAX_AMOUNTS[unit ?? ''] ?? Number.POSITIVE_INFINITY)) note('over-100-g');
  }

  /** The number of a cell and its factor; a unit in the cell wins over the column's. */
  #parse(
    place: number,
    column: PlannedColumn,
    { index, factor }: PlannedField,
    raw: string | number | bigint,
  ): ReadAmount | undefined {
    if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw, factor } : undefined;
    const text = String(raw);
    if (PLAIN_AMOUNT.test(text) && this.#marks.arePointsDecimal(index)) {
      return { value: Number(text), factor };
    }
    const grams = column.name === SERVING_WEIGHT ? WEIGHT_IN_TEXT.exec(text)?.[1] : undefined;
    if (grams !== undefined) return { value: Number(grams), factor };
    const { value, oddity, unit } = parseAmount(text, this.#marks.of(index, place, text));
    const own = unit === undefined ? factor : unitFactor(unit, column.unit ?? unit);
    const rule = own === undefined ? 'unreadable' : oddity;
    if (rule !== undefined) this.#findings.add(rule, place, () => `${column.name} "${raw}"`);
    if (rule === 'unreadable') {
      this.unreadable.set(column.name, (this.unreadable.get(column.name) ?? 0) + 1);
    }
    return value === null || own === undefined ? undefined : { value, factor: own };
  }
}
