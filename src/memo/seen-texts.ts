// Detects repeated names among millions, with a compact hash set.

/**
 * Remembers texts by 53-bit hashes: enough to count repeats among millions of names. A set of the
 * names takes four times the memory.
 */
export class SeenTexts {
  /** An open-addressing hash table with linear probing; 0 marks a free slot. */
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;

  /** The number of distinct texts. */
  get size(): number {
    return this.#size;
  }

  /** Remembers a text; returns whether it was already known. */
  add(text: string): boolean {
    const hash = hashOf(text);
    if (!place(this.#slots, hash)) return true;
    this.#size += 1;
    if (this.#size * 2 < this.#slots.length) return false;
    const larger = new Float64Array(2 * this.#slots.length);
    for (const one of this.#slots) if (one !== 0) place(larger, one);
    this.#slots = larger;
    return false;
  }
}

const FIRST_SLOTS = 2 ** 12;

/** Inserts a hash into the table; returns `false` if it was already there. */
function place(slots: Float64Array, hash: number): boolean {
  let at = hash % slots.length;
  while (slots[at] !== 0) {
    if (slots[at] === hash) return false;
    at = (at + 1) % slots.length;
  }
  slots[at] = hash;
  return true;
}

/** Combines two FNV-1a hashes, of 32 and 21 bits, in one number; never 0. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0) + 1;
}
