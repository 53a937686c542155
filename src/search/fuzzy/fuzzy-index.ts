import { numberAt } from '../flat-arrays.ts';
import type { Source } from './matches.ts';
import { Polarity } from './negation.ts';
import { groupPenalty } from './penalties.ts';
import { Part, PLACE_BITS, PLACE_COUNT } from './place.ts';

// Memory layout of the fuzzy index: bits for places, ranks and negation. The bits for ranks limit
// the number of foods.

/**
 * The index for `match=fuzzy`: flat arrays, which threads can share.
 *
 * Here, foods have ranks of their own, which order foods with equal scores. Larger families (foods
 * with the same head) come first. Only the integer part of the size's log₂ counts. Among families
 * of equal size, plainer foods come first. Ties are in table order. Foods for infants follow, and
 * packaged products come last.
 */
export interface FuzzyIndex {
  /** Maps ranks to rows. */
  readonly rows: Uint32Array;
  /** The first rank of each family group, starting with group 1. */
  readonly familyStarts: Uint32Array;
  /** The distinct words in UTF-8, sorted by bytes: word `n` starts at `wordStarts[n]`. */
  readonly words: Uint8Array;
  readonly wordStarts: Uint32Array;
  /** The profile of each word, from `word-profiles.ts`. */
  readonly wordProfiles: Uint32Array;
  /**
   * The words of each food in order, starting at `tokenStarts[rank]`. A token has the place in its
   * lowest bits, then bits for the start of a segment and for negation, then the word ID.
   */
  readonly tokens: Uint32Array;
  readonly tokenStarts: Uint32Array;
  /**
   * The posting list of each word, starting at `postingStarts[word]`, sorted by best place, then by
   * rank. Foods that negate the word come last.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
}

/**
 * The bit offset of the place in a posting. The bits below hold the rank, for up to 268 million
 * foods.
 */
export const PLACE_SHIFT = 32 - PLACE_BITS;
export const FOOD_RANK_MASK = 2 ** PLACE_SHIFT - 1;

export const PLACE_MASK = (1 << PLACE_BITS) - 1;
export const SEGMENT_START = 1 << PLACE_BITS;
export const NEGATED_TOKEN = 2 << PLACE_BITS;
export const WORD_SHIFT = PLACE_BITS + 2;

/**
 * The place of every posting of a negated word, wherever the word is. This place sorts after all
 * others.
 */
export const NEGATED_PLACE = PLACE_COUNT;

/** Whether a token states or negates its word. */
export function polarityOf(token: number): Polarity {
  return (token & NEGATED_TOKEN) === 0 ? Polarity.stated : Polarity.negated;
}

/** Whether postings at a place state or negate their word. */
export function polarityAt(place: number): Polarity {
  return place === NEGATED_PLACE ? Polarity.negated : Polarity.stated;
}

/** Returns the family penalty of the food with this rank. */
export function familyPenaltyAt(familyStarts: Uint32Array, rank: number): number {
  let group = 0;
  while (group < familyStarts.length && rank >= numberAt(familyStarts, group)) group++;
  return groupPenalty(group);
}

/** Whether any food states or negates, as `polarity` requires, any of these words. */
export function hasPostings(
  { postings, postingStarts }: FuzzyIndex,
  { first, end }: Pick<Source, 'first' | 'end'>,
  polarity: number,
): boolean {
  for (let word = first; word < end; word++) {
    // Every word has a posting, and those that negate it come last.
    const most = numberAt(postings, numberAt(postingStarts, word)) >>> PLACE_SHIFT;
    const least = numberAt(postings, numberAt(postingStarts, word + 1) - 1) >>> PLACE_SHIFT;
    if (((polarityAt(most) | polarityAt(least)) & polarity) !== 0) return true;
  }
  return false;
}

/** Whether a word is the whole head of a food. Such foods come first in its posting list. */
export function isHeadOf({ postings, postingStarts }: FuzzyIndex, word: number): boolean {
  if (word === -1) return false;
  // Every word has a posting.
  return numberAt(postings, numberAt(postingStarts, word)) >>> PLACE_SHIFT === Part.head * 2;
}

/** Whether a source is a word as typed that is the whole head of a food. */
export function isHead(index: FuzzyIndex, { manner, first, polarity }: Source): boolean {
  return manner === 'word' && polarity !== Polarity.negated && isHeadOf(index, first);
}
