import { elementAt } from '../flat-arrays.ts';
import { MAX_FOODS, RANKS } from '../limits.ts';

// Keeps the best foods while a fuzzy search runs: by score, then by rank.

/**
 * The best {@link MAX_FOODS} foods met so far: those of the lowest score, then of the first rank; or
 * all foods met, in no order.
 */
export class BestFoods {
  /** The score times 2³² plus the rank; ascending, unless there are all. */
  #keys: number[] = [];
  #takesAll = false;

  get takesAll(): boolean {
    return this.#takesAll;
  }

  get isFull(): boolean {
    return this.#keys.length === MAX_FOODS && !this.#takesAll;
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Forgets all foods. From now on the best are taken, or all. */
  clear(takesAll = false): void {
    this.#keys = [];
    this.#takesAll = takesAll;
  }

  /** Whether a food of this score and rank is among the best. */
  admits(score: number, rank: number): boolean {
    return !this.isFull || keyOf(score, rank) < elementAt(this.#keys, MAX_FOODS - 1);
  }

  /** Takes a food, which has not been taken yet, if it is among the best. */
  add(score: number, rank: number): void {
    if (!this.admits(score, rank)) return;
    const key = keyOf(score, rank);
    if (this.#takesAll) {
      this.#keys.push(key);
      return;
    }
    if (this.isFull) this.#keys.pop();
    let at = this.#keys.length;
    for (; at > 0 && elementAt(this.#keys, at - 1) > key; at--) {
      this.#keys[at] = elementAt(this.#keys, at - 1);
    }
    this.#keys[at] = key;
  }

  /** The scores, best first. */
  get scores(): number[] {
    return this.#keys.map((key) => Math.floor(key / RANKS));
  }

  /** Of each food its score times 2³² plus its rank. */
  get keys(): readonly number[] {
    return this.#keys;
  }

  /** The ranks, best first. */
  toRanks(): Uint32Array<ArrayBuffer> {
    // A loop: `Uint32Array.from` takes several times as long.
    const ranks = new Uint32Array(this.#keys.length);
    for (let i = 0; i < ranks.length; i++) ranks[i] = rankIn(elementAt(this.#keys, i));
    return ranks;
  }
}

function keyOf(score: number, rank: number): number {
  return score * RANKS + rank;
}

/** The rank in a key: its lowest 32 bits, read many times faster than by a division. */
export function rankIn(key: number): number {
  return key >>> 0;
}
