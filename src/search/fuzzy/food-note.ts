import { ENGLISH } from '../../amount/languages/english.ts';
import { numberAt } from '../flat-arrays.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { type FuzzyIndex, PLACE_MASK, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import { STOP_WORDS } from './language.ts';
import { isInHead, Part, partOf } from './place.ts';
import { isInRange } from './term-matches.ts';
import type { WordForms } from './word-forms.ts';

// Uses the note on a food to choose among the foods found: "1 oz cheese, cheddar".

/**
 * The maximum number of pieces of a note that are tried. Later pieces are often about the cooking.
 */
const MAX_NOTE_PIECES = 3;

/** Splits a note at commas into folded pieces, and drops stop words and `only`: "yolks only". */
export function piecesOf(note: string): string[][] {
  const isMeant = (word: string) => !STOP_WORDS.has(word) && word !== 'only';
  return note.split(',', MAX_NOTE_PIECES).map((piece) => wordsOf(foldWords(piece)).filter(isMeant));
}

/** Returns the first word of a food's name, after a category such as "Spices". */
export function headOf({ tokens, tokenStarts }: FuzzyIndex, rank: number): number {
  const own = tokens.subarray(numberAt(tokenStarts, rank), numberAt(tokenStarts, rank + 1));
  return (own.find((token) => partOf(token & PLACE_MASK) !== Part.category) ?? 0) >>> WORD_SHIFT;
}

/**
 * Whether a food may be the requested `kind` of `food`. Its head must have a word of `food` or, if
 * `kind` is given, must not have a word of `kind` among other words: "Red soup, onion" is not an
 * "onion (red)".
 */
export function mayBeKind(
  { tokens, tokenStarts }: FuzzyIndex,
  rank: number,
  food: string,
  kind: string,
  forms: WordForms,
): boolean {
  const own = tokens.subarray(numberAt(tokenStarts, rank), numberAt(tokenStarts, rank + 1));
  const head = own.filter((token) => isInHead(token & PLACE_MASK));
  const has = (text: string, within: Uint32Array) => {
    const meant = wordsOf(foldWords(text)).flatMap((word) => forms.of(word, 'word'));
    return within.some((token) => meant.some((one) => isInRange(token, one)));
  };
  // The last bit of a place says whether its part has more words.
  const beside = head.filter((token) => (token & 1) === 1);
  return has(food, head) || (kind !== '' && !has(kind, beside));
}

/**
 * Returns a test for foods like `best` that have these words, in any form, as a whole segment
 * outside the head. A food is like `best` if they share their first word or their head word: if
 * `best` is a soup, "chicken broth, canned" does not prefer canned chicken.
 */
export function noteTest(
  index: FuzzyIndex,
  best: number,
  words: readonly string[],
  forms: WordForms,
): (rank: number) => boolean {
  const { tokens, tokenStarts } = index;
  const firstOf = (one: number) => numberAt(tokens, numberAt(tokenStarts, one)) >>> WORD_SHIFT;
  const isAlike = (one: number) =>
    firstOf(one) === firstOf(best) || headOf(index, one) === headOf(index, best);
  // A cut, such as "chopped", must be the second segment: "onions, chopped" does not mean frozen
  // chopped onions.
  const isCut = words.every((word) => ENGLISH.cuts.includes(word));
  const meant = words.map((word) => forms.of(word, 'word'));
  return (rank) => {
    if (!isAlike(rank)) return false;
    const end = numberAt(tokenStarts, rank + 1);
    for (let start = numberAt(tokenStarts, rank), next = start; start < end; start = next) {
      next = start + 1;
      while (next < end && (numberAt(tokens, next) & SEGMENT_START) === 0) next++;
      const place = numberAt(tokens, start) & PLACE_MASK;
      const isApart = isCut ? partOf(place) === Part.second : !isInHead(place);
      const isSame = () =>
        meant.every((list, i) => list.some((one) => isInRange(numberAt(tokens, start + i), one)));
      if (isApart && next - start === words.length && isSame()) return true;
    }
    return false;
  };
}
