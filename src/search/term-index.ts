import { byteAt, firstPlace, numberAt, sharedNumbers } from './flat-arrays.ts';
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

/** The postings of a term. */
export function postingsOf({ postings, postingStarts }: TermIndex, term: number): Uint32Array {
  return postings.subarray(numberAt(postingStarts, term), numberAt(postingStarts, term + 1));
}

/** The index of the first posting of a term at this position or a worse one. */
export function firstPosting(
  { postings, postingStarts }: TermIndex,
  term: number,
  position: number,
): number {
  const [start, end] = [numberAt(postingStarts, term), numberAt(postingStarts, term + 1)];
  return firstPlace(start, end, (i) => numberAt(postings, i) >>> POSITION_SHIFT >= position);
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

  /** The first rank of the term at this position; {@link NO_RANK} if there is none. */
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

/**
 * For each run of one or two bytes, the number of postings of the terms that contain it: what it costs
 * to read all texts with so short a word. The grams do not list all these terms, so their postings are
 * counted when the index is built.
 */
export function countShortWords(terms: TermIndex): Uint32Array {
  const { bytes, starts, firstRanks } = terms;
  const counts = sharedNumbers(RUNS);
  /** Per run, the last term that contains it, plus one: a term that has it twice counts once. */
  const lastTerms = new Uint32Array(RUNS);
  const add = (run: number, term: number) => {
    if (lastTerms[run] === term + 1) return;
    lastTerms[run] = term + 1;
    counts[run] = numberAt(counts, run) + postingCount(terms, term);
  };
  for (let term = 0; term < firstRanks.length; term++) {
    const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
    for (let at = start; at < end; at++) {
      add(byteAt(bytes, at), term);
      if (at + 1 < end) add(runOf(byteAt(bytes, at), byteAt(bytes, at + 1)), term);
    }
  }
  return counts;
}

/** What {@link countShortWords} counted for a word of one or two bytes. */
export function countOfShortWord(counts: Uint32Array, [first = 0, second]: Uint8Array): number {
  return numberAt(counts, second === undefined ? first : runOf(first, second));
}

/** All runs of one byte, then all of two. */
const RUNS = 0x10100;

function runOf(first: number, second: number): number {
  return 0x100 + ((first << 8) | second);
}
