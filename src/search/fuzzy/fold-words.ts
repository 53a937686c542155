import { ASCII_ONLY } from '../fold.ts';
import { ENCODER, MAX_BYTES_PER_UNIT } from '../utf8.ts';

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

/** Whether the apostrophe ends an elided word, as in "d'amandes". */
function isElided(description: string, at: number): boolean {
  return ELIDED.test(description.slice(Math.max(0, at - 2), at + 2));
}

const ELIDED = /(?:^|[^\p{L}\p{N}])[dl]'\p{L}/iu;

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

/** Folds texts into a buffer that is reused. */
export class TextFolder {
  /** The folded text in UTF-8. */
  bytes = new Uint8Array(1 << 10);

  /** Folds a text, and returns its length in bytes. */
  fold(text: string): number {
    this.#reserve(text.length);
    let end = 0;
    // Most texts are ASCII, which is folded directly to bytes without an intermediate string.
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return this.#encode(foldWords(text));
      if (code === APOSTROPHE && isElided(text, i)) this.bytes[end++] = SPACE;
      if (code === APOSTROPHE || code === BACKTICK) continue;
      this.bytes[end++] = code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
    }
    return end;
  }

  #encode(folded: string): number {
    this.#reserve(folded.length * MAX_BYTES_PER_UNIT);
    return ENCODER.encodeInto(folded, this.bytes).written;
  }

  #reserve(length: number): void {
    if (this.bytes.length < length) this.bytes = new Uint8Array(length * 2);
  }
}

/** The code of a space. */
export const SPACE = 0x20;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
