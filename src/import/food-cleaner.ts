import { SeenTexts } from '../catalog/sqlite/seen-texts.ts';
import { DescriptionLanguage } from '../catalog/table/description-language.ts';
import type { StoredValue } from '../food/decimal.ts';
import { convertAmount } from '../food/nutrient-units.ts';
import { SUMMARY } from '../food/summary-rows.ts';
import { IS_OF_100, isOtherBasis } from './amount-basis.ts';
import { isAmountText, isWordOnly, MISSING_NAME } from './cell-amount.ts';
import { cleanName } from './clean-name.ts';
import type { FindingCounts, Rule } from './import-report.ts';
import { RecordAmounts, servingWeight } from './record-amounts.ts';
import { isFilled, onlyText, type RawRecord, type RawValue } from './record-source.ts';
import type { ColumnDecimalMarks } from './table/column-marks.ts';
import { isFoodName, unitIn } from './table/column-names.ts';
import { isNutrient, listOf, type PlannedColumn, type PlannedField } from './table/column-plan.ts';
import { MIN_FOODS } from './table/odd-foods.ts';
import { unitOf } from './table/table-layout.ts';

// Turns records into foods: skips those that are not foods, converts amounts per serving to 100 g.

/**
 * The longest name, in UTF-16 units. Longer ones are ingredient lists that slipped into the wrong
 * column.
 */
const MAX_NAME_LENGTH = 1000;
/** A correct table has at most one negative amount for this many rows. */
const NEGATIVE_ONE_IN = 5;

/** Matches the first tag of a web page, such as an error page, and a merge conflict marker. */
const NO_TABLE =
  /^<(?:<{6} |(?:!doctype html[^<>]*|(?:html|head|body)(?:\s+[\w:-]+\s*=[^<>]*)?)>)/i;
/** Matches part of a name: one that continues the row above, or is continued in the row below. */
const PART_OF_NAME = /^\p{Ll}|[,(]$/u;
/** In correct tables, fewer than one row in this many matches {@link PART_OF_NAME}. */
const PART_ONE_IN = 20;

/** Turns records into rows, counts odd values, and skips records that are not foods. */
export class FoodCleaner {
  read = 0;
  /** How many rows that seem to be foods were left out. */
  lost = 0;
  /** How many rows seem to have only part of a name. */
  #parts = 0;
  /** How many rows have no value, by column. */
  readonly nulls: Record<string, number>;
  readonly #columns: readonly PlannedColumn[];
  readonly #findings: FindingCounts;
  readonly amounts: RecordAmounts;
  readonly #name: number;
  readonly #nameFields: readonly PlannedField[];
  readonly #key: number;
  readonly #basis: number;
  /**
   * The index of the column with the serving weight, for converting amounts to 100 g; -1 if they
   * are not converted.
   */
  readonly #weight: number;
  /** Whether foods have several amounts; if so, a row with only a name is not a food. */
  readonly #isTable: boolean;
  readonly #amountFields: readonly PlannedField[];
  /** A string saying that amounts are per something other than 100 g. */
  otherBasis: string | undefined;
  /** Why the table is refused. */
  fault: string | undefined;
  readonly names = new SeenTexts();
  readonly language = new DescriptionLanguage();
  readonly #keys = new SeenTexts();

  /** @param basis - the column that names the basis of the amounts, from {@link basisColumn} */
  constructor(
    columns: readonly PlannedColumn[],
    key: string | undefined,
    findings: FindingCounts,
    marks: ColumnDecimalMarks,
    per?: '100g' | 'serving',
    basis = -1,
  ) {
    this.#basis = basis;
    this.#columns = columns;
    this.#findings = findings;
    this.#name = columns.findIndex((column) => column.name === 'description');
    this.#nameFields = columns[this.#name]?.fields ?? [];
    this.#weight = per === 'serving' ? servingWeight(columns) : -1;
    this.amounts = new RecordAmounts(findings, marks, this.#weight >= 0);
    const amounts = columns.filter((column) => isNutrient(column) && column.fields.length > 0);
    this.#isTable = amounts.length > 2;
    const fields = amounts.flatMap(({ fields: [field] }) => field ?? []);
    this.#amountFields = fields.sort((a, b) => a.index - b.index);
    this.noteBasis(...[...this.#nameFields, ...this.#amountFields].map(({ name }) => name));
    this.#key = columns.findIndex((column) => column.name === key);
    this.nulls = Object.fromEntries(columns.map(({ name }) => [name, 0]));
  }

  /** Returns the rows of the records that are kept. */
  clean(records: readonly RawRecord[]): StoredValue[][] {
    const rows: StoredValue[][] = [];
    for (const record of records) {
      if (!record.values.some(isFilled)) continue;
      this.read += 1;
      const lone = onlyText(record.values) ?? '';
      this.noteBasis(lone);
      const row = this.#toRow(record, lone);
      if (row !== undefined) rows.push(row);
      if (rows.length > 0 && PART_OF_NAME.test(lone)) this.#parts += 1;
      if (NO_TABLE.test(lone))
        this.fault ??= `line ${record.place} is part of a web page or a merge conflict. Get the file again, since it may lack foods.`;
    }
    if (this.#findings.countOf(['negative']) * NEGATIVE_ONE_IN > Math.max(this.read, MIN_FOODS))
      this.fault ??= 'many of its amounts are negative. Correct them, or leave their columns out.';
    if (this.#findings.countOf(['no-serving-weight']) * 2 > Math.max(this.read, MIN_FOODS))
      this.fault ??=
        'most of its servings have no weight in grams, so amounts cannot be converted to 100 g. To ' +
        'keep the amounts per serving, leave the weight out with --map gmwt_1=.';
    if (this.#parts * PART_ONE_IN > Math.max(this.read, 3 * PART_ONE_IN))
      this.fault ??= 'many names seem to continue in another row. Put each name in one row.';
    return rows;
  }

  /** @param texts - such as the only string of a row, names of columns, or `name: value` */
  noteBasis(...texts: readonly string[]): void {
    if (this.#weight < 0) this.otherBasis ??= texts.find(isOtherBasis);
  }

  #toRow(record: RawRecord, lone: string): StoredValue[] | undefined {
    const name = this.#nameOf(record);
    if (name === undefined) return undefined;
    const basis = record.values[this.#basis];
    if (isFilled(basis) && !IS_OF_100.test(String(basis)))
      return this.#skip('other-basis', record, `${name}: ${basis}`);
    const texts = this.#amountFields.map(({ index }) => String(record.values[index] ?? '').trim());
    const isNotFood = () => lone !== '' || this.#isNotFood(name, record, texts);
    if (this.#isHeader(name, texts) || (this.#isTable && isNotFood())) {
      this.#findings.add('heading', () => name, record.place);
      return undefined;
    }
    // Skips percentages of daily values.
    if (this.#isTable && texts[0]?.endsWith('%') && texts.every((text) => /%$|^$/.test(text)))
      return this.#skip('percentages', record, name);
    if (isShifted(texts)) return this.#skip('misfit', record, name);
    const row = this.#columns.map((column, i) => {
      if (i === this.#name) return name;
      if (column.type === 'number') return this.amounts.of(record, column);
      return String(firstPresent(record, column.fields) ?? '').trim() || null;
    });
    if (this.#weight >= 0) this.#toPer100Grams(record, row);
    for (const [i, { name: column }] of this.#columns.entries())
      if (row[i] === null) this.nulls[column] = (this.nulls[column] ?? 0) + 1;
    const key = row[this.#key];
    if (key !== undefined) this.#checkKey(record, key, name);
    return row;
  }

  #skip(rule: Rule, { place }: RawRecord, text: string): undefined {
    this.lost += 1;
    this.#findings.add(rule, () => text, place);
  }

  /** Checks whether the row repeats the header or its units. */
  #isHeader(name: string, texts: readonly string[]): boolean {
    // A row of the header may have units, or parts of names: `Carbo-`. A header with different
    // columns or units belongs to a different table.
    const isSame = this.#amountFields.every(({ name: field }, i) => {
      const text = (texts[i] ?? '').toLowerCase();
      const unit = unitOf(text);
      const isUnit = unit !== undefined && unit === unitIn(field);
      return isUnit || field.toLowerCase().includes(text.replace(/-$/, ''));
    });
    const isNamed = this.#nameFields.some((one) => one.name.toLowerCase() === name.toLowerCase());
    const words = new Set(texts.filter((text) => isWord(text) || unitOf(text) !== undefined)).size;
    return isSame && (isNamed ? texts.some(Boolean) : words > 1);
  }

  /** Checks whether the row is a total, or a footnote: `1`, `Estimated`. */
  #isNotFood(name: string, record: RawRecord, texts: readonly string[]): boolean {
    // In a row of column IDs, the food's name is a column name, and the values have no decimals.
    const isId = isFoodName(name) && !texts.some((text) => /[.,]/.test(text));
    // Without a key, a row with one amount states something about the table: `Version 2.1`.
    const keys = this.#columns[this.#key]?.fields ?? [];
    const isKeyless = keys.length > 0 && !isFilled(firstPresent(record, keys));
    if (isKeyless && texts.filter(isAmountText).length < 2) return true;
    if (SUMMARY.test(name) || texts.some(isAmountText)) return SUMMARY.test(name) || isId;
    // Different words in place of amounts are column names: `Men`, `Women`.
    const words = [...new Set(texts.filter(isWord))];
    if (words.length > 1)
      this.fault ??= `it has another header in line ${record.place}: ${listOf(words)}. Put each table in its own file.`;
    return words.some(isWordOnly) || !/\p{L}/u.test(name);
  }

  #nameOf(record: RawRecord): string | undefined {
    const raw = String(firstPresent(record, this.#nameFields) ?? '');
    const name = cleanName(raw, record.place, this.#findings);
    if (MISSING_NAME.test(name))
      return this.#skip('no-name', record, record.values.slice(0, 5).join(' | '));
    if (name.length > MAX_NAME_LENGTH) return this.#skip('long-name', record, name);
    this.language.add(name);
    if (this.names.add(name)) this.#findings.add('repeated-name', () => name, record.place);
    return name;
  }

  /** Converts amounts per serving to 100 g; without the serving weight, they become null. */
  #toPer100Grams(record: RawRecord, row: StoredValue[]): void {
    const weight = row[this.#weight];
    const factor = typeof weight === 'number' && weight > 0 ? 100 / weight : undefined;
    if (factor === undefined)
      this.#findings.add('no-serving-weight', () => String(row[this.#name]), record.place);
    for (const [i, column] of this.#columns.entries()) {
      const amount = row[i];
      if (!isNutrient(column) || typeof amount !== 'number') continue;
      row[i] = factor === undefined ? null : convertAmount(amount, factor);
    }
  }

  #checkKey(record: RawRecord, key: StoredValue, name: string): void {
    if (key === null) this.#findings.add('no-key', () => name, record.place);
    else if (this.#keys.add(String(key)))
      this.#findings.add('repeated-key', () => String(key), record.place);
  }
}

/** Different words from the first amount on belong to other columns. Elsewhere, they are marks. */
const isShifted = ([first = '', ...texts]: readonly string[]): boolean =>
  isWordOnly(first) && texts.some((text) => text !== first && isWordOnly(text));

const isWord = (text: string): boolean => /\p{L}{3}/u.test(text);

function firstPresent({ values }: RawRecord, fields: readonly PlannedField[]): RawValue {
  return fields.map(({ index }) => values[index]).find(isFilled);
}
