import { CountingSort } from '../counting-sort.ts';
import { numberAt } from '../flat-arrays.ts';

// Intersects the postings of query words: keeps the foods that match every word so far, each with a
// lower bound on its penalty.

/** Foods with a higher bound share the last bucket. */
export const MAX_BOUND = 511;

/** The layout of a candidate's record, which fits into one cache line. */
const RANK = 0;
/** How many consecutive words the food matches, from the first. */
const MATCHED_COUNT = 1;
/**
 * The lowest possible penalty and doubt (see match-paths.ts) of the last matched word, then the
 * penalty sum and the highest doubt of the words before it.
 */
const LAST_PENALTY = 2;
const LAST_DOUBT = 3;
const SUM = 4;
const MAX_DOUBT = 5;
const RECORD_LENGTH = 8;

/** The initial capacity, in records. */
const MIN_RECORDS = 1 << 12;

/**
 * The foods that match the first words of a query, each with a lower bound on its penalty. Words
 * are processed one at a time, and a food that lacks one is dropped.
 */
export class Candidates {
  /** For each rank, the offset of its record plus one, or 0 if it has none. */
  readonly #offsets: Uint32Array;
  /** A bitmap of the candidates' ranks, so that most postings are rejected by one bit test. */
  readonly #bits: Uint32Array;
  #wordCount = 0;

  /** One record for each food that matches the first word, up to offset `#end`. */
  #records = new Uint32Array(0);
  #end = 0;

  /** The ranks of the foods that match all words, sorted by bound. */
  #order = new Uint32Array(0);
  readonly #sort = new CountingSort(MAX_BOUND + 1);

  /** @param foodCount The number of foods in the index. */
  constructor(foodCount: number) {
    this.#offsets = new Uint32Array(foodCount);
    this.#bits = new Uint32Array((foodCount >>> 5) + 1);
  }

  /** The number of foods that match the first word. */
  get size(): number {
    return this.#end / RECORD_LENGTH;
  }

  /** Discards the state of the previous search, even if it was interrupted. */
  clear(): void {
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      const rank = numberAt(this.#records, at + RANK);
      this.#offsets[rank] = 0;
      this.#bits[rank >>> 5] = 0;
    }
    this.#end = 0;
    this.#wordCount = 0;
  }

  /**
   * Moves on to the next word. {@link record} is then called for each food that matches this word, in
   * any order.
   */
  nextWord(): void {
    this.#wordCount++;
  }

  /** Whether a food can still match all words: it matched the first word, or this is the first. */
  admits(rank: number): boolean {
    return this.#wordCount === 1 || ((numberAt(this.#bits, rank >>> 5) >>> (rank & 31)) & 1) !== 0;
  }

  /** Records that an admitted food matches the current word; called once for each path. */
  record(rank: number, penalty: number, doubt: number): void {
    const at = (numberAt(this.#offsets, rank) || this.#add(rank)) - 1;
    const records = this.#records;
    const matchedCount = numberAt(records, at + MATCHED_COUNT);
    if (matchedCount === this.#wordCount) {
      if (penalty < numberAt(records, at + LAST_PENALTY)) records[at + LAST_PENALTY] = penalty;
      if (doubt < numberAt(records, at + LAST_DOUBT)) records[at + LAST_DOUBT] = doubt;
    } else if (matchedCount === this.#wordCount - 1) {
      records[at + MATCHED_COUNT] = this.#wordCount;
      records[at + SUM] = this.#sumOf(at);
      records[at + MAX_DOUBT] = this.#maxDoubtOf(at);
      records[at + LAST_PENALTY] = penalty;
      records[at + LAST_DOUBT] = doubt;
    }
  }

  /** Visits the foods that match all words, with the penalty sum of these words. */
  forEach(visit: (rank: number, penalty: number) => void): void {
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(this.#records, at + MATCHED_COUNT) !== this.#wordCount) continue;
      visit(numberAt(this.#records, at + RANK), this.#sumOf(at));
    }
  }

  /**
   * Like {@link forEach}, but visits the foods by increasing lower bound.
   *
   * @param familyPenalty - returns the family penalty of a rank
   * @param visit - returns false if foods with higher bounds are not needed
   */
  forEachByBound(
    familyPenalty: (rank: number) => number,
    visit: (rank: number, penalty: number) => boolean,
  ): void {
    this.#sortBy((at) => {
      const family = familyPenalty(numberAt(this.#records, at + RANK));
      return Math.min(MAX_BOUND, family + this.#sumOf(at) + this.#maxDoubtOf(at));
    });
    let i = 0;
    for (let bound = 0; bound < this.#sort.groupCount; bound++) {
      for (const end = this.#sort.positionIn(bound); i < end; i++) {
        if (!visit(numberAt(this.#order, i), bound)) return;
      }
    }
  }

  /** Adds an empty record, and returns its offset plus one. */
  #add(rank: number): number {
    const at = this.#end;
    this.#end += RECORD_LENGTH;
    if (at === this.#records.length) this.#grow();
    // `fill` would take longer than a loop for so few elements.
    for (let i = at; i < this.#end; i++) this.#records[i] = 0;
    this.#records[at + RANK] = rank;
    this.#bits[rank >>> 5] = numberAt(this.#bits, rank >>> 5) | (1 << (rank & 31));
    this.#offsets[rank] = at + 1;
    return at + 1;
  }

  #grow(): void {
    const count = Math.max(MIN_RECORDS, 2 * this.#order.length);
    const longer = new Uint32Array(count * RECORD_LENGTH);
    longer.set(this.#records);
    this.#records = longer;
    this.#order = new Uint32Array(count);
  }

  #sumOf(at: number): number {
    return numberAt(this.#records, at + SUM) + numberAt(this.#records, at + LAST_PENALTY);
  }

  #maxDoubtOf(at: number): number {
    const before = numberAt(this.#records, at + MAX_DOUBT);
    return Math.max(before, numberAt(this.#records, at + LAST_DOUBT));
  }

  /** Stable: foods with equal bounds stay in the order in which they were added. */
  #sortBy(boundOf: (at: number) => number): void {
    const records = this.#records;
    this.#sort.clear();
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(records, at + MATCHED_COUNT) !== this.#wordCount) continue;
      const bound = boundOf(at);
      // From here on, this field holds the candidate's bound.
      records[at + LAST_PENALTY] = bound;
      this.#sort.count(bound);
    }
    this.#sort.layOut();
    for (let at = 0; at < this.#end; at += RECORD_LENGTH) {
      if (numberAt(records, at + MATCHED_COUNT) !== this.#wordCount) continue;
      const position = this.#sort.nextPosition(numberAt(records, at + LAST_PENALTY));
      this.#order[position] = numberAt(records, at + RANK);
    }
  }
}
