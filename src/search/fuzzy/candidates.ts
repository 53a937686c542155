import { CountingSort } from '../counting-sort.ts';
import { numberAt } from '../flat-arrays.ts';
import { POINTS } from './points.ts';

// Keeps the foods that meet the first words of a fuzzy query, with the least points that each may
// have.

/** What a food may have in its head, as bits: a word of the query in some way; or as typed. */
export const Heads = { none: 0, any: 1, typed: 3 } as const;

/** Foods with more points are taken together. */
export const MOST_BOUND = 511;

/**
 * The foods that meet the first words of a query, each with the least points that it may have. Words
 * come one after the other; a food that misses one is left behind.
 */
export class Candidates {
  /** Per rank, the number of the candidate plus one, or zero. */
  readonly #numbers: Uint32Array;
  /** Whether a rank is of a candidate, a bit for each: of most postings, nothing else is looked at. */
  readonly #bits: Uint32Array;
  #wordCount = 0;
  /** How many candidates have met all words so far. */
  #left = 0;

  // What follows is per candidate: a food that meets the first word.
  #size = 0;
  #ranks = new Uint32Array(0);
  /** How many words it has met, one after the other. */
  #metCounts = new Uint32Array(0);
  /** The least points and doubt of the word met last, and those of the words before. */
  #points = new Uint32Array(0);
  #doubts = new Uint32Array(0);
  #sums = new Uint32Array(0);
  #mostDoubts = new Uint32Array(0);
  #heads = new Uint32Array(0);

  /** The ranks of those that have met all words, by their bounds. */
  #order = new Uint32Array(0);
  readonly #sort = new CountingSort(MOST_BOUND + 1);

  /** @param foodCount How many foods there are. */
  constructor(foodCount: number) {
    this.#numbers = new Uint32Array(foodCount);
    this.#bits = new Uint32Array((foodCount >>> 5) + 1);
  }

  /** The foods that have met the first word. */
  get size(): number {
    return this.#size;
  }

  /** How many of them have met all words so far; before the first word, all there are. */
  get left(): number {
    return this.#wordCount === 0 ? this.#numbers.length : this.#left;
  }

  /** Forgets what the search before left: it may have been ended at any time. */
  clear(): void {
    for (let i = 0; i < this.#size; i++) {
      const rank = numberAt(this.#ranks, i);
      this.#numbers[rank] = 0;
      this.#bits[rank >>> 5] = 0;
    }
    this.#size = 0;
    this.#wordCount = 0;
  }

  /** The next word: {@link meet} follows for each food that meets it, in any order. */
  nextWord(): void {
    this.#wordCount++;
    this.#left = 0;
  }

  /** Whether a food may meet the current word: it has met the first word, or this is the first. */
  admits(rank: number): boolean {
    return this.#wordCount === 1 || ((numberAt(this.#bits, rank >>> 5) >>> (rank & 31)) & 1) !== 0;
  }

  /** That a food, which is admitted, meets the current word: once for each way. */
  meet(rank: number, points: number, doubt: number, heads: number): void {
    const number = numberAt(this.#numbers, rank);
    const candidate = number === 0 ? this.#add(rank) : number - 1;
    const metCount = numberAt(this.#metCounts, candidate);
    if (metCount === this.#wordCount) {
      if (points < numberAt(this.#points, candidate)) this.#points[candidate] = points;
      if (doubt < numberAt(this.#doubts, candidate)) this.#doubts[candidate] = doubt;
    } else if (metCount === this.#wordCount - 1) {
      this.#left++;
      this.#metCounts[candidate] = this.#wordCount;
      this.#sums[candidate] = this.#sumOf(candidate);
      this.#mostDoubts[candidate] = this.#mostDoubtOf(candidate);
      this.#points[candidate] = points;
      this.#doubts[candidate] = doubt;
    }
    this.#heads[candidate] = numberAt(this.#heads, candidate) | heads;
  }

  /** The foods that have met all words, with the points of these, and what they may have in the head. */
  forEach(visit: (rank: number, points: number, heads: number) => void): void {
    for (let i = 0; i < this.#size; i++) {
      if (numberAt(this.#metCounts, i) !== this.#wordCount) continue;
      visit(numberAt(this.#ranks, i), this.#sumOf(i), numberAt(this.#heads, i));
    }
  }

  /**
   * The same by the least points that each food may have.
   *
   * @param familyPoints - of the food of a rank
   * @param otherHeads - what each may have in the head besides
   * @param visit - returns whether there is a use for foods with more points
   */
  forEachByBound(
    familyPoints: (rank: number) => number,
    otherHeads: number,
    visit: (rank: number, points: number) => boolean,
  ): void {
    this.#sortBy((candidate) => {
      const family = familyPoints(numberAt(this.#ranks, candidate));
      return Math.min(MOST_BOUND, family + this.#leastPoints(candidate, otherHeads));
    });
    let i = 0;
    for (let bound = 0; bound < this.#sort.groupCount; bound++) {
      for (const end = this.#sort.endOf(bound); i < end; i++) {
        if (!visit(numberAt(this.#order, i), bound)) return;
      }
    }
  }

  #add(rank: number): number {
    const candidate = this.#size++;
    if (candidate === this.#ranks.length) this.#grow();
    this.#numbers[rank] = this.#size;
    this.#bits[rank >>> 5] = numberAt(this.#bits, rank >>> 5) | (1 << (rank & 31));
    this.#ranks[candidate] = rank;
    this.#metCounts[candidate] = 0;
    this.#points[candidate] = 0;
    this.#doubts[candidate] = 0;
    this.#sums[candidate] = 0;
    this.#mostDoubts[candidate] = 0;
    this.#heads[candidate] = 0;
    return candidate;
  }

  #grow(): void {
    const length = Math.max(LEAST_LENGTH, 2 * this.#ranks.length);
    const grown = (numbers: Uint32Array) => {
      const longer = new Uint32Array(length);
      longer.set(numbers);
      return longer;
    };
    this.#ranks = grown(this.#ranks);
    this.#metCounts = grown(this.#metCounts);
    this.#points = grown(this.#points);
    this.#doubts = grown(this.#doubts);
    this.#sums = grown(this.#sums);
    this.#mostDoubts = grown(this.#mostDoubts);
    this.#heads = grown(this.#heads);
    this.#order = grown(this.#order);
  }

  #sumOf(candidate: number): number {
    return numberAt(this.#sums, candidate) + numberAt(this.#points, candidate);
  }

  #mostDoubtOf(candidate: number): number {
    return Math.max(numberAt(this.#mostDoubts, candidate), numberAt(this.#doubts, candidate));
  }

  /** Without those of its family. */
  #leastPoints(candidate: number, otherHeads: number): number {
    const heads = numberAt(this.#heads, candidate) | otherHeads;
    const doubt = this.#mostDoubtOf(candidate);
    const isTyped = (heads & Heads.typed) === Heads.typed;
    return (
      this.#sumOf(candidate) +
      (doubt === 0 && !isTyped ? POINTS.named : doubt) +
      (heads === Heads.none ? POINTS.noHead : 0)
    );
  }

  /** Of equal bounds, those come first that were met first. */
  #sortBy(boundOf: (candidate: number) => number): void {
    this.#sort.clear();
    for (let i = 0; i < this.#size; i++) {
      if (numberAt(this.#metCounts, i) !== this.#wordCount) continue;
      const bound = boundOf(i);
      // From here on, the points of a candidate are its bound.
      this.#points[i] = bound;
      this.#sort.count(bound);
    }
    this.#sort.layOut();
    for (let i = 0; i < this.#size; i++) {
      if (numberAt(this.#metCounts, i) !== this.#wordCount) continue;
      this.#order[this.#sort.nextPlace(numberAt(this.#points, i))] = numberAt(this.#ranks, i);
    }
  }
}

const LEAST_LENGTH = 1 << 12;
