import { ASCII_ONLY } from '../fold.ts';
// Which letters are the same for `match=fuzzy` alone: apostrophes, ß, ø, œ and the like.

/**
 * Folds a text for `match=fuzzy`: wider than the contract's folding. Case, accents, all marks
 * (`\p{M}`) and apostrophes count for nothing, and ø, ł, ß, œ, æ, đ and the like become their plain
 * letters. Everything that is not a letter or digit is left as it is: it separates words.
 *
 * Marks are removed before the text is decomposed as well as afterwards, so that the cost grows with
 * the length: NFKD (UAX #15) sorts a run of marks in quadratic time.
 */
export function foldWords(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase().replace(APOSTROPHES, '');
  return text
    .replace(ALL_MARKS, '')
    .normalize('NFKD')
    .replace(ALL_MARKS, '')
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(APOSTROPHES, '');
}

/** The words of a folded text: its runs of letters and digits. */
export function wordsOf(folded: string): string[] {
  return folded.match(FOLDED_WORDS) ?? [];
}

const FOLDED_WORDS = /[\p{L}\p{N}]+/gu;
/** U+FF9E and U+FF9F are letters that decompose to marks. */
const ALL_MARKS = /[\p{M}\uff9e\uff9f]+/gu;
const APOSTROPHES = /['`´‘’‛ʹʻʼʽˈ′＇]+/g;

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ı: 'i', ĸ: 'k', ŋ: 'n', ƒ: 'f', ə: 'e', ς: 'σ' },
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
