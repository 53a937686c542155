import { numberAt } from '../flat-arrays.ts';
import { Polarity } from './negation.ts';
import { groupPenalty } from './penalties.ts';
import { Part, PLACE_BITS, PLACE_COUNT } from './place.ts';

// How the fuzzy index is laid out in arrays: bits for places, ranks and negation, so how many foods
// it takes.

/**
 * What `match=fuzzy` looks in: flat arrays, which threads can share.
 *
 * Foods have ranks of their own here: the order they come in where all else is equal. Larger
 * families come first (foods that share the head, in steps of log₂), in these the plainer foods, then the
 * order of the table; then foods for infants, and packaged products last.
 */
export interface FuzzyIndex {
  /** Rank → row. */
  readonly rows: Uint32Array;
  /** The first rank of each group of families, from 1 on. */
  readonly familyStarts: Uint32Array;
  /** The different words in UTF-8, in the order of their bytes: word `n` is at `wordStarts[n]`. */
  readonly words: Uint8Array;
  readonly wordStarts: Uint32Array;
  /** As `word-profiles.ts` makes them. */
  readonly wordProfiles: Uint32Array;
  /**
   * The words of each food in their order, from `tokenStarts[rank]` on: the number of the word, in
   * the lowest bits its place, and above those whether it begins a segment and whether it is negated.
   */
  readonly tokens: Uint32Array;
  readonly tokenStarts: Uint32Array;
  /**
   * The foods of each word, from `postingStarts[word]` on, ascending: best place and rank; those where
   * it is negated, last.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
  readonly broadPrefixes: BroadPrefixes;
}

/** Where the place begins in a posting; below it is the rank, of 268 million foods at most. */
export const PLACE_SHIFT = 32 - PLACE_BITS;
export const FOOD_RANK_MASK = 2 ** PLACE_SHIFT - 1;

export const PLACE_MASK = (1 << PLACE_BITS) - 1;
export const SEGMENT_START = 1 << PLACE_BITS;
export const NEGATED_TOKEN = 2 << PLACE_BITS;
export const WORD_SHIFT = PLACE_BITS + 2;

/** The place of the postings of negated words, wherever they are: the last of all. */
export const NEGATED_PLACE = PLACE_COUNT;

/** Whether a token says its word or negates it. */
export function polarityOf(token: number): Polarity {
  return (token & NEGATED_TOKEN) === 0 ? Polarity.said : Polarity.negated;
}

/** The same for the place of a posting. */
export function polarityAt(place: number): Polarity {
  return place === NEGATED_PLACE ? Polarity.negated : Polarity.said;
}

/**
 * The best foods of the beginnings that very many words share, such as `s`: found while the index is built, since
 * going through all of their foods would take too long while someone types.
 */
export interface BroadPrefixes {
  /** Per beginning, the first of its words and the one after its last. */
  readonly ranges: Uint32Array;
  /** Where the foods of each begin in `ranks`, and where those of the last one end. */
  readonly starts: Uint32Array;
  /** Best first. */
  readonly ranks: Uint32Array;
}

/** The penalty of the family of the food of a rank. */
export function familyPenaltyAt(familyStarts: Uint32Array, rank: number): number {
  let group = 0;
  while (group < familyStarts.length && rank >= numberAt(familyStarts, group)) group++;
  return groupPenalty(group);
}

/** Whether a word is the whole head of a food: such foods come first among those that have it. */
export function isHeadOf({ postings, postingStarts }: FuzzyIndex, word: number): boolean {
  if (word === -1) return false;
  const first = numberAt(postings, numberAt(postingStarts, word));
  return first >>> PLACE_SHIFT === Part.head * 2;
}
