import { CATEGORY_NAMES, INFANT_FOOD_NAMES } from '../amount/languages/kinds.ts';
import { elementAt, firstIndex } from './flat-arrays.ts';
import type { Segments } from './segments.ts';
import { equalsAt } from './utf8.ts';

// Positions of words in a description (head, segment), and the first segments that name a category
// ("Spices") or infant foods.

/**
 * The positions of whole words in a description, best first. The head is the first segment. If it
 * names a category, as in "Spices, pepper, black", the next segment is also a head.
 */
export const WordPosition = {
  /** The words are a head: `egg` in "Egg, whole, raw". */
  head: 0,
  /** A head starts with the words: `egg` in "Egg rolls, pork". */
  headStart: 1,
  /** A head ends with the words: `egg` in "Fish egg, salted". */
  headEnd: 2,
  /** The words are another segment: `egg` in "Bread, egg". */
  segment: 3,
  /** Anywhere else: `egg` in "Noodles, with egg, dry". */
  elsewhere: 4,
} as const;
export type WordPosition = (typeof WordPosition)[keyof typeof WordPosition];

export const WORD_POSITIONS: readonly WordPosition[] = Object.values(WordPosition);

/** Returns the position of the words from `start` to `end` in a text with these segments. */
export function positionOf(
  bytes: Uint8Array,
  { starts, ends }: Segments,
  start: number,
  end: number,
): WordPosition {
  const segment = firstIndex(0, starts.length, (i) => elementAt(starts, i) > start) - 1;
  if (segment === -1) return WordPosition.elsewhere;
  const isHead =
    segment === 0 || (segment === 1 && firstSegmentIs(bytes, starts, ends, ENCODED_CATEGORIES));
  const startsIt = starts[segment] === start;
  const endsIt = ends[segment] === end;
  if (!isHead) return startsIt && endsIt ? WordPosition.segment : WordPosition.elsewhere;
  if (startsIt) return endsIt ? WordPosition.head : WordPosition.headStart;
  return endsIt ? WordPosition.headEnd : WordPosition.elsewhere;
}

/**
 * Whether a food is for infants. Such foods come last in their tier: nobody who types `banana`
 * means them.
 */
export function isInfantFood(bytes: Uint8Array, { starts, ends }: Segments): boolean {
  return firstSegmentIs(bytes, starts, ends, ENCODED_INFANT_FOODS);
}

const ENCODED_CATEGORIES = encodeAll(CATEGORY_NAMES);

const ENCODED_INFANT_FOODS = encodeAll(INFANT_FOOD_NAMES);

function encodeAll(names: readonly string[]): readonly Uint8Array[] {
  return names.map((name) => new TextEncoder().encode(name));
}

function firstSegmentIs(
  bytes: Uint8Array,
  [start]: readonly number[],
  [end]: readonly number[],
  names: readonly Uint8Array[],
): boolean {
  if (start === undefined || end === undefined) return false;
  return names.some((name) => name.length === end - start && equalsAt(bytes, start, name));
}
