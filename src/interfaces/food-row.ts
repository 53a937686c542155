import { MAX_FOODS } from '../catalog/food-catalog.ts';
import { ANSWER_COLUMNS } from '../catalog/table/columns.ts';
import type { FieldValue } from '../client/food.ts';
import { rounded, toNumber } from '../meal/measures.ts';
import { inBounds, type JsonWriter } from './json-writer.ts';

// Reads foods from the JSON of an answer. Values are parsed only when they are used: most of the
// thousands of values on a page are only copied.

/** The members of the objects in an answer. */
export interface Layout {
  /** The index of each column among the members. */
  readonly places: ReadonlyMap<string, number>;
  /** The length in bytes of what precedes each value, such as `,"kcal":`. */
  readonly lengths: readonly number[];
}

/** Returns the layout of foods with these additional fields. */
export function layoutOf(fields: readonly string[]): Layout {
  const names = [...ANSWER_COLUMNS, ...fields];
  return {
    places: new Map(names.map((name, place) => [name, place])),
    lengths: names.map((name) => Buffer.byteLength(`,${JSON.stringify(name)}:`)),
  };
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, BACKSLASH, COMMA, POINT, ZERO, NULL] = [0x22, 0x5c, 0x2c, 0x2e, 0x30, 0x6e];

/** Returns the foods in a JSON array of up to {@link MAX_FOODS} objects, or in a single object. */
export function foodsIn(body: Uint8Array, layout: Layout): FoodRow[] {
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { lengths } = layout;
  const isList = json[0] === OPEN_LIST;
  // One array for all: thousands of numbers per page would keep the garbage collector busy.
  const marks = new Uint32Array((lengths.length + 1) * (isList ? MAX_FOODS : 1));
  const foods: FoodRow[] = [];
  let at = isList ? 1 : 0;
  let mark = 0;
  while (json[at] === OPEN_OBJECT) {
    foods.push(new FoodRow(json, layout, marks, mark));
    marks[mark++] = at;
    for (const length of lengths) {
      at = endOfValue(json, at + length);
      marks[mark++] = at;
    }
    // The brace and the comma.
    at += 2;
  }
  return foods;
}

/** Returns the index of the comma or brace after a value. */
function endOfValue(json: Uint8Array, start: number): number {
  let at = start;
  for (let depth = 0; at < json.length; at++) {
    const byte = json[at];
    if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) break;
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return at;
}

/** Returns the index of the quote that ends a text. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** How a number is written. */
export interface NumberForm {
  /** The JSON before and after it. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** What it is multiplied by. Default: 1. */
  readonly factor?: number;
}

/** Up to this length, the digits of a number fit into an integer exactly. */
const MAX_DIGITS = 15;

/** A food with every column that the table offers. */
export class FoodRow {
  readonly #json: Buffer;
  readonly #layout: Layout;
  /** From `first` on: the index of the object, then those after each value. */
  readonly #marks: Uint32Array;
  readonly #first: number;

  constructor(json: Buffer, layout: Layout, marks: Uint32Array, first: number) {
    this.#json = json;
    this.#layout = layout;
    this.#marks = marks;
    this.#first = first;
  }

  /** Returns the value of a column; `undefined` if the table has no such column. */
  get(column: string): FieldValue | undefined {
    const place = this.#layout.places.get(column);
    if (place === undefined) return undefined;
    const start = this.#startOf(place);
    if (this.#json[start] === NULL) return null;
    return JSON.parse(this.#json.toString('utf8', start, this.#endOf(place)));
  }

  /** Returns the value of a column as a number, if it is one. */
  number(column: string): number | undefined {
    const place = this.#layout.places.get(column);
    if (place === undefined) return undefined;
    const [start, end] = [this.#startOf(place), this.#endOf(place)];
    let digits = 0;
    let decimals: number | undefined;
    for (let at = start; at < end; at++) {
      const byte = inBounds(this.#json[at]);
      if (byte === POINT) decimals = 0;
      else if (byte < ZERO || byte > ZERO + 9 || end - start > MAX_DIGITS)
        return this.#parsed(column);
      else {
        digits = 10 * digits + byte - ZERO;
        if (decimals !== undefined) decimals++;
      }
    }
    return decimals === undefined ? digits : digits / 10 ** decimals;
  }

  /** Writes the number of a column; returns without writing anything if it has none. */
  writeNumber(column: string, { before, after, factor = 1 }: NumberForm, to: JsonWriter): void {
    const place = this.#layout.places.get(column);
    if (place === undefined) return;
    const start = this.#startOf(place);
    const first = inBounds(this.#json[start]);
    const isCopied = factor === 1 && first >= ZERO && first <= ZERO + 9;
    const number = isCopied || first === NULL ? undefined : this.number(column);
    const product = number === undefined || factor === 1 ? number : rounded(number * factor);
    if (!isCopied && !Number.isFinite(product)) return;
    to.separate();
    to.addBytes(before);
    if (product === undefined) to.copyShort(this.#json, start, this.#endOf(place));
    else to.addNumber(product);
    to.addBytes(after);
  }

  #parsed(column: string): number | undefined {
    const value = this.get(column);
    return Array.isArray(value) ? undefined : (toNumber(value) ?? undefined);
  }

  #startOf(place: number): number {
    return inBounds(this.#marks[this.#first + place]) + inBounds(this.#layout.lengths[place]);
  }

  #endOf(place: number): number {
    return inBounds(this.#marks[this.#first + place + 1]);
  }
}
