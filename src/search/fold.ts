import type { GrowingBytes } from './growing-bytes.ts';
import { cutMarkRuns } from './mark-runs.ts';
import { ENCODER, MOST_BYTES_PER_UNIT } from './utf8.ts';

// Which letters are the same for substring and words: case, accents; for fuzzy, fuzzy/fold-words.ts
// adds more.

/**
 * What the search compares: the folded forms of a query and a description. Folding takes a text apart
 * as Unicode's NFKD does (UAX #15), so that accents become characters of their own, leaves out those
 * of the block "Combining Diacritical Marks" (U+0300–U+036F), and lowers the case: `Crème`, `CREME`
 * and `creme` are the same. Everything else is kept, spaces and punctuation included.
 *
 * Nothing is left of a text that consists of such marks, so that query finds nothing. Half a surrogate
 * pair becomes U+FFFD, as always in UTF-8. Of marks in a row, 30 count: see {@link cutMarkRuns}.
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
 * Writes the folded text in UTF-8 into the room after the bytes, and returns its length: `advance`
 * adds it.
 */
export function foldInto(text: string, bytes: GrowingBytes): number {
  const { length } = text;
  const target = bytes.reserve(length);
  const start = bytes.length;
  // Most texts are ASCII: their bytes are written as they are read, without a string in between.
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return encodeInto(fold(text), bytes);
    target[start + i] = code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
  }
  return length;
}

function encodeInto(folded: string, bytes: GrowingBytes): number {
  const target = bytes.reserve(folded.length * MOST_BYTES_PER_UNIT);
  return ENCODER.encodeInto(folded, target.subarray(bytes.length)).written;
}

export const ASCII_ONLY = /^\p{ASCII}*$/u;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;
