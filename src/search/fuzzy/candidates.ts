import { CountingSort } from '../counting-sort.ts';
import { numberAt } from '../flat-arrays.ts';
import { PENALTIES } from './penalties.ts';

// Keeps the foods that meet the first words of a fuzzy query, with the least penalty that each may
// have.

/** What a food may have in its head, as bits: a word of the query in some way; or as typed. */
export const Heads = { none: 0, any: 1, typed: 3 } as const;

/** Foods with higher penalties are taken together. */
export const MOST_BOUND = 511;

/** The layout of a candidate's record, which fits into one cache line. */
const RANK = 0;
/** How many words it has met, one after the other. */
const MET_COUNT = 1;
/** The least penalty and doubt of the word met last, and those of the words before. */
const LAST_PENALTY = 2;
const LAST_DOUBT = 3;
const SUM = 4;
const MOST_DOUBT = 5;
const HEADS = 6;
const RECORD_LENGTH = 8;

/** Records that there is room for at first. */
const LEAST_RECORDS = 1 << 12;

/**
 * The foods that meet the first words of a query, each with the least penalty that it may have. Words
 * come one after the other; a food that misses one is left behind.
 */
export class Candidates {
  /** Per rank, the place of its record plus one, or zero. */
  readonly #places: Uint32Array;
  /** Whether a rank is of a candidate, a bit for each: of most postings, nothing else is looked at. */
  readonly #bits: Uint32Array;
  #wordCount = 0;
  /** How many candidates have met all words so far. */
  #left = 0;

  /** A record for each food that meets the first word, and the place after the last. */
  #records = new Uint32Array(0);
  #end = 0;

  /** The ranks of those that have met all words, by their bounds. */
  #order = new Uint32Array(0);
  readonly #sort = new CountingSort(MOST_BOUND + 1);

  /** @param foodCount How many foods there are. */
  constructor(foodCount: number) {
    this.#places = new Uint32Array(foodCount);
    this.#bits = new Uint32Array((foodCount >>> 5) + 1);
  }

  /** The foods that have met the first word. */
  get size(): number {
    return this.#end / RECORD_LENGTH;
  }

  /** How many of them have met all words so far; before the first word, all there are. */
  get left(): number {
    return this.#wordCount === 0 ? this.#places.length : this.#left;
  }

  /** Forgets what the search before left: it may have been ended at any time. */
  clear(): void {
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      const rank = numberAt(this.#records, at + RANK);
      this.#places[rank] = 0;
      this.#bits[rank >>> 5] = 0;
    }
    this.#end = 0;
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
  meet(rank: number, penalty: number, doubt: number, heads: number): void {
    const place = numberAt(this.#places, rank);
    const at = place === 0 ? this.#add(rank) : place - 1;
    const records = this.#records;
    const metCount = numberAt(records, at + MET_COUNT);
    if (metCount === this.#wordCount) {
      if (penalty < numberAt(records, at + LAST_PENALTY)) records[at + LAST_PENALTY] = penalty;
      if (doubt < numberAt(records, at + LAST_DOUBT)) records[at + LAST_DOUBT] = doubt;
    } else if (metCount === this.#wordCount - 1) {
      this.#left++;
      records[at + MET_COUNT] = this.#wordCount;
      records[at + SUM] = this.#sumOf(at);
      records[at + MOST_DOUBT] = this.#mostDoubtOf(at);
      records[at + LAST_PENALTY] = penalty;
      records[at + LAST_DOUBT] = doubt;
    }
    records[at + HEADS] = numberAt(records, at + HEADS) | heads;
  }

  /** The foods that have met all words, with the penalty of these, and what they may have in the head. */
  forEach(visit: (rank: number, penalty: number, heads: number) => void): void {
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(this.#records, at + MET_COUNT) !== this.#wordCount) continue;
      const heads = numberAt(this.#records, at + HEADS);
      visit(numberAt(this.#records, at + RANK), this.#sumOf(at), heads);
    }
  }

  /**
   * The same by the least penalty that each food may have.
   *
   * @param familyPenalty - of the food of a rank
   * @param otherHeads - what each may have in the head besides
   * @param visit - returns whether there is a use for foods with higher penalties
   */
  forEachByBound(
    familyPenalty: (rank: number) => number,
    otherHeads: number,
    visit: (rank: number, penalty: number) => boolean,
  ): void {
    this.#sortBy((at) => {
      const family = familyPenalty(numberAt(this.#records, at + RANK));
      return Math.min(MOST_BOUND, family + this.#leastPenalty(at, otherHeads));
    });
    let i = 0;
    for (let bound = 0; bound < this.#sort.groupCount; bound++) {
      for (const end = this.#sort.endOf(bound); i < end; i++) {
        if (!visit(numberAt(this.#order, i), bound)) return;
      }
    }
  }

  #add(rank: number): number {
    const at = this.#end;
    this.#end += RECORD_LENGTH;
    if (at === this.#records.length) this.#grow();
    this.#places[rank] = at + 1;
    this.#bits[rank >>> 5] = numberAt(this.#bits, rank >>> 5) | (1 << (rank & 31));
    // A call of `fill` would take ten times as long.
    for (let i = at; i < this.#end; i++) this.#records[i] = 0;
    this.#records[at + RANK] = rank;
    return at;
  }

  #grow(): void {
    const count = Math.max(LEAST_RECORDS, 2 * this.#order.length);
    const longer = new Uint32Array(count * RECORD_LENGTH);
    longer.set(this.#records);
    this.#records = longer;
    this.#order = new Uint32Array(count);
  }

  #sumOf(at: number): number {
    return numberAt(this.#records, at + SUM) + numberAt(this.#records, at + LAST_PENALTY);
  }

  #mostDoubtOf(at: number): number {
    const before = numberAt(this.#records, at + MOST_DOUBT);
    return Math.max(before, numberAt(this.#records, at + LAST_DOUBT));
  }

  /** Without those of its family. */
  #leastPenalty(at: number, otherHeads: number): number {
    const heads = numberAt(this.#records, at + HEADS) | otherHeads;
    const doubt = this.#mostDoubtOf(at);
    const isTyped = (heads & Heads.typed) === Heads.typed;
    return (
      this.#sumOf(at) +
      (doubt === 0 && !isTyped ? PENALTIES.named : doubt) +
      (heads === Heads.none ? PENALTIES.noHead : 0)
    );
  }

  /** Of equal bounds, those come first that were met first. */
  #sortBy(boundOf: (at: number) => number): void {
    const records = this.#records;
    this.#sort.clear();
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(records, at + MET_COUNT) !== this.#wordCount) continue;
      const bound = boundOf(at);
      // From here on, the penalty of a candidate is its bound.
      records[at + LAST_PENALTY] = bound;
      this.#sort.count(bound);
    }
    this.#sort.layOut();
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(records, at + MET_COUNT) !== this.#wordCount) continue;
      const place = this.#sort.nextPlace(numberAt(records, at + LAST_PENALTY));
      this.#order[place] = numberAt(records, at + RANK);
    }
  }
}
