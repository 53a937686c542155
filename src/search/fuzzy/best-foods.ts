import { elementAt } from '../flat-arrays.ts';
import { MAX_FOODS, RANKS } from '../limits.ts';
import { PENALTIES, scoreOf } from './penalties.ts';

// Keeps the top foods during a fuzzy search, ordered by score, then by rank.

/** Collects every matching food, unordered. */
export class AllFoods {
  readonly ranks: Uint32Array;
  readonly scores: Uint32Array;
  count = 0;

  /** @param max the maximum number of matching foods */
  constructor(max: number) {
    this.ranks = new Uint32Array(max);
    this.scores = new Uint32Array(max);
  }

  add(score: number, rank: number): void {
    this.ranks[this.count] = rank;
    this.scores[this.count++] = score;
  }
}

/**
 * The top {@link MAX_FOODS} matches so far, by lowest score, then lowest rank. If {@link clear} was
 * called with a collector, the collector gets every match.
 */
export class BestFoods {
  /** score × 2³² + rank, ascending. */
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

  /**
   * Discards all foods. From now on, `add` keeps the top foods or, if `all` is given, adds every
   * food to `all`.
   */
  clear(all?: AllFoods): void {
    this.#keys = [];
    this.#all = all;
    if (all !== undefined) all.count = 0;
  }

  /** Whether a food with this score and rank would make the top list. */
  admits(score: number, rank: number): boolean {
    return !this.isFull || keyOf(score, rank) < elementAt(this.#keys, MAX_FOODS - 1);
  }

  /** Adds a food if it makes the top list. The food must not have been added before. */
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

  /**
   * Moves the foods that pass this test to the front. Considers only foods as good as the first:
   * they match as many words, and are guesses only if the first food is one. Returns whether there
   * are any.
   */
  prefer(isPreferred: (rank: number) => boolean): boolean {
    const end = (Math.floor((this.#keys[0] ?? 0) / GUESSED) + 1) * GUESSED;
    const first = this.#keys.filter((key) => key < end && isPreferred(rankIn(key)));
    this.#keys = [...new Set([...first, ...this.#keys])];
    return first.length > 0;
  }

  /** The scores, best first. */
  get scores(): number[] {
    return this.#keys.map((key) => Math.floor(key / RANKS));
  }

  /** The rank of the best food. */
  get first(): number | undefined {
    const [key] = this.#keys;
    return key === undefined ? undefined : rankIn(key);
  }

  /** The ranks, best first. */
  toRanks(): Uint32Array<ArrayBuffer> {
    // `Uint32Array.from` would take several times as long.
    return new Uint32Array(this.#keys.map(rankIn));
  }
}

/** The key of a guess with no other penalty. Missing words add multiples of it. */
const GUESSED = scoreOf(PENALTIES.guessed) * RANKS;

function keyOf(score: number, rank: number): number {
  return score * RANKS + rank;
}

/** Extracts the rank, the low 32 bits of a key. `>>>` is many times faster than a division. */
function rankIn(key: number): number {
  return key >>> 0;
}
