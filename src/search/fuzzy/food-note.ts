import { ENGLISH } from '../../amount/languages/english.ts';
import { numberAt } from '../flat-arrays.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { type FuzzyIndex, PLACE_MASK, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import { PASSED_OVER } from './language.ts';
import { isInHead, Part, partOf } from './place.ts';
import type { WordForms } from './word-forms.ts';

// Uses the note on a food to choose among the foods found: "1 oz cheese, cheddar".

/** The maximum number of pieces of a note that are tried. */
const MOST_PIECES = 3;

/** Pieces with more words are probably sentences. */
const MOST_PIECE_WORDS = 3;

/** Splits a note at commas into folded pieces without stop words. */
export function piecesOf(note: string): string[][] {
  return note
    .split(',', MOST_PIECES)
    .map((piece) => wordsOf(foldWords(piece)).filter((word) => !isSmall(word)))
    .filter((words) => words.length > 0 && words.length <= MOST_PIECE_WORDS);
}

/** Whether a word of a note is a stop word or `only`: "yolks only". */
function isSmall(word: string): boolean {
  return PASSED_OVER.has(word) || word === 'only';
}

/**
 * Whether a food has the words, in any form, as a whole segment outside the head, and begins with
 * the same word as another food: canned chicken is no chicken broth.
 */
export function isNoted(
  { tokens, tokenStarts }: FuzzyIndex,
  [rank, other]: readonly [number, number],
  words: readonly string[],
  forms: WordForms,
): boolean {
  const headOf = (one: number) => numberAt(tokens, numberAt(tokenStarts, one)) >>> WORD_SHIFT;
  if (headOf(rank) !== headOf(other)) return false;
  // A cut must be the second segment: "onions, chopped" does not mean frozen chopped onions.
  const isCut = words.every((word) => ENGLISH.cuts.includes(word));
  const meant = words.map((word) => forms.of(word, 'word').map(({ first }) => first));
  const end = numberAt(tokenStarts, rank + 1);
  for (let start = numberAt(tokenStarts, rank); start < end; ) {
    let next = start + 1;
    while (next < end && (numberAt(tokens, next) & SEGMENT_START) === 0) next++;
    const place = numberAt(tokens, start) & PLACE_MASK;
    const isApart = isCut ? partOf(place) === Part.second : !isInHead(place);
    const isSame = (some: readonly number[], i: number) =>
      some.includes(numberAt(tokens, start + i) >>> WORD_SHIFT);
    if (isApart && next - start === words.length && meant.every(isSame)) return true;
    start = next;
  }
  return false;
}
