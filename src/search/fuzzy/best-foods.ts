import { MAX_FOODS } from '../limits.ts';

/** The best {@link MAX_FOODS} foods met so far: those of the lowest score, then of the first rank. */
export class BestFoods {
  /** Ascending: the score times 2³² plus the rank. */
  readonly #keys = new Float64Array(MAX_FOODS);
  #count = 0;

  get isFull(): boolean {
    return this.#count === MAX_FOODS;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  /** Whether a food of this score and rank is among the best. */
  admits(score: number, rank: number): boolean {
    return !this.isFull || score * 2 ** 32 + rank < (this.#keys[MAX_FOODS - 1] ?? 0);
  }

  /** Takes a food, which has not been taken yet, if it is among the best. */
  add(score: number, rank: number): void {
    if (!this.admits(score, rank)) return;
    const key = score * 2 ** 32 + rank;
    let at = this.isFull ? MAX_FOODS - 1 : this.#count++;
    for (; at > 0 && (this.#keys[at - 1] ?? 0) > key; at--) {
      this.#keys[at] = this.#keys[at - 1] ?? 0;
    }
    this.#keys[at] = key;
  }

  /** The ranks, best first. */
  toRanks(): Uint32Array<ArrayBuffer> {
    const ranks = new Uint32Array(this.#count);
    for (let i = 0; i < this.#count; i++) ranks[i] = (this.#keys[i] ?? 0) % 2 ** 32;
    return ranks;
  }
}
