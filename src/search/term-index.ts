import { byteAt, firstAtLeast, numberAt, sharedNumbers } from './flat-arrays.ts';
import type { GramIndex, Terms } from './gram-index.ts';

// Memory layout of the dictionaries of words and joints. The bits for ranks limit the number of
// texts.

/**
 * A dictionary of terms, with a posting list for each. Terms are numbered by the rank of the first
 * text that contains them. So a walk over terms in search of the best ranks can stop at the first
 * term whose first rank is too high.
 */
export interface TermIndex extends Terms {
  readonly grams: GramIndex;
  /**
   * The postings of term `n`, ascending, are those from `postingStarts[n]` to `postingStarts[n +
   * 1]`. A posting has the term's best position in a text in its upper bits, and the text's rank
   * below.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
}

/**
 * The bit offset of the position in a posting. The bits below hold the rank, for up to half a
 * billion texts.
 */
export const POSITION_SHIFT = 29;
export const TEXT_RANK_MASK = (1 << POSITION_SHIFT) - 1;

/** A number greater than any rank. */
export const NO_RANK = 0xffffffff;

/** Returns the number of texts that contain a term. */
export function postingCount({ postingStarts }: TermIndex, term: number): number {
  return numberAt(postingStarts, term + 1) - numberAt(postingStarts, term);
}

/** Returns the postings of a term. */
export function postingsOf({ postings, postingStarts }: TermIndex, term: number): Uint32Array {
  return postings.subarray(numberAt(postingStarts, term), numberAt(postingStarts, term + 1));
}

/** Returns the index of a term's first posting at this position or a worse one. */
export function firstPosting(
  { postings, postingStarts }: TermIndex,
  term: number,
  position: number,
): number {
  const [start, end] = [numberAt(postingStarts, term), numberAt(postingStarts, term + 1)];
  return firstAtLeast(postings, (position << POSITION_SHIFT) >>> 0, start, end);
}

/** Units of work for {@link firstPosting}. */
export const POSITION_WORK = 3;

/**
 * Counts, for each run of one or two bytes, the postings of the terms that contain it. This is the
 * cost of reading all texts that match so short a query. Since the gram lists of short runs are
 * incomplete, this is done when the index is built.
 */
export function countShortWords(terms: TermIndex): Uint32Array {
  const { bytes, starts, firstRanks } = terms;
  const counts = sharedNumbers(RUNS);
  /** For each run, the last term that contains it, plus one, so that a term counts once. */
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

/** Returns the count that {@link countShortWords} made for a word of one or two bytes. */
export function countOfShortWord(counts: Uint32Array, [first = 0, second]: Uint8Array): number {
  return numberAt(counts, second === undefined ? first : runOf(first, second));
}

/** The number of runs: those of one byte, then those of two. */
const RUNS = 0x10100;

function runOf(first: number, second: number): number {
  return 0x100 + ((first << 8) | second);
}
