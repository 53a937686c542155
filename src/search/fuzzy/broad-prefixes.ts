import { GrowingArray } from '../growing-array.ts';
import { BestFoods } from './best-foods.ts';
import type { WordRange } from './dictionary.ts';
import { type BroadPrefixes, type FuzzyIndex, RANK_BITS, RANK_MASK } from './fuzzy-index.ts';
import { PLACES, placePoints } from './score.ts';

/** Beginnings with more postings than this are broad. */
export const BROAD_POSTINGS = 4_096;

type Words = Pick<FuzzyIndex, 'words' | 'wordStarts' | 'postings' | 'postingStarts'>;

export function findBroadPrefixes(index: Words): BroadPrefixes {
  const ranges = new GrowingArray();
  const starts = new GrowingArray();
  const ranks = new GrowingArray();
  const seen = new Set<number>();
  const best = new BestFoods();
  starts.push(0);

  const add = (range: WordRange) => {
    best.clear();
    seen.clear();
    const levels = [...new Set(PLACES.map(placePoints))].sort((a, b) => a - b);
    for (const level of levels) {
      if (best.isFull) break;
      collectLevel(index, range, level, best, seen);
    }
    ranges.push(range.first);
    ranges.push(range.end);
    for (const rank of best.toRanks()) ranks.push(rank);
    starts.push(ranks.length);
  };

  /** Looks at the beginnings of these words that are one byte longer than the one they share. */
  const divide = ({ first, end }: WordRange, length: number) => {
    for (let from = first; from < end; ) {
      let to = from + 1;
      if (byteAt(index, from, length) !== -1) {
        while (to < end && byteAt(index, to, length) === byteAt(index, from, length)) to++;
        if (postingCount(index, from, to) > BROAD_POSTINGS) {
          add({ first: from, end: to });
          divide({ first: from, end: to }, length + 1);
        }
      }
      from = to;
    }
  };
  divide({ first: 0, end: index.wordStarts.length - 1 }, 0);
  return { ranges: ranges.toArray(), starts: starts.toArray(), ranks: ranks.toArray() };
}

/** Takes the foods with a word of the range at a place of so many points. */
function collectLevel(
  { postings, postingStarts }: Words,
  { first, end }: WordRange,
  level: number,
  best: BestFoods,
  seen: Set<number>,
): void {
  const isLevel = PLACES.map((place) => placePoints(place) === level);
  const last = postingStarts[end] ?? 0;
  for (let i = postingStarts[first] ?? 0; i < last; i++) {
    const posting = postings[i] ?? 0;
    const rank = posting & RANK_MASK;
    if (isLevel[posting >>> RANK_BITS] !== true || !best.admits(level, rank)) continue;
    if (seen.has(rank)) continue;
    seen.add(rank);
    best.add(level, rank);
  }
}

function byteAt({ words, wordStarts }: Words, word: number, offset: number): number {
  const at = (wordStarts[word] ?? 0) + offset;
  return at < (wordStarts[word + 1] ?? 0) ? (words[at] ?? 0) : -1;
}

function postingCount({ postingStarts }: Words, first: number, end: number): number {
  return (postingStarts[end] ?? 0) - (postingStarts[first] ?? 0);
}
