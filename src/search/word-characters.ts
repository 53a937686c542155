import { byteAt } from './flat-arrays.ts';
import { codePointAt, codePointLength, equalsAt, previousCodePointStart } from './utf8.ts';

// Which characters belong to a word: letters, digits, marks; which endings make a plural that counts
// as the whole word, for substring and words.

/**
 * Whether a character belongs to a word. A word is a run of letters, digits and marks. Vowel signs
 * in Hindi or Thai are marks, not letters: without them, words would be cut into pieces.
 */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint >= KNOWN_SIZE) return WORD_CHARACTER.test(String.fromCodePoint(codePoint));
  const known = WORD_ANSWERS[codePoint];
  if (known !== NOT_ASKED) return known === YES;
  const is = WORD_CHARACTER.test(String.fromCodePoint(codePoint));
  WORD_ANSWERS[codePoint] = is ? YES : NO;
  return is;
}

/** Whether a word character begins at `at`; never at the end. */
export function isWordAt(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const byte = byteAt(bytes, at);
  return isWordCharacter(byte < 0x80 ? byte : codePointAt(bytes, at));
}

/** Whether a word character ends before `at`; never at the start. */
export function isWordBefore(bytes: Uint8Array, at: number, start: number): boolean {
  if (at <= start) return false;
  const byte = byteAt(bytes, at - 1);
  return isWordCharacter(
    byte < 0x80 ? byte : codePointAt(bytes, previousCodePointStart(bytes, at)),
  );
}

/** Where the next word begins, or the end. */
export function startOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isWordAt(bytes, at, end)) at += codePointLength(byteAt(bytes, at));
  return at;
}

/** Where the word that continues at `from` ends. */
export function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (isWordAt(bytes, at, end)) at += codePointLength(byteAt(bytes, at));
  return at;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

// The results for the basic plane, filled as they are asked for: far cheaper than the expression.
const NOT_ASKED = 0;
const YES = 1;
const NO = 2;
const KNOWN_SIZE = 0x10000;
const WORD_ANSWERS = new Uint8Array(KNOWN_SIZE);

/** What may follow the last letter of a query where it is a whole word. */
const PLURAL_ENDINGS = ['s', 'es'].map((ending) => new TextEncoder().encode(ending));

/** The word and its plurals: `egg`, `eggs` and `egges`. */
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
 * Where the word ends that a query covers up to `at`, if nothing or a plural ending follows; -1 where
 * the word goes on in another way.
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
