import { elementAt, sharedNumbers, shortAt } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { narrowest } from './number-values.ts';

// Assigns numbers to the strings of a column with few distinct ones, while rows are read. Defines
// the order of strings.

/** The ordinals of a column of strings, or of numbers that doubles cannot hold exactly. */
export interface OrdinalsData {
  readonly form: 'ordinal';
  /** The ordinal of each row's value among the distinct values, from 1; 0 if unknown. */
  readonly ordinals: Uint8Array | Uint16Array | Uint32Array;
  /** For each ordinal from 1, a row that has it. */
  readonly rows: Uint32Array;
}

/** The maximum number of distinct strings, before folding. */
const MAX_TEXTS = 2 ** 16 - 1;
/**
 * The maximum total length of all distinct strings, in UTF-16 units. They stay in memory until all
 * rows are read.
 */
const MAX_DISTINCT_LENGTH = 2 ** 22;
/**
 * A column with more strings than this must have at least {@link ROWS_PER_TEXT} rows per string.
 */
const FEW_TEXTS = 255;
const ROWS_PER_TEXT = 8;

const UNKNOWN_TEXT = 0;

/** Collects the strings of a column. */
export class DistinctTextsBuilder {
  /** The number of each string, from 1 in order of first occurrence. */
  readonly #numbers = new Map<string, number>();
  /** The first row with each string, in order of first occurrence. */
  readonly #firstRows: number[] = [];
  #rows = new Uint16Array(1_024);
  #rowCount = 0;
  #length = 0;

  /** Adds the text of the next row. Returns `false` once the strings are too many or too long. */
  add(text: string | null): boolean {
    const number = text === null ? UNKNOWN_TEXT : this.#numberOf(text);
    if (number > MAX_TEXTS || this.#length > MAX_DISTINCT_LENGTH) return false;
    if (this.#rowCount === this.#rows.length) {
      this.#rows = new Uint16Array(this.#rows.buffer.transfer(2 * this.#rows.byteLength));
    }
    this.#rows[this.#rowCount++] = number;
    return true;
  }

  /** Returns the ordinals; `undefined` if there are too many strings for the number of rows. */
  build(): OrdinalsData | undefined {
    const { size } = this.#numbers;
    if (size > FEW_TEXTS && size > this.#rowCount / ROWS_PER_TEXT) return undefined;
    const texts = Array.from(this.#numbers, ([text, number]) => ({ folded: fold(text), number }));
    texts.sort((a, b) => compareCodePoints(a.folded, b.folded));
    const firstRows: number[] = [];
    const ordinalOf = new Uint16Array(size + 1);
    for (const [i, { folded, number }] of texts.entries()) {
      if (folded !== texts[i - 1]?.folded) firstRows.push(elementAt(this.#firstRows, number - 1));
      ordinalOf[number] = firstRows.length;
    }
    const ordinals = narrowest(this.#rowCount, firstRows.length);
    for (let row = 0; row < this.#rowCount; row++) {
      ordinals[row] = shortAt(ordinalOf, shortAt(this.#rows, row));
    }
    const rows = sharedNumbers(firstRows.length);
    rows.set(firstRows);
    return { form: 'ordinal', ordinals, rows };
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#length += text.length;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#firstRows.push(this.#rowCount);
    return number;
  }
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Compares strings by code points, as in UTF-8. The result is negative, zero or positive, as for
 * sorting.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  return sortKeyOf(a.charCodeAt(at)) - sortKeyOf(b.charCodeAt(at));
}

/** Sorts surrogates after all other units, since they encode higher code points. */
function sortKeyOf(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}
