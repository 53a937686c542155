import type { EncodedAnswer, FoodCatalog, FoodQuery, FoodValues } from '../catalog/food-catalog.ts';
import type { Nutrient } from '../catalog/nutrients.ts';
import type { FieldValue } from '../client/food.ts';
import type { GetTerms } from '../food/table-terms.ts';
import { rounded, toNumber } from '../meal/measures.ts';
import { inBounds, type JsonWriter } from './json-writer.ts';

// The catalog, as interfaces use it. Values are parsed only when used: a page has thousands, and
// most are only copied.

const [ZERO, NULL] = [0x30, 0x6e];

/** How a number is written. */
export interface NumberForm {
  /** The JSON before the number, with a comma first, and the JSON after the number. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The factor to multiply the stored value by. Default: 1. */
  readonly factor?: number;
}

/** A food with every column that the table offers. */
export class FoodRow {
  readonly #values: FoodValues;
  readonly row: number;
  #answer: readonly string[] | undefined;

  constructor(values: FoodValues, row: number) {
    this.#values = values;
    this.row = row;
  }

  /** Returns the value of a column; `undefined` if the table has no such column. */
  get(column: string): FieldValue | undefined {
    const index = this.#values.indexOf(column);
    return index === undefined ? undefined : this.#valueAt(index);
  }

  /** Returns the value of a column as a number, if it is one. */
  number(column: string): number | undefined {
    const index = this.#values.indexOf(column);
    return index === undefined ? undefined : this.#numberAt(index);
  }

  /** Writes the number at an index. If there is none, writes nothing. */
  writeNumber(index: number, { before, after, factor = 1 }: NumberForm, to: JsonWriter): void {
    if (factor === 1 && isDigit(this.#firstByte(index))) {
      to.addBytes(before);
      if (index < 0) to.addShort(this.#jsonAt(index));
      else to.copyShort(this.#values.bytes, this.#startOf(index), this.#startOf(index + 1));
    } else {
      const number = this.#numberAt(index);
      const product = number === undefined || factor === 1 ? number : rounded(number * factor);
      if (product === undefined || !Number.isFinite(product)) return;
      to.addBytes(before);
      to.addShort(String(product));
    }
    to.addBytes(after);
  }

  #numberAt(index: number): number | undefined {
    const number = Number(this.#jsonAt(index));
    if (Number.isFinite(number)) return number;
    const value = this.#valueAt(index);
    return Array.isArray(value) ? undefined : (toNumber(value) ?? undefined);
  }

  #valueAt(index: number): FieldValue {
    return this.#firstByte(index) === NULL ? null : JSON.parse(this.#jsonAt(index));
  }

  #jsonAt(index: number): string {
    if (index >= 0)
      return this.#values.bytes.toString('utf8', this.#startOf(index), this.#startOf(index + 1));
    this.#answer ??= this.#values.answerOf(this.row);
    return inBounds(this.#answer[~index]);
  }

  #firstByte(index: number): number {
    if (index < 0) return this.#jsonAt(index).charCodeAt(0);
    return inBounds(this.#values.bytes[this.#startOf(index)]);
  }

  #startOf(index: number): number {
    return this.#values.startOf(this.row, index);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

/** The foods found, and the total number of matches. */
export interface FoundFoods extends Pick<EncodedAnswer, 'interpretation'> {
  readonly foods: readonly FoodRow[];
  readonly total: number;
}

export interface FoodSource extends Pick<FoodCatalog, 'fields' | 'columns' | 'key' | 'values'> {
  /** Searches as `/api/food` does. */
  readonly search: (query: FoodQuery) => EncodedAnswer | Promise<EncodedAnswer>;
  /** Searches in the same way, and returns foods with every column. */
  readonly find: (query: Omit<FoodQuery, 'fields' | 'asRows'>) => Promise<FoundFoods>;
  /** Returns the food with this key. */
  readonly food: (key: string) => FoodRow | undefined;
  /** Returns the distinct strings of a column; empty if there are too many. */
  readonly valuesOf: (column: string) => Promise<readonly string[]>;
  readonly nutrients: readonly Nutrient[];
  readonly terms: GetTerms | undefined;
  /** Counts additional searches toward the caller's rate limit. */
  readonly countMore: (searches: number) => void;
}

/** Everything a food source needs besides the catalog. */
export interface SourceParts extends Pick<FoodSource, 'nutrients' | 'terms' | 'countMore'> {
  readonly caller: () => string;
}

const ROW_BYTES = Uint32Array.BYTES_PER_ELEMENT;

export function createFoodSource(
  catalog: FoodCatalog,
  { caller, ...parts }: SourceParts,
): FoodSource {
  const { fields, columns, key, values } = catalog;
  const search = (query: FoodQuery) => catalog.search(query, caller);
  return {
    ...{ fields, columns, key, values, ...parts, search },
    find: async (query) => {
      const { body, total = 0, interpretation } = await search({ ...query, asRows: true });
      const rows = new Uint32Array(body.buffer, body.byteOffset, body.length / ROW_BYTES);
      return { foods: Array.from(rows, (row) => new FoodRow(values, row)), total, interpretation };
    },
    food: (id) => {
      const row = catalog.rowOf(id);
      return row === undefined ? undefined : new FoodRow(values, row);
    },
    valuesOf: async (column) => {
      if (columns.find(({ name }) => name === column)?.hasGroups !== true) return [];
      const { body } = await search({ match: 'substring', groupsOf: column });
      const groups: { value: string | null }[] = JSON.parse(Buffer.from(body).toString());
      return groups.flatMap(({ value }) => value ?? []);
    },
  };
}
