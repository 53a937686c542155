import type { GrowingBytes } from './growing-bytes.ts';

/**
 * The form in which a query and a description are compared: compatibility decomposition (NFKD), the
 * combining marks U+0300–U+036F dropped, lower case. `Jalapeño` and `JALAPENO` fold to one text;
 * spaces and punctuation stay as they are, and nothing is trimmed.
 *
 * A text of such marks alone folds to the empty text, which as a query matches nothing. Half a
 * surrogate pair becomes U+FFFD, as in every UTF-8 form.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(LONE_SURROGATES, '\ufffd');
}

/** Writes the folded text in UTF-8 behind the bytes, which do not take it yet; gives its length. */
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

const ASCII_ONLY = /^\p{ASCII}*$/u;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

const ENCODER = new TextEncoder();
/** A UTF-16 unit takes three bytes at most; a pair of them takes four. */
const MOST_BYTES_PER_UNIT = 3;
