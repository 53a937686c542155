import { decodeHTMLStrict } from 'entities';
import type { StoredValue } from '../food/stored-value.ts';
import { parseAmount } from './cell-amount.ts';
import type { FindingCounts, Rule } from './import-report.ts';
import type { RawRecord, RawValue } from './record-source.ts';
import { SeenTexts } from './seen-texts.ts';
import type { ColumnMarks } from './table/column-marks.ts';
import type { PlannedColumn, PlannedField } from './table/column-plan.ts';
import { convertAmount } from './table/units.ts';

// Turns records into foods: skips what is none, converts amounts per serving to 100 g, reads "1 cup
// (240 g)".

/** In UTF-16 units. Longer ones are lists of ingredients that slipped into the wrong column. */
const MAX_NAME_LENGTH = 1000;
/** The most energy of 100 g, in kcal: pure fat. USDA's tables have no food above. */
export const MAX_KCAL = 902;
/** 100 g, in the units that amounts have. */
const MAX_AMOUNTS: Readonly<Record<string, number>> = { g: 100, mg: 1e5, µg: 1e8 };

/** The rules for a food on import: turns records into rows, counts what is odd, skips what is no food. */
export class FoodCleaner {
  read = 0;
  readonly #nulls: { readonly column: string; count: number }[];
  readonly #columns: readonly PlannedColumn[];
  readonly #findings: FindingCounts;
  readonly #marks: ColumnMarks;
  readonly #name: number;
  readonly #nameFields: readonly PlannedField[];
  readonly #key: number;
  /** The column of the weight of a serving that the amounts are of; -1 where they are per 100 g. */
  readonly #weight: number;
  /** Whether a food has several amounts, so that a row with a name alone is none. */
  readonly #isTable: boolean;
  readonly #names = new SeenTexts();
  readonly #keys = new SeenTexts();

  constructor(
    columns: readonly PlannedColumn[],
    key: string | undefined,
    findings: FindingCounts,
    marks: ColumnMarks,
    isPerServing = false,
  ) {
    this.#columns = columns;
    this.#findings = findings;
    this.#marks = marks;
    this.#name = columns.findIndex((column) => column.name === 'description');
    this.#nameFields = columns[this.#name]?.fields ?? [];
    this.#weight = isPerServing ? servingWeight(columns) : -1;
    const amounts = columns.filter(({ type, fields }) => type === 'number' && fields.length > 0);
    this.#isTable = amounts.length > 2;
    this.#key = columns.findIndex((column) => column.name === key);
    this.#nulls = columns.map(({ name }) => ({ column: name, count: 0 }));
  }

  /** By column, how many rows have no value. */
  get nulls(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#nulls.map(({ column, count }) => [column, count]));
  }

  /** How many different names the foods have. */
  get differentNames(): number {
    return this.#names.size;
  }

  /** The rows of the records that are kept. */
  clean(records: readonly RawRecord[]): StoredValue[][] {
    const rows: StoredValue[][] = [];
    for (const record of records) {
      this.read += 1;
      const row = this.#toRow(record);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  #toRow(record: RawRecord): StoredValue[] | undefined {
    const name = this.#nameOf(record);
    if (name === undefined) return undefined;
    if (this.#isTable && hasOneValue(record)) {
      this.#findings.add('heading', record.place, () => name);
      return undefined;
    }
    const row = this.#columns.map((column, i) => {
      if (i === this.#name) return name;
      if (column.type === 'number') return this.#amountOf(record, column);
      return textOf(firstPresent(record, column.fields)?.value);
    });
    if (this.#weight >= 0) this.#toPer100Grams(record, row);
    for (const [i, nulls] of this.#nulls.entries()) if (row[i] === null) nulls.count += 1;
    const key = row[this.#key];
    if (key !== undefined) this.#checkKey(record, key);
    return row;
  }

  #nameOf(record: RawRecord): string | undefined {
    const { place } = record;
    let name = String(firstPresent(record, this.#nameFields)?.value ?? '');
    if (name.includes('&')) {
      // Twice, since exports of exports have `&amp;quot;`.
      const decoded = decodeHTMLStrict(decodeHTMLStrict(name));
      if (decoded !== name) this.#findings.add('html-entity', place, () => name);
      name = decoded;
    }
    if (CONTROL.test(name)) {
      const raw = name;
      this.#findings.add('line-break', place, () => raw);
      name = name.replaceAll(CONTROLS, ' ');
    }
    name = name.trim();
    if (name === '') {
      this.#findings.add('no-name', place, () => record.values.slice(0, 5).join(' | '));
      return undefined;
    }
    if (name.length > MAX_NAME_LENGTH) {
      this.#findings.add('long-name', place, () => name);
      return undefined;
    }
    if (name.includes('\ufffd')) this.#findings.add('damaged-text', place, () => name);
    if (name.startsWith('"')) this.#findings.add('quote', place, () => name);
    if (this.#names.add(name)) this.#findings.add('repeated-name', place, () => name);
    return name;
  }

  #amountOf(record: RawRecord, column: PlannedColumn): number | null {
    let zero: number | null = null;
    for (const [i, field] of column.fields.entries()) {
      const raw = record.values[field.index];
      if (raw === null || raw === undefined || raw === '') continue;
      const value = this.#parse(record.place, column, field, raw);
      // Tables that write 0 for what is missing may still have the energy in the other unit.
      if (value === 0 && column.unit === 'kcal') zero = 0;
      else if (value !== null) {
        const amount = convertAmount(value, field.factor);
        this.#noteAmount({ record, field, raw }, column, amount, i > 0);
        return amount;
      }
    }
    return zero;
  }

  /** @param isOther whether a better field of the column has no value */
  #noteAmount(
    { record, field, raw }: { record: RawRecord; field: PlannedField; raw: RawValue },
    { name, unit }: PlannedColumn,
    amount: number,
    isOther: boolean,
  ): void {
    const note = (rule: Rule) =>
      this.#findings.add(rule, record.place, () => `${field.name} ${raw}`);
    const isEnergy = unit === 'kcal';
    if (isEnergy && field.factor !== 1) note('energy-in-kj');
    else if (isOther) note('other-nutrient');
    if (amount < 0) note('negative');
    // What is per serving, and portions, may be more.
    if (this.#weight >= 0 || name.startsWith('gmwt')) return;
    if (isEnergy && amount > MAX_KCAL) note('over-902-kcal');
    if (amount > (MAX_AMOUNTS[unit ?? ''] ?? Number.POSITIVE_INFINITY)) note('over-100-g');
  }

  /** Without the weight of the serving, nothing is known of 100 g. */
  #toPer100Grams(record: RawRecord, row: StoredValue[]): void {
    const weight = row[this.#weight];
    const factor = typeof weight === 'number' && weight > 0 ? 100 / weight : undefined;
    if (factor === undefined) {
      this.#findings.add('no-serving-weight', record.place, () => String(row[this.#name]));
    }
    for (const [i, { unit, name }] of this.#columns.entries()) {
      const amount = row[i];
      if (unit === undefined || isAboutPortions(name) || typeof amount !== 'number') continue;
      row[i] = factor === undefined ? null : convertAmount(amount, factor);
    }
  }

  #parse(
    place: number,
    column: PlannedColumn,
    { index }: PlannedField,
    raw: string | number | bigint,
  ): number | null {
    if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
    const text = String(raw);
    if (PLAIN_AMOUNT.test(text) && this.#marks.arePointsDecimal(index)) return Number(text);
    const grams = column.name === SERVING_WEIGHT ? WEIGHT_IN_TEXT.exec(text)?.[1] : undefined;
    if (grams !== undefined) return Number(grams);
    const { value, oddity } = parseAmount(text, this.#marks.of(index, place, text));
    if (oddity !== undefined) this.#findings.add(oddity, place, () => `${column.name} "${raw}"`);
    return value;
  }

  #checkKey(record: RawRecord, key: StoredValue): void {
    if (key === null) this.#findings.add('no-key', record.place, () => '');
    else if (this.#keys.add(String(key))) {
      this.#findings.add('repeated-key', record.place, () => String(key));
    }
  }
}

function hasOneValue({ values }: RawRecord): boolean {
  let filled = 0;
  for (const value of values) {
    if (value === null || value === undefined || value === '') continue;
    filled += 1;
    if (filled > 1) return false;
  }
  return true;
}

/** Its weight is in grams. */
const SERVING_WEIGHT = 'gmwt_1';
/** `1 cup (240 g)`, `240g`. */
const WEIGHT_IN_TEXT = /(?:^|[^\d.,])(\d{1,5}(?:\.\d{1,3})?)\s?g\b/i;

/**
 * The place of the column with the weight of a food's serving; -1 where there is none, so that amounts
 * per serving are kept as they are.
 */
export function servingWeight(columns: readonly PlannedColumn[]): number {
  return columns.findIndex(({ name, fields }) => name === SERVING_WEIGHT && fields.length > 0);
}

function isAboutPortions(name: string): boolean {
  return name.startsWith('gmwt') || name === 'refuse_pct';
}

/** What nearly all amounts are; the rest is looked at more closely. */
const PLAIN_AMOUNT = /^\d{1,15}(?:\.\d{1,15})?$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const CONTROLS = new RegExp(`${CONTROL.source}+`, 'g');

function firstPresent(
  { values }: RawRecord,
  fields: readonly PlannedField[],
): { readonly value: string | number | bigint } | undefined {
  for (const { index } of fields) {
    const value = values[index];
    if (value !== null && value !== undefined && value !== '') return { value };
  }
  return undefined;
}

/** Text as it is; numbers of JSON, such as keys, become their digits. */
function textOf(value: string | number | bigint | undefined): string | null {
  if (value === undefined) return null;
  const text = String(value).trim();
  return text === '' ? null : text;
}
