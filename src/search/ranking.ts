import type { Query } from './query.ts';
import { readSegments, type Segments } from './segments.ts';
import { indexOfBytes } from './utf8.ts';
import { endOfWord, isWordAt, isWordBefore } from './word-characters.ts';
import { positionOf, WordPosition } from './word-position.ts';

/**
 * How well a query stands in a description, best first; {@link WordPosition} tells what a head and a
 * segment are. Whole words may be the query with a plural ending, `s` or `es`, behind it.
 */
export const Tier = {
  /** The head is the query: `egg` in "Egg, whole, raw". */
  head: 0,
  /** The head begins or ends with it as whole words: `egg` in "Egg rolls, pork". */
  headWord: 1,
  /** Another segment is the query: `egg` in "Bread, egg". */
  segment: 2,
  /** It stands somewhere as whole words: `egg` in "Noodles, with egg, dry". */
  word: 3,
  /** The head begins with it, word for word, but the last goes on: `egg` in "Eggplant, raw". */
  headWordStart: 4,
  /** Another word begins with it: `egg` in "Pie, eggnog". */
  wordStart: 5,
  /** It stands anywhere else: `egg` in "Beef, veggie-fed". */
  inside: 6,
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** The tier of a query that stands as whole words, by their position. */
export function tierOf(position: WordPosition): Tier {
  return TIER_OF_POSITION[position] ?? Tier.word;
}

const TIER_OF_POSITION: Readonly<Record<WordPosition, Tier>> = {
  [WordPosition.head]: Tier.head,
  [WordPosition.headStart]: Tier.headWord,
  [WordPosition.headEnd]: Tier.headWord,
  [WordPosition.segment]: Tier.segment,
  [WordPosition.elsewhere]: Tier.word,
};

/** The best tier of all places where the query stands in the text; -1 where it stands nowhere. */
export function tierIn(bytes: Uint8Array, start: number, end: number, query: Query): Tier | -1 {
  let at = indexOfBytes(bytes, start, end, query.bytes);
  if (at === -1) return -1;
  // Punctuation alone is no word.
  if (query.words.length === 0) return Tier.inside;
  let best: Tier = Tier.inside;
  const isNeverSegment = !query.mayStartSegment && !query.mayEndSegment;
  let segments: Segments | undefined;
  for (; at !== -1; at = indexOfBytes(bytes, at + 1, end, query.bytes)) {
    if (query.startsWithWord && isWordBefore(bytes, at, start)) continue;
    const queryEnd = at + query.bytes.length;
    const wholeEnd = query.endsWithWord ? endOfWordOrPlural(bytes, queryEnd, end) : queryEnd;
    const worst = wholeEnd === -1 ? Tier.wordStart : Tier.word;
    if (worst < best) best = worst;
    if (isNeverSegment) continue;
    if (segments === undefined) {
      segments = SEGMENTS;
      readSegments(bytes, start, end, segments);
    }
    if (wholeEnd !== -1) {
      const tier = tierOf(positionOf(bytes, segments, at, wholeEnd));
      if (tier < best) best = tier;
    } else if (query.startsWithWord && best > Tier.headWordStart) {
      const position = positionOf(bytes, segments, at, endOfWord(bytes, queryEnd, end));
      if (position <= WordPosition.headStart) best = Tier.headWordStart;
    }
    if (best === Tier.head) break;
  }
  return best;
}

// Read anew for every text: nobody keeps them.
const SEGMENTS: Segments = { starts: [], ends: [] };

/**
 * Where the word ends that goes on at `at`, if it goes on with a plural ending or not at all; -1 where
 * it goes on in another way.
 */
export function endOfWordOrPlural(bytes: Uint8Array, at: number, end: number): number {
  if (!isWordAt(bytes, at, end)) return at;
  const s = bytes[at] === LETTER_E ? at + 1 : at;
  return s < end && bytes[s] === LETTER_S && !isWordAt(bytes, s + 1, end) ? s + 1 : -1;
}

const LETTER_E = 0x65;
const LETTER_S = 0x73;
