import { byteAt, numberAt } from '../flat-arrays.ts';
import { GrowingArray } from '../growing-array.ts';
import { BestFoods } from './best-foods.ts';
import type { WordRange } from './dictionary.ts';
import {
  type BroadPrefixes,
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPenaltyAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
} from './fuzzy-index.ts';
import { groupPenalty, LAST_GROUP, PLACES, placePenalty } from './penalties.ts';

// Precomputes the best foods for prefixes shared by many words, such as `c`, when the index is
// built; defines how many postings make a prefix broad.

/** Prefixes with more postings than this are broad. */
const BROAD_POSTINGS = 2_048;

type Words = Pick<
  FuzzyIndex,
  'words' | 'wordStarts' | 'postings' | 'postingStarts' | 'familyStarts'
>;

/** Finds all broad prefixes and the best foods of each. */
export function findBroadPrefixes(index: Words): BroadPrefixes {
  const ranges = new GrowingArray();
  const starts = new GrowingArray();
  const ranks = new GrowingArray();
  starts.push(0);

  const add = (range: WordRange) => {
    ranges.push(range.first);
    ranges.push(range.end);
    for (const rank of bestFoods(index, range)) ranks.push(rank);
    starts.push(ranks.length);
  };

  /**
   * Adds the broad prefixes that extend the common prefix of these words (`length` bytes) by one
   * byte, then recurses.
   */
  const divide = ({ first, end }: WordRange, length: number) => {
    for (let from = first; from < end; ) {
      const byte = byteOf(index, from, length);
      let to = from + 1;
      while (to < end && byteOf(index, to, length) === byte) to++;
      if (byte !== -1 && postingCount(index, from, to) > BROAD_POSTINGS) {
        add({ first: from, end: to });
        divide({ first: from, end: to }, length + 1);
      }
      from = to;
    }
  };
  divide({ first: 0, end: index.wordStarts.length - 1 }, 0);
  return { ranges: ranges.toArray(), starts: starts.toArray(), ranks: ranks.toArray() };
}

/** Returns the best foods for any of the words, one penalty level at a time. */
function bestFoods(
  { postings, postingStarts, familyStarts }: Words,
  { first, end }: WordRange,
): Uint32Array {
  const best = new BestFoods();
  const seen = new Set<number>();
  const last = numberAt(postingStarts, end);
  for (let level = 0; level <= MOST_PENALTY && !best.isFull; level++) {
    for (let i = numberAt(postingStarts, first); i < last; i++) {
      const posting = numberAt(postings, i);
      const rank = posting & FOOD_RANK_MASK;
      if (!best.admits(level, rank) || posting >>> PLACE_SHIFT === NEGATED_PLACE) continue;
      const penalty = placePenalty(posting >>> PLACE_SHIFT) + familyPenaltyAt(familyStarts, rank);
      if (penalty !== level || seen.has(rank)) continue;
      seen.add(rank);
      best.add(level, rank);
    }
  }
  return best.toRanks();
}

const MOST_PENALTY = Math.max(...PLACES.map(placePenalty)) + groupPenalty(LAST_GROUP);

function byteOf({ words, wordStarts }: Words, word: number, offset: number): number {
  const at = numberAt(wordStarts, word) + offset;
  return at < numberAt(wordStarts, word + 1) ? byteAt(words, at) : -1;
}

function postingCount({ postingStarts }: Words, first: number, end: number): number {
  return numberAt(postingStarts, end) - numberAt(postingStarts, first);
}
