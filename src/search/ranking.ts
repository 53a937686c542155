import type { Query } from './query.ts';
import { readSegments, type Segments } from './segments.ts';
import { indexOfBytes, workOfBytes } from './utf8.ts';
import { endOfWord, endOfWordOrPlural, isWordBefore } from './word-characters.ts';
import { positionOf, WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// The tier of a match for substring and words (head, whole word, inside); search-index.ts has the
// order within a tier.

/**
 * How good a match is, best first; {@link WordPosition} explains what a head and a segment are. Where
 * the query must be whole words, a plural ending, `s` or `es`, may follow it.
 */
export const Tier = {
  /** The head is the query: `egg` in "Egg, whole, raw". */
  head: 0,
  /** The head begins or ends with it as whole words: `egg` in "Egg rolls, pork". */
  headWord: 1,
  /** Another segment is the query: `egg` in "Bread, egg". */
  segment: 2,
  /** It occurs as whole words: `egg` in "Noodles, with egg, dry". */
  word: 3,
  /** The head begins with it, but the head's word is longer: `egg` in "Eggplant, raw". */
  headWordStart: 4,
  /** Another word begins with it: `egg` in "Pie, eggnog". */
  wordStart: 5,
  /** It occurs anywhere else: `egg` in "Beef, veggie-fed". */
  inside: 6,
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** The tier of a query that occurs as whole words at this position. */
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

/** The tier of a word by the position of a term that is it, that begins with it, or that has it inside. */
export const TIERS_BY_POSITION = {
  whole: Uint8Array.from(WORD_POSITIONS, tierOf),
  start: Uint8Array.from(WORD_POSITIONS, (position) =>
    position <= WordPosition.headStart ? Tier.headWordStart : Tier.wordStart,
  ),
  /** Outside of heads. */
  elsewhere: Uint8Array.from(WORD_POSITIONS, () => Tier.wordStart),
  inside: Uint8Array.from(WORD_POSITIONS, () => Tier.inside),
};

/** The best tier of all places where the query occurs in a text; -1 where it does not. */
export function tierIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  query: Query,
  work: Work,
): Tier | -1 {
  work.spend(TEXT_WORK);
  let at = indexOfBytes(bytes, start, end, query.bytes, work);
  if (at === -1) return -1;
  // Punctuation alone is not a word.
  if (query.words.length === 0) return Tier.inside;
  let best: Tier = Tier.inside;
  // Read once a text, and only where a place may be better than a word anywhere.
  let isRead = !query.mayStartSegment && !query.mayEndSegment;
  const mayBeBetter = !isRead;
  for (; at !== -1; at = indexOfBytes(bytes, at + 1, end, query.bytes, work)) {
    work.spend(OCCURRENCE_WORK);
    if (query.startsWithWord && isWordBefore(bytes, at, start)) continue;
    if (!isRead) {
      isRead = true;
      work.spend(workOfBytes(end - start));
      readSegments(bytes, start, end, LOOKED_AT);
    }
    const tier = tierAt(bytes, at, end, query, mayBeBetter);
    if (tier < best) best = tier;
    if (best === Tier.head) break;
  }
  return best;
}

/** The tier of one place where the query occurs at the beginning of a word. */
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
    return mayBeBetter ? tierOf(positionOf(bytes, LOOKED_AT, at, wholeEnd)) : Tier.word;
  }
  if (!mayBeBetter || !query.startsWithWord) return Tier.wordStart;
  const position = positionOf(bytes, LOOKED_AT, at, endOfWord(bytes, queryEnd, end));
  return position <= WordPosition.headStart ? Tier.headWordStart : Tier.wordStart;
}

/** Units for a look at a text, beside its bytes, and at each place where the query occurs. */
const TEXT_WORK = 8;
const OCCURRENCE_WORK = 4;

// Of the text that is looked at: no arrays are made for each.
const LOOKED_AT: Segments = { starts: [], ends: [] };
