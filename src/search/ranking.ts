import type { Query } from './query.ts';
import { readSegments, type Segments } from './segments.ts';
import { equalsAt, indexOfBytes } from './utf8.ts';
import { isWordAt, isWordBefore } from './word-characters.ts';

/**
 * How well a query stands in a description, best first. The head of a description is its first
 * segment; where that names a shelf of the shop, as in "Spices, pepper, black", the next segment is
 * the head as well. A query may be met by its plural, that is with `s` or `es` behind it.
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
  /** A word begins with it: `egg` in "Eggplant, raw". */
  wordStart: 4,
  /** It stands anywhere else: `egg` in "Beef, veggie-fed". */
  inside: 5,
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** The best tier of all places where the query stands in the text; -1 where it stands nowhere. */
export function tierIn(bytes: Uint8Array, start: number, end: number, query: Query): Tier | -1 {
  let at = indexOfBytes(bytes, start, end, query.bytes);
  if (at === -1) return -1;
  if (query.words.length === 0) return Tier.inside;
  let best: Tier = Tier.inside;
  let segments: Segments | undefined;
  for (; at !== -1; at = indexOfBytes(bytes, at + 1, end, query.bytes)) {
    if (query.startsWithWord && isWordBefore(bytes, at, start)) continue;
    const queryEnd = at + query.bytes.length;
    const wholeEnd = query.endsWithWord ? endOfWordOrPlural(bytes, queryEnd, end) : queryEnd;
    if (wholeEnd === -1) {
      if (best > Tier.wordStart) best = Tier.wordStart;
      continue;
    }
    if (segments === undefined) {
      segments = SEGMENTS;
      readSegments(bytes, start, end, segments);
    }
    const tier = tierOfWhole(bytes, segments, at, wholeEnd);
    if (tier < best) best = tier;
    if (best === Tier.head) break;
  }
  return best;
}

// Read anew for every text: nobody keeps them.
const SEGMENTS: Segments = { starts: [], ends: [] };

/** The tier of whole words between two bytes of a text with these segments. */
export function tierOfWhole(
  bytes: Uint8Array,
  { starts, ends }: Segments,
  start: number,
  end: number,
): Tier {
  const heads = starts.length > 1 && isNamed(bytes, starts[0] ?? 0, ends[0] ?? 0, SHELVES) ? 2 : 1;
  let best: Tier = Tier.word;
  for (let i = 0; i < starts.length; i++) {
    const first = starts[i] ?? 0;
    if (first > start) break;
    const startsIt = first === start;
    const endsIt = ends[i] === end;
    if (startsIt && endsIt) return i < heads ? Tier.head : Tier.segment;
    if ((startsIt || endsIt) && i < heads) best = Tier.headWord;
  }
  return best;
}

/** Foods for infants go behind all others of their tier: nobody who types `banana` means them. */
export function isForInfants(bytes: Uint8Array, { starts, ends }: Segments): boolean {
  return starts.length > 0 && isNamed(bytes, starts[0] ?? 0, ends[0] ?? 0, INFANT_FOODS);
}

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

/** First segments that tell where a food stands in the shop, as USDA writes them, folded. */
const SHELVES = encodeAll([
  'alcoholic beverage',
  'beverages',
  'candies',
  'crustaceans',
  'fast food',
  'fast foods',
  'fish',
  'game meat',
  'leavening agents',
  'mollusks',
  'nuts',
  'salad dressing',
  'seeds',
  'snacks',
  'spices',
]);

const INFANT_FOODS = encodeAll(['babyfood', 'infant formula']);

function encodeAll(names: readonly string[]): readonly Uint8Array[] {
  return names.map((name) => new TextEncoder().encode(name));
}

function isNamed(
  bytes: Uint8Array,
  start: number,
  end: number,
  names: readonly Uint8Array[],
): boolean {
  for (const name of names) {
    if (name.length === end - start && equalsAt(bytes, start, name)) return true;
  }
  return false;
}
