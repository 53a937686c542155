import type { GrowingBytes } from './growing-array.ts';
import { ENCODER, MAX_BYTES_PER_UNIT } from './utf8.ts';

// Folds texts for substring and words: ignores case and accents, and limits runs of combining
// marks. For fuzzy, fuzzy/fold-words.ts folds more.

/**
 * Folds a query or a description for comparison: decomposes it by Unicode's NFKD (UAX #15), drops
 * the accents (the block "Combining Diacritical Marks", U+0300–U+036F) and converts to lowercase.
 * `Crème`, `CREME` and `creme` become the same. Everything else is kept, spaces and punctuation
 * included.
 *
 * A query that consists only of these accents becomes empty, and finds nothing. Lone surrogates
 * become U+FFFD, as always in UTF-8. In a run of marks, only 30 count: see {@link cutMarkRuns}.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return cutMarkRuns(text)
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(LONE_SURROGATES, '\ufffd');
}

/**
 * Writes the folded text as UTF-8 after the bytes, and returns its length for `advance`.
 *
 * @param folded - folds any text; ASCII without apostrophes must only become lowercase
 */
export function foldInto(text: string, bytes: GrowingBytes, folded = fold): number {
  const { length } = text;
  const target = bytes.reserve(length);
  const start = bytes.length;
  // Most texts are ASCII, which is folded directly to bytes without an intermediate string.
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80 || code === APOSTROPHE || code === BACKTICK)
      return encodeInto(folded(text), bytes);
    target[start + i] = code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
  }
  return length;
}

const APOSTROPHE = 0x27;
const BACKTICK = 0x60;

function encodeInto(folded: string, bytes: GrowingBytes): number {
  const target = bytes.reserve(folded.length * MAX_BYTES_PER_UNIT);
  return ENCODER.encodeInto(folded, target.subarray(bytes.length)).written;
}

export const ASCII_ONLY = /^\p{ASCII}*$/u;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Unicode normalization sorts each run of marks in quadratic time. Real text has a few marks in a
 * row; the Stream-Safe Text Format (UAX #15, section 13) allows 30.
 */
const MAX_MARKS = 30;

/**
 * Cuts each run of marks to {@link MAX_MARKS}, counted after decomposition. Drops every U+034F,
 * which only prevents marks from being sorted.
 */
export function cutMarkRuns(text: string): string {
  if (!MAY_HAVE_LONG_RUN.test(text)) return text;
  let cut = '';
  let run = 0;
  for (const character of text) {
    if (character === GRAPHEME_JOINER) continue;
    const { count, isOnlyMarks } = marksOf(character);
    if (!isOnlyMarks) run = 0;
    if (run + count > MAX_MARKS) continue;
    run += count;
    cut += character;
  }
  return cut;
}

const GRAPHEME_JOINER = '\u034f';

/**
 * Characters that decompose only into marks (two at most) are `\p{M}` or the two halfwidth Katakana
 * sound marks. A run that may be too long has more than ten such characters.
 */
const MAY_HAVE_LONG_RUN = /\u034f|[\p{M}\uff9e\uff9f]{10}/u;

/** The marks at the end of a decomposed character. */
interface TrailingMarks {
  readonly count: number;
  /** Whether the character decomposes only into marks. */
  readonly isOnlyMarks: boolean;
}

export function marksOf(character: string): TrailingMarks {
  const codePoint = Number(character.codePointAt(0));
  const known = MARK_COUNTS[codePoint] ?? UNKNOWN_MARKS;
  if (known !== UNKNOWN_MARKS)
    return { count: known >> 2, isOnlyMarks: (known & ONLY_MARKS) !== 0 };
  const parts = [...character.normalize('NFKD')];
  const count = parts.length - 1 - parts.findLastIndex((part) => !isMark(part));
  const isOnlyMarks = count === parts.length;
  MARK_COUNTS[codePoint] = (count << 2) | (isOnlyMarks ? ONLY_MARKS : 0) | IS_KNOWN;
  return { count, isOnlyMarks };
}

/**
 * Whether a character's combining class is not 0, so that normalization sorts it. JavaScript does
 * not expose the class, but it can be observed: a mark swaps places with a preceding mark of a
 * higher class. U+0334 has class 1, the lowest, and U+0345 class 240, the highest.
 */
function isMark(character: string): boolean {
  return isSorted(`${character}\u0334`) || isSorted(`\u0345${character}`);
}

function isSorted(pair: string): boolean {
  return pair.normalize('NFD') !== pair;
}

// In `MARK_COUNTS`, the lowest two bits are these flags. The bits above hold the number of marks.
const UNKNOWN_MARKS = 0;
const IS_KNOWN = 1;
const ONLY_MARKS = 2;
const MARK_COUNTS = new Uint8Array(0x110000);
