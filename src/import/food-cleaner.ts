import { decodeHTMLStrict } from 'entities';
import { DescriptionLanguage } from '../catalog/table/description-language.ts';
import type { StoredValue } from '../food/stored-value.ts';
import { SeenTexts } from '../memo/seen-texts.ts';
import { AmountReader, SERVING_WEIGHT } from './amount-reader.ts';
import { isAmountText } from './cell-amount.ts';
import { undoubled } from './files/encoding.ts';
import type { FindingCounts, Rule } from './import-report.ts';
import { isFilled, loneValue, type RawRecord, type RawValue } from './record-source.ts';
import { IS_OF_100 } from './sample.ts';
import type { ColumnMarks } from './table/column-marks.ts';
import { isPer100 } from './table/column-names.ts';
import { isNutrient, listOf, type PlannedColumn, type PlannedField } from './table/column-plan.ts';
import { MIN_FOODS } from './table/odd-foods.ts';
import { convertAmount } from './table/units.ts';

// Turns records into foods: skips what is none, converts amounts per serving to 100 g, reads "1 cup
// (240 g)".

/** In UTF-16 units. Longer ones are lists of ingredients that slipped into the wrong column. */
const MAX_NAME_LENGTH = 1000;
/** What is left by difference is below 0 in fewer foods. */
const NEGATIVE_ONE_IN = 5;

/** The rules for a food on import: turns records into rows, counts what is odd, skips what is no food. */
export class FoodCleaner {
  read = 0;
  /** Rows left out that seem to be foods. */
  lost = 0;
  readonly #nulls: { readonly column: string; count: number }[];
  readonly #columns: readonly PlannedColumn[];
  readonly #findings: FindingCounts;
  readonly amounts: AmountReader;
  readonly #name: number;
  readonly #nameFields: readonly PlannedField[];
  readonly #key: number;
  readonly #basis: number;
  /** The column of the weight of a serving that the amounts are of; -1 where they are per 100 g. */
  readonly #weight: number;
  /** Whether a food has several amounts, so that a row with a name alone is none. */
  readonly #isTable: boolean;
  readonly #amountFields: readonly PlannedField[];
  /** A text that says what other amount than 100 g all amounts are of. */
  otherBasis: string | undefined;
  /** Why the foods are not to be kept. */
  fault: string | undefined;
  readonly names = new SeenTexts();
  readonly language = new DescriptionLanguage();
  readonly #keys = new SeenTexts();

  /** @param basis - the place of what the amounts are of, as {@link basisColumn} finds it */
  constructor(
    columns: readonly PlannedColumn[],
    key: string | undefined,
    findings: FindingCounts,
    marks: ColumnMarks,
    per?: '100g' | 'serving',
    basis = -1,
  ) {
    this.#basis = basis;
    this.#columns = columns;
    this.#findings = findings;
    this.#name = columns.findIndex((column) => column.name === 'description');
    this.#nameFields = columns[this.#name]?.fields ?? [];
    this.#weight = per === 'serving' ? servingWeight(columns) : -1;
    this.amounts = new AmountReader(findings, marks, this.#weight >= 0);
    const amounts = columns.filter((column) => isNutrient(column) && column.fields.length > 0);
    this.#isTable = amounts.length > 2;
    this.#amountFields = amounts.flatMap(({ fields: [field] }) => field ?? []);
    for (const { name } of this.#amountFields) this.noteBasis(name);
    this.#key = columns.findIndex((column) => column.name === key);
    this.#nulls = columns.map(({ name }) => ({ column: name, count: 0 }));
  }

  /** By column, how many rows have no value. */
  get nulls(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#nulls.map(({ column, count }) => [column, count]));
  }

  /** The rows of the records that are kept. */
  clean(records: readonly RawRecord[]): StoredValue[][] {
    const rows: StoredValue[][] = [];
    for (const record of records) {
      if (!record.values.some(isFilled)) continue;
      this.read += 1;
      this.noteBasis(loneValue(record.values));
      const row = this.#toRow(record);
      if (row !== undefined) rows.push(row);
    }
    if (this.#findings.countOf(['negative']) * NEGATIVE_ONE_IN > this.read + MIN_FOODS)
      this.fault ??= 'many of its amounts are negative. Correct them, or leave those columns out.';
    return rows;
  }

  /** @param text - what stands alone in a row, or names a column */
  noteBasis(text = ''): void {
    if (OTHER_BASIS.test(text) && !isPer100(text)) this.otherBasis ??= text;
  }

  #toRow(record: RawRecord): StoredValue[] | undefined {
    const name = this.#nameOf(record);
    if (name === undefined) return undefined;
    const basis = record.values[this.#basis];
    if (isFilled(basis) && !IS_OF_100.test(String(basis))) {
      return this.#skip('other-basis', record, `${name}: ${basis}`);
    }
    if (this.#isTable && (loneValue(record.values) !== undefined || this.#isNoFood(name, record))) {
      this.#findings.add('heading', record.place, () => name);
      return undefined;
    }
    if (this.#isTable && this.#arePercentages(record)) {
      return this.#skip('percentages', record, name);
    }
    const row = this.#columns.map((column, i) => {
      if (i === this.#name) return name;
      if (column.type === 'number') return this.amounts.of(record, column);
      return textOf(firstPresent(record, column.fields));
    });
    if (this.#weight >= 0) this.#toPer100Grams(record, row);
    for (const [i, nulls] of this.#nulls.entries()) if (row[i] === null) nulls.count += 1;
    const key = row[this.#key];
    if (key !== undefined) this.#checkKey(record, key);
    return row;
  }

  #skip(rule: Rule, { place }: RawRecord, text: string): undefined {
    this.lost += 1;
    this.#findings.add(rule, place, () => text);
  }

  /** Whether the row is a total, the header again, or a footnote: `1`, `Estimated`. */
  #isNoFood(name: string, { place, values }: RawRecord): boolean {
    if (this.#nameFields.some((one) => one.name.toLowerCase() === name.toLowerCase())) return true;
    const texts = this.#amountFields.map(({ index }) => String(values[index] ?? ''));
    if (SUMMARY.test(name) || texts.some(isAmountText)) return SUMMARY.test(name);
    // Different words in place of amounts are names of columns: `Men`, `Women`.
    const words = [...new Set(texts.filter((text) => /\p{L}{3}/u.test(text)))];
    if (words.length > 1) {
      this.fault ??= `it has another header in line ${place}: ${listOf(words)}. Give each table a file of its own.`;
    }
    return !/\p{L}/u.test(name);
  }

  /** Whether the row says which share of a daily value a food has. */
  #arePercentages({ values }: RawRecord): boolean {
    const [first, ...others] = this.#amountFields.map(({ index }) => String(values[index] ?? ''));
    return /%\s*$/.test(first ?? '') && others.every((text) => /%\s*$|^\s*$/.test(text));
  }

  #nameOf(record: RawRecord): string | undefined {
    const { place } = record;
    const raw = String(firstPresent(record, this.#nameFields) ?? '');
    const name = cleanName(raw, place, this.#findings);
    if (RULE.test(name)) {
      return this.#skip('no-name', record, record.values.slice(0, 5).join(' | '));
    }
    if (name.length > MAX_NAME_LENGTH) return this.#skip('long-name', record, name);
    this.language.add(name);
    if (this.names.add(name)) this.#findings.add('repeated-name', place, () => name);
    return name;
  }

  /** Without the weight of the serving, nothing is known of 100 g. */
  #toPer100Grams(record: RawRecord, row: StoredValue[]): void {
    const weight = row[this.#weight];
    const factor = typeof weight === 'number' && weight > 0 ? 100 / weight : undefined;
    if (factor === undefined) {
      this.#findings.add('no-serving-weight', record.place, () => String(row[this.#name]));
    }
    for (const [i, column] of this.#columns.entries()) {
      const amount = row[i];
      if (!isNutrient(column) || typeof amount !== 'number') continue;
      row[i] = factor === undefined ? null : convertAmount(amount, factor);
    }
  }

  #checkKey(record: RawRecord, key: StoredValue): void {
    if (key === null) this.#findings.add('no-key', record.place, () => '');
    else if (this.#keys.add(String(key))) {
      this.#findings.add('repeated-key', record.place, () => String(key));
    }
  }
}

/** `Nutrition facts per serving`, `Nährwerte pro Portion`, `per 1 oz (28 g)`. */
const OTHER_BASIS =
  /(?:\/|(?<!\p{L})(?:per|pro|par|por|je|cada|op))[\s_-]*(?:one\s|une?\s|uma?\s)?(?:serving|porti|porç|porci|porzion|cup\b|ounce|(?:\d+(?:[.,]\d+)?\s?)?(?:oz|lb)\b|\d+(?:[.,]\d+)?\s?(?:g|grams?|ml)\b)|[_/ ]serving$/iu;
/** No name, or a line between others. */
const RULE = /^[-–—:|=_\s]*$/;

/** Rows of all foods, or of none, by the names that they have in tables. */
const SUMMARY =
  /^(?:(?:(?:grand )?totals?|sub-?totals?|sum|average|mean|median|daily values?|rda|summe|gesamt|mittelwert|durchschnitt|somme|moyenne|suma|promedio|totale|media|soma|média|合計|平均|合计|总计)(?:\s*\((?:all|n ?=).*|\s+(?:of|all|group)\b.*)?|max(?:imum)?|min(?:imum)?|count|±? ?(?:sd|se|sem|std\.? ?dev\.?)|(?:recommended|reference) (?:daily|dietary|nutrient)\b.*)$/i;

/**
 * The place of the column with the weight of a food's serving; -1 if there is none, so that amounts
 * per serving are kept as they are.
 */
export function servingWeight(columns: readonly PlannedColumn[]): number {
  return columns.findIndex(({ name, fields }) => name === SERVING_WEIGHT && fields.length > 0);
}

function firstPresent({ values }: RawRecord, fields: readonly PlannedField[]): RawValue {
  return fields.map(({ index }) => values[index]).find(isFilled);
}

/** Text as it is; numbers of JSON, such as keys, become their digits. */
function textOf(value: RawValue): string | null {
  const text = String(value ?? '').trim();
  return text === '' ? null : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A name without entities, control characters and spaces around it; what was odd is counted. */
function cleanName(raw: string, place: number, findings: FindingCounts): string {
  // Twice, since exports of exports have `&amp;quot;`.
  const decoded = raw.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(raw)) : raw;
  if (decoded !== raw) findings.add('html-entity', place, () => raw);
  const whole = undoubled(decoded);
  if (whole !== decoded) findings.add('doubled-text', place, () => decoded);
  const line = whole.replaceAll(CONTROLS, ' ');
  if (line !== whole) findings.add('line-break', place, () => decoded);
  const name = line.trim();
  if (name.includes('\ufffd')) findings.add('damaged-text', place, () => name);
  if (name.startsWith('"')) findings.add('quote', place, () => name);
  return name;
}
