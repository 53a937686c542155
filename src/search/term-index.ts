import { numberAt } from './flat-arrays.ts';
import type { GramIndex, Terms } from './gram-index.ts';
import type { WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// How the dictionary of words and joints is laid out in arrays: bits for ranks, so how many texts
// it takes.

/**
 * A dictionary of terms, with the ranks of the texts that contain each. Terms are numbered in the
 * order of their first texts, so the term with the lower number occurs in the better rank: a walk
 * over terms that collects the best ranks can stop as soon as the next term begins too late.
 */
export interface TermIndex extends Terms {
  readonly grams: GramIndex;
  /**
   * The postings of term `n` are those from `postingStarts[n]` to `postingStarts[n + 1]`, ascending.
   * A posting is the best position of the term in a text, in the upper bits, and the text's rank.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
}

/** Where the position begins in a posting; below it is the rank, of half a billion texts at most. */
export const POSITION_SHIFT = 29;
export const TEXT_RANK_MASK = (1 << POSITION_SHIFT) - 1;

/** Follows all ranks. */
export const NO_RANK = 0xffffffff;

/** The number of texts that contain a term. */
export function postingCount({ postingStarts }: TermIndex, term: number): number {
  return numberAt(postingStarts, term + 1) - numberAt(postingStarts, term);
}

/** The index of the first posting of a term at this position or a worse one. */
export function firstPosting(
  { postings, postingStarts }: TermIndex,
  term: number,
  position: number,
): number {
  let low = numberAt(postingStarts, term);
  let high = numberAt(postingStarts, term + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(postings, middle) >>> POSITION_SHIFT < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Units for {@link firstPosting}. */
export const POSITION_WORK = 3;

/**
 * Reads the ranks of the texts in which a term has a certain position, ascending:
 *
 *     for (let rank = walk.start(terms, term, position); rank < limit; rank = walk.next()) …
 */
export class RankWalk {
  readonly #work: Work;
  #postings: Uint32Array = new Uint32Array();
  #position = 0;
  #at = 0;
  #end = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** The first rank of the term at this position; {@link NO_RANK} where there is none. */
  start(terms: TermIndex, term: number, position: WordPosition): number {
    this.#postings = terms.postings;
    this.#position = position;
    this.#at = firstPosting(terms, term, position);
    this.#end = numberAt(terms.postingStarts, term + 1);
    this.#work.spend(POSITION_WORK);
    return this.next();
  }

  /** The next rank, or {@link NO_RANK}. */
  next(): number {
    this.#work.spend(1);
    if (this.#at === this.#end) return NO_RANK;
    const posting = numberAt(this.#postings, this.#at++);
    return posting >>> POSITION_SHIFT === this.#position ? posting & TEXT_RANK_MASK : NO_RANK;
  }
}
