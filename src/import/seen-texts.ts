// Counts repeated names among millions, by hashes.

/**
 * Remembers texts by a hash of 53 bits, in 16 bytes each at most: enough to count repeats among
 * millions of names, where a set of the names would take gigabytes.
 */
export class SeenTexts {
  #hashes = new Float64Array(1024);
  #count = 0;

  /** How many different texts there are. */
  get size(): number {
    return this.#count;
  }

  /** Remembers the text; whether it was there before. */
  add(text: string): boolean {
    const hash = hashOf(text);
    if (!insert(this.#hashes, hash)) return true;
    this.#count += 1;
    if (this.#count * 2 > this.#hashes.length) this.#grow();
    return false;
  }

  #grow(): void {
    const larger = new Float64Array(this.#hashes.length * 2);
    for (const hash of this.#hashes) if (hash !== 0) insert(larger, hash);
    this.#hashes = larger;
  }
}

/** Puts the hash into its place, 0 being a free one; `false` where it already is. */
function insert(hashes: Float64Array, hash: number): boolean {
  const mask = hashes.length - 1;
  let at = hash & mask;
  for (; hashes[at] !== 0; at = (at + 1) & mask) if (hashes[at] === hash) return false;
  hashes[at] = hash;
  return true;
}

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
