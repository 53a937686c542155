import { elementAt } from '../flat-arrays.ts';
import { MAX_FOODS, RANKS } from '../limits.ts';

// Keeps the best foods while a fuzzy search runs: by score, then by rank.

/** All foods met, in no order. */
export class AllFoods {
  readonly ranks: Uint32Array;
  readonly scores: Uint32Array;
  count = 0;

  /** @param most how many foods could be met */
  constructor(most: number) {
    this.ranks = new Uint32Array(most);
    this.scores = new Uint32Array(most);
  }

  add(score: number, rank: number): void {
    this.ranks[this.count] = rank;
    this.scores[this.count++] = score;
  }
}

/**
 * The best {@link MAX_FOODS} foods met so far: those of the lowest score, then of the first rank; or
 * all foods met.
 */
export class BestFoods {
  /** The score times 2³² plus the rank, ascending. */
  #keys: number[] = [];
  #all: AllFoods | undefined;

  get takesAll(): boolean {
    return this.#all !== undefined;
  }

  get isFull(): boolean {
    return this.#keys.length === MAX_FOODS;
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Forgets all foods. From now on the best are taken, or all, into `all`. */
  clear(all?: AllFoods): void {
    this.#keys = [];
    this.#all = all;
    if (all !== undefined) all.count = 0;
  }

  /** Whether a food of this score and rank is among the best. */
  admits(score: number, rank: number): boolean {
    return !this.isFull || keyOf(score, rank) < elementAt(this.#keys, MAX_FOODS - 1);
  }

  /** Takes a food, which has not been taken yet, if it is among the best. */
  add(score: number, rank: number): void {
    if (this.#all !== undefined) {
      this.#all.add(score, rank);
      return;
    }
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
function rankIn(key: number): number {
  return key >>> 0;
}
