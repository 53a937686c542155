import { INFANT_FOOD_NAMES, SHELF_NAMES } from '../word-position.ts';
import { foldWords } from './fold-words.ts';

/**
 * Where a word of a description is: the number of its {@link Part} times two, plus one where the part
 * has more words. `Place.headWord` is `egg` in "Egg rolls, pork", `Place.head` in "Egg, whole, raw".
 */
export const Part = {
  /** The first segment; behind a shelf such as "Spices", the second. */
  head: 0,
  /** The segment behind the head. */
  second: 1,
  /** The next one. */
  third: 2,
  /** One behind that. */
  later: 3,
  /** Words in parentheses. */
  aside: 4,
  /** The name of a shelf of the shop, ahead of the head. */
  shelf: 5,
} as const;
export type Part = (typeof Part)[keyof typeof Part];

/** The bits of a token or a posting that hold a place. */
export const PLACE_BITS = 4;
export const PLACE_COUNT = 12;

export function partOf(place: number): number {
  return place >>> 1;
}

/** A word of a description. */
export interface Token {
  readonly word: string;
  readonly place: number;
  /** Whether a segment begins with it. */
  readonly startsSegment: boolean;
}

/** A description as `match=fuzzy` sees it. */
export interface Description {
  readonly tokens: readonly Token[];
  /** The words of the shelf and the head: foods that share them are a family. */
  readonly family: string;
  readonly isInfantFood: boolean;
  /** How many of the words that say plain it has, such as `raw`. */
  readonly plainness: number;
}

export function readDescription(text: string): Description {
  const segments = segmentsOf(foldWords(text));
  const outside = segments.filter(({ isAside }) => !isAside);
  const [first, second] = outside.map(({ words }) => words.join(' '));
  const hasShelf = second !== undefined && SHELVES.has(first ?? '');
  const tokens: Token[] = [];
  let number = hasShelf ? -1 : 0;
  for (const { words, isAside } of segments) {
    const part = isAside ? Part.aside : number < 0 ? Part.shelf : (PARTS[number] ?? Part.later);
    const place = part * 2 + (words.length > 1 ? 1 : 0);
    words.forEach((word, i) => {
      tokens.push({ word, place, startsSegment: i === 0 });
    });
    if (!isAside) number++;
  }
  const family = (hasShelf ? `${first}, ${second}` : first) ?? '';
  const words = new Set(tokens.map(({ word }) => word));
  return {
    tokens,
    family,
    isInfantFood: INFANT_FOODS.has(first ?? ''),
    plainness: PLAIN_WORDS.filter((word) => words.has(word)).length,
  };
}

interface Segment {
  readonly words: string[];
  readonly isAside: boolean;
}

/** The pieces between commas, semicolons and parentheses that have words. */
function segmentsOf(folded: string): Segment[] {
  const segments: Segment[] = [];
  let words: string[] = [];
  let depth = 0;
  for (const [piece] of folded.matchAll(WORDS_AND_BREAKS)) {
    if (piece !== ',' && piece !== ';' && piece !== '(' && piece !== ')') {
      words.push(piece);
      continue;
    }
    if (words.length > 0) segments.push({ words, isAside: depth > 0 });
    words = [];
    if (piece === '(') depth++;
    else if (piece === ')' && depth > 0) depth--;
  }
  if (words.length > 0) segments.push({ words, isAside: depth > 0 });
  return segments;
}

const WORDS_AND_BREAKS = /[\p{L}\p{N}]+|[,;()]/gu;
const PARTS: readonly Part[] = [Part.head, Part.second, Part.third];
/** Foods that have most of these are what people mean by the bare name of a food. */
const PLAIN_WORDS = ['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'];

const SHELVES = new Set(SHELF_NAMES);
const INFANT_FOODS = new Set(INFANT_FOOD_NAMES);
