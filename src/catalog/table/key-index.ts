import type { StoredValue } from '../../food/decimal.ts';
import { numberAt, sharedNumbers } from '../../search/flat-arrays.ts';
import { hashOf } from '../../search/term-table.ts';
import { ENCODER } from '../../search/utf8.ts';
import { TextBytes, type Texts } from './text-bytes.ts';

// Finds a food by its key (`/api/food/{id}`). NDB numbers may have leading zeros.

/** A table's rows by key: a hash table in shared memory that every thread can read. */
export interface KeyIndexData extends Texts {
  /** The key column. */
  readonly column: string;
  /** Text `n` is the key of row `n`. */
  readonly starts: Texts['starts'];
  /** The row plus 1, at the hash of its key or the next free slot. A free slot has 0. */
  readonly slots: Uint32Array;
}

const NO_ROW = 0;

/** Returns the row with this key, as written in a URL; `undefined` if there is none. */
export function findKey(index: KeyIndexData, text: string): number | undefined {
  const key = ENCODER.encode(canonicalKey(index.column, text));
  if (key.length === 0) return undefined;
  const slot = numberAt(index.slots, slotOf(index, key));
  return slot === NO_ROW ? undefined : slot - 1;
}

/** Collects the keys of a table's rows. */
export class KeyIndexBuilder {
  readonly column: string;
  readonly #texts = new TextBytes();

  constructor(column: string) {
    this.column = column;
  }

  /** Adds the key of the next row. A row without a key cannot be looked up. */
  add(value: StoredValue): void {
    this.#texts.add(value === null ? '' : canonicalKey(this.column, String(value)));
  }

  /** Returns the index; `undefined` if a key repeats, or no row has one. */
  build(): KeyIndexData | undefined {
    const { bytes, starts } = this.#texts.build();
    // The table is at most half full, so that most searches soon end at a free slot.
    const slots = sharedNumbers(2 ** Math.ceil(Math.log2(starts.length * 2)));
    const index = { column: this.column, bytes, starts, slots };
    for (let row = 0; row + 1 < starts.length; row++) {
      const key = bytes.subarray(numberAt(starts, row), numberAt(starts, row + 1));
      if (key.length === 0) continue;
      const at = slotOf(index, key);
      if (numberAt(slots, at) !== NO_ROW) return undefined;
      slots[at] = row + 1;
    }
    return bytes.length === 0 ? undefined : index;
  }
}

/** Returns the slot of the row with this key, or the free slot where it belongs. */
function slotOf({ bytes, starts, slots }: KeyIndexData, key: Uint8Array): number {
  const mask = slots.length - 1;
  for (let at = hashOf(key, 0, key.length) & mask; ; at = (at + 1) & mask) {
    const row = numberAt(slots, at) - 1;
    if (row < 0) return at;
    const other = bytes.subarray(numberAt(starts, row), numberAt(starts, row + 1));
    if (Buffer.compare(other, key) === 0) return at;
  }
}

/**
 * Removes leading zeros from NDB numbers, so that they compare as numbers. Returns other keys
 * unchanged.
 */
function canonicalKey(column: string, text: string): string {
  const isNumber = column.toLowerCase() === 'ndb_no' && /^\d+$/.test(text);
  return isNumber ? text.replace(/^0+(?=\d)/, '') : text;
}
