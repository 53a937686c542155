import { sortPostings } from '../counting-sort.ts';
import { numberAt } from '../flat-arrays.ts';
import {
  type FuzzyIndex,
  NEGATED_PLACE,
  NEGATED_TOKEN,
  PLACE_MASK,
  PLACE_SHIFT,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import { placePenalty } from './penalties.ts';
import { PLACE_BITS } from './place.ts';

// Builds the posting lists of the fuzzy index, with each food at its best place.

/**
 * Inverts the tokens. Each food is listed once for each word that it states, at the place with the
 * lowest penalty, and once for each word that it negates.
 */
export function postingsOf(
  { tokens, tokenStarts }: Pick<FuzzyIndex, 'tokens' | 'tokenStarts'>,
  wordCount: number,
): Pick<FuzzyIndex, 'postings' | 'postingStarts'> {
  /** For each posting, the word and place, and the rank of the food. */
  const groups = new Uint32Array(tokens.length);
  const ranks = new Uint32Array(tokens.length);
  /** For each word, stated or negated, the index of its last posting plus one. */
  const last = new Uint32Array(2 * wordCount);
  let count = 0;
  for (let rank = 0; rank + 1 < tokenStarts.length; rank++) {
    const firstOfFood = count;
    const end = numberAt(tokenStarts, rank + 1);
    for (let i = numberAt(tokenStarts, rank); i < end; i++) {
      const token = numberAt(tokens, i);
      const group = groupOf(token);
      const key = 2 * (token >>> WORD_SHIFT) + Number((token & NEGATED_TOKEN) !== 0);
      const known = numberAt(last, key) - 1;
      if (known < firstOfFood) {
        ranks[count] = rank;
        groups[count++] = group;
        last[key] = count;
      } else if (penaltyOf(group) < penaltyOf(numberAt(groups, known))) groups[known] = group;
    }
  }
  return sortPostings(
    { count, termCount: wordCount, groupsPerTerm: 1 << PLACE_BITS },
    (i) => numberAt(groups, i),
    (i) => (numberAt(groups, i) & PLACE_MASK) * 2 ** PLACE_SHIFT + numberAt(ranks, i),
  );
}

/** Packs a token's word and place. */
function groupOf(token: number): number {
  const place = (token & NEGATED_TOKEN) !== 0 ? NEGATED_PLACE : token & PLACE_MASK;
  return ((token >>> WORD_SHIFT) << PLACE_BITS) | place;
}

function penaltyOf(group: number): number {
  return placePenalty(group & PLACE_MASK);
}
