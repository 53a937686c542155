import { byteAt, numberAt } from './flat-arrays.ts';
import { GrowingArray, GrowingBytes } from './growing-array.ts';

// Assigns IDs to the distinct words or joints (see `SearchIndex`) of a table while it is indexed.

/**
 * A hash table that numbers distinct terms in the order they are added, without creating strings,
 * since it runs for every word of a table. Memory latency dominates its cost, so hashes are
 * stored next to the IDs, and a term is compared only if its hash is equal.
 */
export class TermTable {
  readonly bytes = new GrowingBytes();
  /** The start of each term in the bytes, and the end of the last one. */
  readonly starts = new GrowingArray();
  /**
   * Open addressing. A slot is two numbers: a term's hash, and its ID plus one (0 if the slot is
   * free).
   */
  #slots = new Uint32Array(2 << 7);

  constructor() {
    this.starts.push(0);
  }

  /** The number of distinct terms. */
  get size(): number {
    return this.starts.length - 1;
  }

  /** Returns the ID of the term from `start` to `end`; a new term gets the next ID. */
  numberOf(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash * 2) & mask;
    for (;;) {
      const term = numberAt(slots, at + 1) - 1;
      if (term === -1) break;
      if (slots[at] === hash && this.#isTerm(term, bytes, start, end)) return term;
      at = (at + 2) & mask;
    }
    slots[at] = hash;
    slots[at + 1] = this.size + 1;
    this.bytes.append(bytes, start, end);
    this.starts.push(this.bytes.length);
    // The table stays at most half full, so that most probes end immediately.
    if (this.size * 4 > slots.length) this.#grow();
    return this.size - 1;
  }

  #isTerm(term: number, bytes: Uint8Array, start: number, end: number): boolean {
    const termStart = this.starts.at(term);
    if (this.starts.at(term + 1) - termStart !== end - start) return false;
    const own = this.bytes.bytes;
    for (let i = start, j = termStart; i < end; i++, j++) {
      if (bytes[i] !== own[j]) return false;
    }
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      const term = numberAt(old, from + 1);
      if (term === 0) continue;
      const hash = numberAt(old, from);
      let at = (hash * 2) & mask;
      while (slots[at + 1] !== 0) at = (at + 2) & mask;
      slots[at] = hash;
      slots[at + 1] = term;
    }
    this.#slots = slots;
  }
}

/** FNV-1a over the bytes. The final mix matters because tables use the lowest bits only. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ byteAt(bytes, at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
