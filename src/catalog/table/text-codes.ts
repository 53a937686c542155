import { sharedBytes, shortAt } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { narrowest } from './number-values.ts';

// Stores a text column with few distinct values as numbers. Defines the order of texts.

/** A text column with few distinct values, as numbers in shared memory. */
export interface TextCodesData {
  /** The text of each row, as a number from 1; 0 if unknown. */
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** {@link CodedText}s as JSON, in the order of their folded forms. */
  readonly texts: Uint8Array;
}

/** A text that stands for all texts that are equal when folded. */
export interface CodedText {
  readonly folded: string;
  /** As written in the first row with the text. */
  readonly written: string;
}

/** The maximum number of distinct texts, before folding. */
const MAX_TEXTS = 2 ** 16 - 1;
/**
 * The maximum total length of all distinct texts, in UTF-16 units. A longer list would not be
 * smaller than the column.
 */
const MAX_DISTINCT_LENGTH = 2 ** 22;
/**
 * If there are more texts than this, there must be at least {@link ROWS_PER_TEXT} rows per text.
 */
const FEW_TEXTS = 255;
const ROWS_PER_TEXT = 8;

const UNKNOWN_TEXT = 0;

/** Collects the texts of a column. */
export class TextCodesBuilder {
  /** The number of each text, from 1 in order of first occurrence. */
  readonly #numbers = new Map<string, number>();
  #rows = new Uint16Array(1_024);
  #rowCount = 0;
  #length = 0;

  /** Adds the text of the next row. Returns `false` once there are too many texts. */
  add(text: string | null): boolean {
    const number = text === null ? UNKNOWN_TEXT : this.#numberOf(text);
    if (number > MAX_TEXTS || this.#length > MAX_DISTINCT_LENGTH) return false;
    if (this.#rowCount === this.#rows.length) {
      const larger = new Uint16Array(2 * this.#rows.length);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[this.#rowCount++] = number;
    return true;
  }

  /** Returns the codes; `undefined` if there are too many texts for the number of rows. */
  build(): TextCodesData | undefined {
    const { size } = this.#numbers;
    if (size > FEW_TEXTS && size > this.#rowCount / ROWS_PER_TEXT) return undefined;
    const firsts = new Map<string, string>();
    const folded = [...this.#numbers.keys()].map((text) => {
      const form = fold(text);
      if (!firsts.has(form)) firsts.set(form, text);
      return form;
    });
    const texts = [...firsts].map(([form, written]): CodedText => ({ folded: form, written }));
    texts.sort((a, b) => compareCodePoints(a.folded, b.folded));
    const places = new Map(texts.map((text, place) => [text.folded, place + 1]));
    const codeOf = new Uint16Array(size + 1);
    folded.forEach((form, i) => {
      codeOf[i + 1] = places.get(form) ?? UNKNOWN_TEXT;
    });
    const codes = narrowest(this.#rowCount, texts.length);
    for (let row = 0; row < this.#rowCount; row++) {
      codes[row] = shortAt(codeOf, shortAt(this.#rows, row));
    }
    const json = new TextEncoder().encode(JSON.stringify(texts));
    const bytes = sharedBytes(json.length);
    bytes.set(json);
    return { codes, texts: bytes };
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#length += text.length;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return number;
  }
}

/** Returns the coded texts, in order. */
export function textsOf({ texts }: Pick<TextCodesData, 'texts'>): readonly CodedText[] {
  return JSON.parse(Buffer.from(texts).toString());
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Compares texts by code points, as in UTF-8. The result is negative, zero or positive, as for
 * sorting.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  return placeOf(a.charCodeAt(at)) - placeOf(b.charCodeAt(at));
}

/** Sorts surrogates after all other units, since they encode higher code points. */
function placeOf(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}
