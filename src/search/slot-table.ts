import { numberAt } from './flat-arrays.ts';
import { GrowingArray } from './growing-array.ts';

// Numbers distinct things in the order they are added, in a hash table that can be part of an
// index.

/**
 * Numbers distinct things in the order they are added: their slots. A hash table with open
 * addressing, so that the table itself can become part of an index.
 */
export class SlotTable {
  /** Slots plus one, or zero. Its length is a power of two. */
  #places = new Uint32Array(1 << 12);
  readonly #hashes = new GrowingArray();

  /** The number of slots. */
  get size(): number {
    return this.#hashes.length;
  }

  /** The places to look at for {@link findSlot}. */
  get places(): Uint32Array {
    return this.#places;
  }

  /**
   * The slot of a thing with this 32-bit hash, or the next new slot where `isSame` holds for none.
   */
  slotOf(hash: number, isSame: (slot: number) => boolean): number {
    const found = findSlot(this.#places, hash, isSame);
    if (found !== -1) return found;
    this.#hashes.push(hash);
    const slot = this.size - 1;
    if (this.size * 2 > this.#places.length) this.#grow();
    else this.#put(slot);
    return slot;
  }

  #put(slot: number): void {
    const mask = this.#places.length - 1;
    let at = this.#hashes.at(slot) & mask;
    while (this.#places[at] !== 0) at = (at + 1) & mask;
    this.#places[at] = slot + 1;
  }

  #grow(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let slot = 0; slot < this.size; slot++) this.#put(slot);
  }
}

/** The slot with this hash for which `isSame` holds; -1 where there is none. */
export function findSlot(
  places: Uint32Array,
  hash: number,
  isSame: (slot: number) => boolean,
): number {
  const mask = places.length - 1;
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const slot = numberAt(places, at) - 1;
    if (slot === -1 || isSame(slot)) return slot;
  }
}
