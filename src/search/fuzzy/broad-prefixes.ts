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

  /** Words with a common prefix of `length` bytes, in the order of their prefixes. */
  type Prefix = WordRange & { readonly length: number };
  /** Finds the broad prefixes that are one byte longer, last first. */
  const extensionsOf = ({ first, end, length }: Prefix): Prefix[] => {
    const found: Prefix[] = [];
    for (let to = end, from: number; to > first; to = from) {
      from = to - 1;
      const byte = byteOf(index, from, length);
      while (from > first && byteOf(index, from - 1, length) === byte) from--;
      if (byte !== -1 && postingCount(index, from, to) > BROAD_POSTINGS) {
        found.push({ first: from, end: to, length: length + 1 });
      }
    }
    return found;
  };
  // Not recursive: a table may have words of any length.
  const all = { first: 0, end: index.wordStarts.length - 1, length: 0 };
  const pending = extensionsOf(all);
  let added: WordRange | undefined;
  for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
    // A longer prefix of the same words has the same foods.
    if (prefix.first !== added?.first || prefix.end !== added.end) add(prefix);
    added = prefix;
    pending.push(...extensionsOf(prefix));
  }
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
