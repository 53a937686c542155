import { byteAt } from './flat-arrays.ts';
import { isSegmentBreak, isSpace } from './segments.ts';
import { codePointLength, ENCODER } from './utf8.ts';
import { isWordAt, isWordBefore } from './word-characters.ts';

// A query for substring and words, folded and cut into words.

/** A folded query, taken apart. */
export interface Query {
  /** In UTF-8; never empty. */
  readonly bytes: Uint8Array;
  /** Its words; those at either end may be pieces of words. */
  readonly words: readonly Span[];
  readonly startsWithWord: boolean;
  readonly endsWithWord: boolean;
  /** Whether a segment may begin where the query begins. */
  readonly mayStartSegment: boolean;
  /** Whether a segment that contains the whole query may end where the query ends. */
  readonly mayEndSegment: boolean;
}

/** The bytes from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function parseQuery(folded: string): Query {
  const bytes = ENCODER.encode(folded);
  const words: Span[] = [];
  let start = -1;
  for (let at = 0; at < bytes.length; at += codePointLength(byteAt(bytes, at))) {
    const inWord = isWordAt(bytes, at, bytes.length);
    if (inWord && start === -1) start = at;
    if (!inWord && start !== -1) {
      words.push({ start, end: at });
      start = -1;
    }
  }
  if (start !== -1) words.push({ start, end: bytes.length });
  const [first = 0, last = 0] = [bytes[0], bytes[bytes.length - 1]];
  return {
    bytes,
    words,
    startsWithWord: isWordAt(bytes, 0, bytes.length),
    endsWithWord: isWordBefore(bytes, bytes.length, 0),
    mayStartSegment: !isSpace(first) && !isSegmentBreak(first),
    mayEndSegment: !isSpace(last) && !bytes.some(isSegmentBreak),
  };
}
