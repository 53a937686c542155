import { ExactNumber, isExactDouble, type StoredValue } from '../../food/decimal.ts';
import type { Entry } from '../../food/entry.ts';
import { doubleAt, elementAt } from '../../search/flat-arrays.ts';
import type { Column } from '../selection/selection.ts';
import {
  NumberValuesBuilder,
  type NumberValuesData,
  numbersOf,
  type OrdinalsData,
} from './number-values.ts';

// Defines the columns that `where`, `sort` and `/api/groups` may name, and stores their values.

/** The values of a column, by row, in a form that `where` and `sort` can compare. */
export interface ColumnData extends Omit<Column, 'hasGroups'> {
  readonly values: NumberValuesData | OrdinalsData;
  /** Whether the values are strings, few of them distinct. */
  readonly hasFewTexts: boolean;
  /** The nearest doubles, for divisions, if the exact numbers are stored as ordinals. */
  readonly doubles?: NumberValuesData;
}

/** The columns of every answer that `where` and `sort` may name, in the order of the answer. */
export const ANSWER_COLUMNS = [
  'carbohydrate_g',
  'protein_g',
  'kcal',
  'description',
  'fat_g',
] as const;

/** Checks whether every answer has a column with this name, ignoring case. */
export function isInEveryAnswer(name: string): boolean {
  const names: readonly string[] = ANSWER_COLUMNS;
  return names.includes(name.toLowerCase());
}

/**
 * Checks whether foods can be grouped by a column. For that, the ordinals of its strings must fit
 * in a byte.
 */
export function hasGroups({ values, hasFewTexts }: ColumnData): boolean {
  return hasFewTexts && values.form === 'ordinal' && values.ordinals instanceof Uint8Array;
}

const FAT_PLACE = ANSWER_COLUMNS.indexOf('fat_g');

/**
 * Returns the values of an entry in the order of {@link ANSWER_COLUMNS}.
 *
 * @param json the same values as they appear in answers
 */
export function answerValues(entry: Entry, json: readonly string[]): StoredValue[] {
  const { carbohydrate_g, protein_g, kcal, description } = entry;
  const fat = new ExactNumber(JSON.parse(elementAt(json, FAT_PLACE)));
  return [carbohydrate_g, protein_g, kcal, description, fat];
}

/** Collects the columns of a table: those that every answer has, and additional ones. */
export class ColumnsBuilder {
  readonly #columns: readonly ColumnBuilder[];

  constructor(extra: readonly string[]) {
    this.#columns = [...ANSWER_COLUMNS, ...extra].map((name) => new ColumnBuilder(name));
  }

  /**
   * Adds the next row: its {@link answerValues} and the values of the additional columns, in order.
   */
  add(own: readonly StoredValue[], extra: readonly StoredValue[]): void {
    for (const [i, value] of [...own, ...extra].entries()) elementAt(this.#columns, i).add(value);
  }

  /**
   * @param offered the additional columns that callers may request
   * @param ordinalsOf assigns ordinals to a column's values, except to numbers that doubles hold
   *   exactly
   */
  build(offered: readonly string[], ordinalsOf: OrdinalsOf): ColumnData[] {
    const isWanted = ({ name }: ColumnBuilder, i: number) =>
      i < ANSWER_COLUMNS.length || offered.includes(name);
    return this.#columns.filter(isWanted).map((column) => column.build(ordinalsOf));
  }
}

/** Assigns ordinals to a column's values, which are either numbers or strings. */
export type OrdinalsOf = (name: string, holdsNumbers: boolean) => OrdinalsData;

/**
 * Returns the numbers of a column if doubles hold them exactly; `undefined` for any other column.
 */
export function numbersIn({ values, doubles }: ColumnData): NumberValuesData | undefined {
  return doubles !== undefined || values.form === 'ordinal' ? undefined : values;
}

/**
 * Returns a column with the numbers of some rows replaced.
 *
 * @param column must have numbers, see {@link numbersIn}
 * @param changed the new numbers by row; `null` is an unknown number
 */
export function withNumbers(
  column: ColumnData,
  changed: ReadonlyMap<number, number | null>,
): ColumnData {
  const numbers = numbersIn(column);
  if (numbers === undefined) throw new RangeError(`Column ${column.name} has no numbers`);
  const read = numbersOf(numbers);
  const builder = new ColumnBuilder(column.name);
  const row = new Uint32Array(1);
  const before = new Float64Array(1);
  for (let i = 0; i < numbers.values.length; i++) {
    row[0] = i;
    read(row, 1, before);
    const known = changed.get(i);
    const value = known === undefined ? doubleAt(before, 0) : known;
    builder.add(Number.isNaN(value) ? null : value);
  }
  return builder.build(() => {
    throw new RangeError(`Column ${column.name} has values that are not numbers`);
  });
}

class ColumnBuilder {
  readonly name: string;
  #hasText = false;
  #hasNumber = false;
  /** `undefined` once the values cannot be stored in this form. */
  #numbers: NumberValuesBuilder | undefined = new NumberValuesBuilder();
  /** The nearest doubles; absent while doubles hold all numbers exactly. */
  #doubles: NumberValuesBuilder | undefined;

  constructor(name: string) {
    this.name = name;
  }

  add(value: StoredValue): void {
    if (typeof value === 'string') {
      this.#hasText = true;
      this.#numbers = undefined;
      this.#doubles = undefined;
    } else if (value === null || (typeof value === 'number' && !Number.isFinite(value))) {
      (this.#numbers ?? this.#doubles)?.add(Number.NaN);
    } else this.#addNumber(value);
  }

  build(ordinalsOf: OrdinalsOf): ColumnData {
    const { name } = this;
    const holdsNumbers = this.#hasNumber && !this.#hasText;
    const numbers = holdsNumbers ? this.#numbers?.build() : undefined;
    const values = numbers ?? ordinalsOf(name, holdsNumbers);
    const doubles = holdsNumbers ? this.#doubles?.build() : undefined;
    const hasFewTexts = !this.#hasNumber && name !== 'description' && areFew(values);
    return { name, holdsNumbers, hasFewTexts, values, ...(doubles && { doubles }) };
  }

  #addNumber(value: number | bigint | ExactNumber): void {
    this.#hasNumber = true;
    const isExact = typeof value === 'number' || isExactDouble(String(value));
    if (!isExact) {
      this.#doubles ??= this.#numbers;
      this.#numbers = undefined;
    }
    (this.#numbers ?? this.#doubles)?.add(Number(value));
  }
}

/** A column with more strings than this must have at least {@link ROWS_PER_TEXT} rows per string. */
export const FEW_TEXTS = 255;
export const ROWS_PER_TEXT = 8;

function areFew(values: NumberValuesData | OrdinalsData): boolean {
  // More strings than 16 bits can number are never few.
  if (values.form !== 'ordinal' || values.ordinals instanceof Uint32Array) return false;
  const { ordinals, rows } = values;
  return rows.length <= Math.max(FEW_TEXTS, ordinals.length / ROWS_PER_TEXT);
}
