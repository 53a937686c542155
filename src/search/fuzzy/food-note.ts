import { ENGLISH } from '../../amount/languages/english.ts';
import { numberAt } from '../flat-arrays.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { type FuzzyIndex, PLACE_MASK, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import { PASSED_OVER } from './language.ts';
import { isInHead, Part, partOf } from './place.ts';
import type { WordForms } from './word-forms.ts';

// What a line says about its food chooses among the foods that are found: "1 oz cheese, cheddar".

/** The number of pieces of a note that are examined. */
const MOST_PIECES = 3;

/** Longer pieces are sentences. */
const MOST_PIECE_WORDS = 3;

/** The pieces of a note between commas, folded, without small words. */
export function piecesOf(note: string): string[][] {
  return note
    .split(',', MOST_PIECES)
    .map((piece) => wordsOf(foldWords(piece)).filter((word) => !isSmall(word)))
    .filter((words) => words.length > 0 && words.length <= MOST_PIECE_WORDS);
}

/** Whether a word of a note says nothing: "yolks only". */
function isSmall(word: string): boolean {
  return PASSED_OVER.has(word) || word === 'only';
}

/** Whether a food has some words, in any form, as a segment of their own after the head. */
export function hasSegment(
  { tokens, tokenStarts }: FuzzyIndex,
  rank: number,
  words: readonly string[],
  forms: WordForms,
): boolean {
  // Onions are not meant frozen because they are chopped.
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
