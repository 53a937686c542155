import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { byteAt, numberAt, sharedNumbers } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS, type RanksData } from './columns.ts';
import { valueIn } from './field-values.ts';
import { narrowest } from './number-values.ts';
import { TextBytes, type Texts } from './text-bytes.ts';

// Ranks the values of a column when a table is loaded, so that no request has to sort or compare
// texts.

const NOT_KNOWN = 'null';
const ANSWER_NAMES: readonly string[] = ANSWER_COLUMNS;

/** Returns a reader of a column's values, as the JSON in answers. */
export function writtenValues(
  { rows, fields }: Pick<CatalogData, 'rows' | 'fields'>,
  name: string,
): (row: number) => string {
  const place = ANSWER_NAMES.indexOf(name);
  if (place !== -1) {
    const answers = answerRows(rows);
    return (row) => answers.valueOf(row, place);
  }
  const field = fields.names.indexOf(name);
  return (row) => valueIn(fields, row, field);
}

/** Returns a value in the form used to compare it: its text, ignoring case and diacritics. */
export function foldedText(json: string): string {
  return fold(json.startsWith('"') ? JSON.parse(json) : json);
}

/** Ranks numbers by their exact values. */
export function rankDecimals(count: number, written: (row: number) => string): RanksData {
  const known = Uint32Array.from({ length: count }, (_, row) => row).filter(
    (row) => written(row) !== NOT_KNOWN,
  );
  const values = new Map(Array.from(known, (row) => [row, readDecimal(written(row))]));
  const compare = (a: number, b: number) => {
    const [first, second] = [values.get(a), values.get(b)];
    return first && second ? compareDecimals(first, second) : 0;
  };
  known.sort((a, b) => compare(a, b) || a - b);
  return ranksOf(count, known, (a, b) => compare(a, b) === 0);
}

/** Ranks texts by the code points of their folded forms. */
export function rankTexts(count: number, written: (row: number) => string): RanksData {
  const known = new Uint32Array(count);
  const texts = new TextBytes();
  let size = 0;
  for (let row = 0; row < count; row++) {
    const json = written(row);
    if (json === NOT_KNOWN) continue;
    texts.add(foldedText(json));
    known[size++] = row;
  }
  const sorter = new TextSorter(texts.build());
  const sorted = sorter.sort();
  const rows = sorted.map((i) => numberAt(known, i));
  let at = 0;
  return ranksOf(count, rows, () => {
    at += 1;
    return sorter.isEqual(numberAt(sorted, at - 1), numberAt(sorted, at));
  });
}

/** @param isSame called for each pair of neighbors, in order */
function ranksOf(
  count: number,
  sorted: Uint32Array,
  isSame: (row: number, next: number) => boolean,
): RanksData {
  const firsts = sorted.filter((row, i) => i === 0 || !isSame(numberAt(sorted, i - 1), row));
  const ranks = narrowest(count, firsts.length);
  const rows = sharedNumbers(firsts.length);
  rows.set(firsts);
  let rank = 0;
  for (const row of sorted) {
    if (row === firsts[rank]) rank += 1;
    ranks[row] = rank;
  }
  return { form: 'ranked', ranks, rows };
}

/** A double holds integers of up to this many bits exactly. */
const KEY_BITS = 53;
const BYTE_BITS = 8;
const BYTE_VALUES = 2 ** BYTE_BITS;

/**
 * Sorts UTF-8 texts, a few bytes at a time: these bytes and the text's position form one number,
 * and numbers are sorted many times faster than texts.
 */
class TextSorter {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;

  constructor({ bytes, starts }: Texts) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  /** Returns the indexes of the texts in sorted order. The sort is stable. */
  sort(): Uint32Array {
    const sorted = Uint32Array.from({ length: this.#starts.length - 1 }, (_, i) => i);
    const groups = [{ texts: sorted, depth: 0 }];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const { texts, depth } = group;
      const width = Math.floor((KEY_BITS - Math.ceil(Math.log2(texts.length + 1))) / BYTE_BITS);
      for (const [start, end] of this.#sortGroup(texts, depth, width)) {
        groups.push({ texts: texts.subarray(start, end), depth: depth + width });
      }
    }
    return sorted;
  }

  /**
   * Sorts texts by a few of their bytes, and returns the groups that differ only in later bytes.
   */
  #sortGroup(texts: Uint32Array, depth: number, width: number): [start: number, end: number][] {
    const places = 2 ** (KEY_BITS - width * BYTE_BITS);
    const before = texts.slice();
    const keys = Float64Array.from(texts, (text, i) => this.#key(text, depth, width) * places + i);
    keys.sort();
    const groups: [number, number][] = [];
    let start = 0;
    let last = -1;
    const endGroup = (end: number) => {
      if (end - start > 1 && last % BYTE_VALUES !== 0) groups.push([start, end]);
    };
    keys.forEach((key, i) => {
      texts[i] = numberAt(before, key % places);
      const bytes = Math.floor(key / places);
      if (bytes === last) return;
      endGroup(i);
      start = i;
      last = bytes;
    });
    endGroup(keys.length);
    return groups;
  }

  isEqual(a: number, b: number): boolean {
    const [start, other] = [numberAt(this.#starts, a), numberAt(this.#starts, b)];
    const length = numberAt(this.#starts, a + 1) - start;
    if (numberAt(this.#starts, b + 1) - other !== length) return false;
    for (let i = 0; i < length; i++) {
      if (byteAt(this.#bytes, start + i) !== byteAt(this.#bytes, other + i)) return false;
    }
    return true;
  }

  /**
   * Returns a few bytes of a text as one number. Each byte is stored as its value plus one, since 0
   * means that the text has ended.
   */
  #key(text: number, depth: number, width: number): number {
    const end = numberAt(this.#starts, text + 1);
    let key = 0;
    for (let i = numberAt(this.#starts, text) + depth, left = width; left > 0; i++, left--) {
      key = key * BYTE_VALUES + (i < end ? byteAt(this.#bytes, i) + 1 : 0);
    }
    return key;
  }
}
