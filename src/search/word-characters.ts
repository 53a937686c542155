import { byteAt } from './flat-arrays.ts';
import { codePointAt, codePointLength, equalsAt, previousCodePointStart } from './utf8.ts';

// Defines word characters (letters, digits, marks), and the plural endings that a matching whole
// word may have with `substring` and `words`.

/**
 * Whether a character belongs to a word. A word is a run of letters, digits and marks. Vowel signs
 * in Hindi or Thai are marks, not letters: if marks were not part of words, they would split words.
 */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint >= KNOWN_SIZE) return WORD_CHARACTER.test(String.fromCodePoint(codePoint));
  const known = WORD_ANSWERS[codePoint];
  if (known !== UNKNOWN_KIND) return known === YES;
  const is = WORD_CHARACTER.test(String.fromCodePoint(codePoint));
  WORD_ANSWERS[codePoint] = is ? YES : NO;
  return is;
}

/** Whether a word character starts at `at`; false at the end. */
export function isWordAt(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const byte = byteAt(bytes, at);
  return isWordCharacter(byte < 0x80 ? byte : codePointAt(bytes, at));
}

/** Whether a word character ends before `at`; false at the start. */
export function isWordBefore(bytes: Uint8Array, at: number, start: number): boolean {
  if (at <= start) return false;
  const byte = byteAt(bytes, at - 1);
  return isWordCharacter(
    byte < 0x80 ? byte : codePointAt(bytes, previousCodePointStart(bytes, at)),
  );
}

/** Returns the start of the next word, or the end of the text. */
export function startOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isWordAt(bytes, at, end)) at += codePointLength(byteAt(bytes, at));
  return at;
}

/** Returns the end of the word that continues at `from`. */
export function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (isWordAt(bytes, at, end)) at += codePointLength(byteAt(bytes, at));
  return at;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

// Caches the results for the Basic Multilingual Plane: far cheaper than the regular expression.
const UNKNOWN_KIND = 0;
const YES = 1;
const NO = 2;
const KNOWN_SIZE = 0x10000;
const WORD_ANSWERS = new Uint8Array(KNOWN_SIZE);

/** Endings that may follow a query that matches a whole word. */
const PLURAL_ENDINGS = ['s', 'es'].map((ending) => new TextEncoder().encode(ending));

/** Returns the word and its plurals: `egg`, `eggs` and `egges`. */
export function withPlurals(word: Uint8Array): Uint8Array[] {
  const plurals = PLURAL_ENDINGS.map((ending) => {
    const plural = new Uint8Array(word.length + ending.length);
    plural.set(word);
    plural.set(ending, word.length);
    return plural;
  });
  return [word, ...plurals];
}

/**
 * Returns the end of a word whose beginning, up to `at`, matches a query: `at`, or the end of a
 * plural ending there. Returns -1 if the word continues in another way.
 */
export function endOfWordOrPlural(bytes: Uint8Array, at: number, end: number): number {
  if (!isWordAt(bytes, at, end)) return at;
  for (const ending of PLURAL_ENDINGS) {
    const pluralEnd = at + ending.length;
    if (pluralEnd > end || !equalsAt(bytes, at, ending)) continue;
    if (!isWordAt(bytes, pluralEnd, end)) return pluralEnd;
  }
  return -1;
}
