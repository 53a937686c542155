import type { Query } from './exact-query.ts';
import { readSegments, type Segments } from './segments.ts';
import { indexOfBytes, workOfBytes } from './utf8.ts';
import { endOfWord, endOfWordOrPlural, isWordBefore } from './word-characters.ts';
import { positionOf, WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Match tiers for substring and words (head, whole word, inside). search-index.ts has the order
// within a tier.

/**
 * The quality of a match, best first; {@link WordPosition} defines head and segment. Whole words
 * may have a plural ending, `s` or `es`, after the query.
 */
export const Tier = {
  /** The query is the head: `egg` in "Egg, whole, raw". */
  head: 0,
  /** The head starts or ends with the query as whole words: `egg` in "Egg rolls, pork". */
  headWord: 1,
  /** The query is another segment: `egg` in "Bread, egg". */
  segment: 2,
  /** The query occurs as whole words: `egg` in "Noodles, with egg, dry". */
  word: 3,
  /** The head starts with the query, within a longer word: `egg` in "Eggplant, raw". */
  headWordStart: 4,
  /** Another word starts with the query: `egg` in "Pie, eggnog". */
  wordStart: 5,
  /** The query occurs anywhere else: `egg` in "Beef, veggie-fed". */
  inside: 6,
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** The tier of a text that does not match. */
export const NO_TIER = 0xff;

/** Returns the tier of a query that occurs as whole words at this position. */
export function tierOf(position: WordPosition): Tier {
  return TIER_OF_POSITION[position];
}

const TIER_OF_POSITION: Readonly<Record<WordPosition, Tier>> = {
  [WordPosition.head]: Tier.head,
  [WordPosition.headStart]: Tier.headWord,
  [WordPosition.headEnd]: Tier.headWord,
  [WordPosition.segment]: Tier.segment,
  [WordPosition.elsewhere]: Tier.word,
};

/**
 * The tier of a query word, by the position of a term that equals it, starts with it or contains
 * it.
 */
export const TIERS_BY_POSITION = {
  whole: Uint8Array.from(WORD_POSITIONS, tierOf),
  start: Uint8Array.from(WORD_POSITIONS, (position) =>
    position <= WordPosition.headStart ? Tier.headWordStart : Tier.wordStart,
  ),
  /** The query is a separator and the start of a word. */
  elsewhere: Uint8Array.from(WORD_POSITIONS, () => Tier.wordStart),
  inside: Uint8Array.from(WORD_POSITIONS, () => Tier.inside),
};

/** Returns the best tier of the query's occurrences in a text. */
export function tierIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  query: Query,
  work: Work,
): number {
  work.spend(TEXT_WORK);
  let at = indexOfBytes(bytes, start, end, query.bytes, work);
  if (at === -1) return NO_TIER;
  // Punctuation alone is not a word.
  if (query.words.length === 0) return Tier.inside;
  let best: Tier = Tier.inside;
  // Segments are read once per text, and only if an occurrence may rank above `Tier.word`.
  let isRead = !query.mayStartSegment && !query.mayEndSegment;
  const mayBeBetter = !isRead;
  for (; at !== -1; at = indexOfBytes(bytes, at + 1, end, query.bytes, work)) {
    work.spend(OCCURRENCE_WORK);
    if (query.startsWithWord && isWordBefore(bytes, at, start)) continue;
    if (!isRead) {
      isRead = true;
      work.spend(workOfBytes(end - start));
      readSegments(bytes, start, end, SCRATCH);
    }
    const tier = tierAt(bytes, at, end, query, mayBeBetter);
    if (tier < best) best = tier;
    if (best === Tier.head) break;
  }
  return best;
}

/** Returns the tier of an occurrence that does not start within a word. */
function tierAt(
  bytes: Uint8Array,
  at: number,
  end: number,
  query: Query,
  mayBeBetter: boolean,
): Tier {
  const queryEnd = at + query.bytes.length;
  const wholeEnd = query.endsWithWord ? endOfWordOrPlural(bytes, queryEnd, end) : queryEnd;
  if (wholeEnd !== -1) {
    return mayBeBetter ? tierOf(positionOf(bytes, SCRATCH, at, wholeEnd)) : Tier.word;
  }
  if (!mayBeBetter || !query.startsWithWord) return Tier.wordStart;
  const position = positionOf(bytes, SCRATCH, at, endOfWord(bytes, queryEnd, end));
  return position <= WordPosition.headStart ? Tier.headWordStart : Tier.wordStart;
}

/** Units of work per text, apart from its bytes, and per occurrence of the query. */
const TEXT_WORK = 8;
const OCCURRENCE_WORK = 4;

// The segments of the text being examined, reused to avoid allocations.
const SCRATCH: Segments = { starts: [], ends: [] };
