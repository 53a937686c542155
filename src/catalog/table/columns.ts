import { isExactDouble } from '../../food/decimal.ts';
import type { Entry } from '../../food/entry.ts';
import { ExactNumber, type StoredValue } from '../../food/stored-value.ts';
import { elementAt } from '../../search/flat-arrays.ts';
import type { Column } from '../selection/selection.ts';
import { NumberValuesBuilder, type NumberValuesData } from './number-values.ts';
import { TextCodesBuilder, type TextCodesData } from './text-codes.ts';

// Which columns `where`, `sort` and `/api/groups` may name, and how their values are kept.

/** The values of a column, in the order of the rows, as conditions and orders compare them. */
export interface ColumnData extends Omit<Column, 'hasGroups'> {
  /** `undefined` where they are compared as they are written in answers. */
  readonly values: NumberValuesData | TextCodesData | undefined;
}

/** The columns of every answer that conditions and orders may name, in its order. */
export const ANSWER_COLUMNS = [
  'carbohydrate_g',
  'protein_g',
  'kcal',
  'description',
  'fat_g',
] as const;

/** Whether every answer has a column of this name, in whatever case. */
export function isInEveryAnswer(name: string): boolean {
  const names: readonly string[] = ANSWER_COLUMNS;
  return names.includes(name.toLowerCase());
}

/** The place of the description among them. */
export const DESCRIPTION_PLACE = ANSWER_COLUMNS.indexOf('description');

/** Whether foods can be grouped by a column: so many texts have codes of a byte. */
export function hasGroups({ values }: ColumnData): boolean {
  return values !== undefined && 'codes' in values && values.codes instanceof Uint8Array;
}

/** Collects the columns of a table: those of every answer, and further ones. */
export class ColumnsBuilder {
  readonly #columns: readonly ColumnBuilder[];

  constructor(further: readonly string[]) {
    this.#columns = [...ANSWER_COLUMNS, ...further].map((name) => new ColumnBuilder(name));
  }

  /** Adds the next row, with its `fat_g` and the values of the further columns in their order. */
  add(entry: Entry, fat: string, further: readonly StoredValue[]): void {
    const { carbohydrate_g, protein_g, kcal, description } = entry;
    const own = [carbohydrate_g, protein_g, kcal, description, new ExactNumber(fat)];
    own.forEach((value, i) => {
      elementAt(this.#columns, i).add(value);
    });
    further.forEach((value, i) => {
      elementAt(this.#columns, ANSWER_COLUMNS.length + i).add(value);
    });
  }

  /** @param offered the further columns that callers may ask for */
  build(offered: readonly string[]): ColumnData[] {
    const isWanted = ({ name }: ColumnBuilder, i: number) =>
      i < ANSWER_COLUMNS.length || offered.includes(name);
    return this.#columns.filter(isWanted).map((column) => column.build());
  }
}

class ColumnBuilder {
  readonly name: string;
  #hasText = false;
  #hasNumber = false;
  /** `undefined` once the values cannot be kept so. */
  #numbers: NumberValuesBuilder | undefined = new NumberValuesBuilder();
  #codes: TextCodesBuilder | undefined;

  constructor(name: string) {
    this.name = name;
    // Hardly any two foods share one.
    this.#codes = name === 'description' ? undefined : new TextCodesBuilder();
  }

  add(value: StoredValue): void {
    const isText = typeof value === 'string';
    if (isText) this.#addText(value);
    else if (value === null || (typeof value === 'number' && !Number.isFinite(value))) {
      this.#numbers?.add(Number.NaN);
      if (this.#codes?.add(null) === false) this.#codes = undefined;
    } else this.#addNumber(value);
  }

  build(): ColumnData {
    const { name } = this;
    const holdsNumbers = this.#hasNumber && !this.#hasText;
    const values = holdsNumbers ? this.#numbers?.build() : this.#codes?.build();
    return { name, holdsNumbers, values };
  }

  #addText(text: string): void {
    this.#hasText = true;
    this.#numbers = undefined;
    if (this.#codes?.add(text) === false) this.#codes = undefined;
  }

  #addNumber(value: number | bigint | ExactNumber): void {
    this.#hasNumber = true;
    this.#codes = undefined;
    const isExact = typeof value === 'number' || isExactDouble(String(value));
    if (isExact) this.#numbers?.add(Number(value));
    else this.#numbers = undefined;
  }
}
