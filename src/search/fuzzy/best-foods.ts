import { elementAt } from '../flat-arrays.ts';
import { MAX_FOODS } from '../limits.ts';

/** The best {@link MAX_FOODS} foods met so far: those of the lowest score, then of the first rank. */
export class BestFoods {
  /** Ascending: the score times 2³² plus the rank. */
  readonly #keys: number[] = [];

  get isFull(): boolean {
    return this.#keys.length === MAX_FOODS;
  }

  get count(): number {
    return this.#keys.length;
  }

  clear(): void {
    this.#keys.length = 0;
  }

  /** Whether a food of this score and rank is among the best. */
  admits(score: number, rank: number): boolean {
    return !this.isFull || keyOf(score, rank) < elementAt(this.#keys, MAX_FOODS - 1);
  }

  /** Takes a food, which has not been taken yet, if it is among the best. */
  add(score: number, rank: number): void {
    if (!this.admits(score, rank)) return;
    const key = keyOf(score, rank);
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

  /** The ranks, best first. */
  toRanks(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(this.#keys, (key) => key % RANKS);
  }
}

const RANKS = 2 ** 32;

function keyOf(score: number, rank: number): number {
  return score * RANKS + rank;
}
