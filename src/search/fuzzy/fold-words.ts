import { ASCII_ONLY } from '../fold.ts';

// Folding only for `match=fuzzy`: apostrophes, ß, ø, œ and the like.

/**
 * Folds a text for `match=fuzzy`, more broadly than the API contract's folding. Ignores case,
 * accents, all marks (`\p{M}`), and apostrophes other than those of `d'` and `l'`. Maps ø, ł, ß, œ,
 * æ, đ and the like to plain letters. Any other character that is not a letter or digit is kept,
 * and separates words.
 *
 * Marks are removed both before and after decomposition to keep the cost linear: NFKD (UAX #15)
 * sorts a run of marks in quadratic time.
 */
export function foldWords(text: string): string {
  if (ASCII_ONLY.test(text)) {
    return text.toLowerCase().replace(ELISIONS, '$1 ').replace(APOSTROPHES, '');
  }
  return text
    .replace(ALL_MARKS, '')
    .normalize('NFKD')
    .replace(ALL_MARKS, '')
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(ELISIONS, '$1 ')
    .replace(APOSTROPHES, '');
}

/** Returns the words of a folded text: its runs of letters and digits. */
export function wordsOf(folded: string): string[] {
  return folded.match(FOLDED_WORDS) ?? [];
}

const FOLDED_WORDS = /[\p{L}\p{N}]+/gu;
/** U+FF9E and U+FF9F are letters that decompose to marks. */
const ALL_MARKS = /[\p{M}\uff9e\uff9f]+/gu;
/** One-letter articles and prepositions that are attached to the next word: "d'amandes". */
const ELISIONS = /(?<![\p{L}\p{N}])([dl])['’](?=\p{L})/gu;
const APOSTROPHES = /['`´‘’‛ʹʻʼʽˈ′＇]+/g;

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ı: 'i', ĸ: 'k', ŋ: 'n', ƒ: 'f', ə: 'e', ς: 'σ' },
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** The code of a space. */
export const SPACE = 0x20;
