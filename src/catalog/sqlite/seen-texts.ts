import { randomInt } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import { openTemporary } from './temporary-database.ts';

// Detects repeated names among millions, with a compact hash set that continues on disk.

/** The initial and maximum numbers of 8-byte slots in memory: 16 MiB hold 1.7 million strings. */
const [FIRST_SLOTS, MAX_SLOTS] = [2 ** 12, 2 ** 21];
/** The maximum share of slots that are used. */
const MAX_LOAD = 0.8;

/**
 * Remembers strings by 53-bit hashes: enough to count repeats among millions of names. A set of the
 * names would take four times the memory. A hostile file may have any number of names, so hashes
 * beyond a limit go to a temporary file, which is slower.
 */
export class SeenTexts {
  /** An open-addressing hash table with linear probing; 0 marks a free slot. */
  #slots: Float64Array;
  readonly #maxSlots: number;
  /** The statements that find and add a hash in the file, once the memory is full. */
  #file: { readonly find: StatementSync; readonly insert: StatementSync } | undefined;
  #size = 0;

  constructor(maxSlots = MAX_SLOTS) {
    this.#maxSlots = maxSlots;
    this.#slots = new Float64Array(Math.min(FIRST_SLOTS, maxSlots));
  }

  /** The number of distinct strings. */
  get size(): number {
    return this.#size;
  }

  has(text: string): boolean {
    const hash = hashOf(text);
    const isHere = this.#slots[slotOf(this.#slots, hash)] === hash;
    return isHere || this.#file?.find.get(hash) !== undefined;
  }

  /** Remembers a string, and returns whether it was already known. */
  add(text: string): boolean {
    const hash = hashOf(text);
    const at = slotOf(this.#slots, hash);
    if (this.#slots[at] === hash) return true;
    if (this.#file === undefined) this.#slots[at] = hash;
    else if (Number(this.#file.insert.run(hash).changes) === 0) return true;
    this.#size += 1;
    if (this.#file === undefined && this.#size > MAX_LOAD * this.#slots.length) this.#grow();
    return false;
  }

  #grow(): void {
    if (this.#slots.length >= this.#maxSlots) {
      const file = openTemporary('CREATE TABLE hashes (hash INTEGER PRIMARY KEY)');
      const find = file.prepare('SELECT 1 FROM hashes WHERE hash = ?');
      this.#file = { find, insert: file.prepare('INSERT OR IGNORE INTO hashes VALUES (?)') };
      return;
    }
    const larger = new Float64Array(2 * this.#slots.length);
    for (const one of this.#slots) if (one !== 0) larger[slotOf(larger, one)] = one;
    this.#slots = larger;
  }
}

/** Returns the index of a hash in the table, or of the free slot for it. */
function slotOf(slots: Float64Array, hash: number): number {
  let at = hash % slots.length;
  while (slots[at] !== 0 && slots[at] !== hash) at = (at + 1) % slots.length;
  return at;
}

/** The seeds are random, so that nobody can make a file whose names all take the same slot. */
const [LOW_SEED, HIGH_SEED] = [randomInt(2 ** 32), randomInt(2 ** 32)];

/** Combines a 32-bit FNV-1a hash and a similar 21-bit hash in one number; never 0. */
function hashOf(text: string): number {
  let low = LOW_SEED;
  let high = HIGH_SEED;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0) + 1;
}
