// Counts repeated names among millions, by hashes.

/**
 * Remembers texts by a hash of 53 bits: enough to count repeats among millions of names, where a set of
 * the names would take gigabytes.
 */
export class SeenTexts {
  readonly #hashes = new Set<number>();

  /** How many different texts there are. */
  get size(): number {
    return this.#hashes.size;
  }

  /** Remembers the text; whether it was there before. */
  add(text: string): boolean {
    const hash = hashOf(text);
    if (this.#hashes.has(hash)) return true;
    // A set holds no more.
    if (this.#hashes.size < MAX_SEEN) this.#hashes.add(hash);
    return false;
  }
}

const MAX_SEEN = 2 ** 24 - 1;

/** Two FNV-1a hashes, of 32 and 21 bits, in one number; never 0. */
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
