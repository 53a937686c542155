import { RequestError } from '../errors/user-error.ts';
import { fold } from './fold.ts';
import { MAX_FOLDED_LENGTH, MAX_QUERY_LENGTH, MAX_WORDS } from './limits.ts';
import { isExact, type SearchMode } from './match.ts';
import { isSegmentBreak, isSpace } from './segments.ts';
import { ENCODER } from './utf8.ts';
import { endOfWord, isWordAt, isWordBefore, startOfWord } from './word-characters.ts';

// Folds queries for `substring` and `words`, and splits them into words. Gives equivalent
// queries the same cache key.

/** A folded query, split into words. */
export interface Query {
  /** The folded query in UTF-8; never empty. */
  readonly bytes: Uint8Array;
  /** The words; the first and last may be parts of words. */
  readonly words: readonly Span[];
  readonly startsWithWord: boolean;
  readonly endsWithWord: boolean;
  /** Whether a segment may start where the query starts. */
  readonly mayStartSegment: boolean;
  /** Whether the query can end a segment: it has no segment break, and no space at its end. */
  readonly mayEndSegment: boolean;
}

/** The bytes from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function parseQuery(folded: string): Query {
  const bytes = ENCODER.encode(folded);
  const words: Span[] = [];
  const { length } = bytes;
  for (let start = startOfWord(bytes, 0, length); start < length; ) {
    const end = endOfWord(bytes, start, length);
    words.push({ start, end });
    start = startOfWord(bytes, end, length);
  }
  const [first = 0, last = 0] = [bytes[0], bytes[length - 1]];
  return {
    bytes,
    words,
    startsWithWord: isWordAt(bytes, 0, length),
    endsWithWord: isWordBefore(bytes, length, 0),
    mayStartSegment: !isSpace(first) && !isSegmentBreak(first),
    mayEndSegment: !isSpace(last) && !bytes.some(isSegmentBreak),
  };
}

/**
 * Returns a canonical form, the same for equivalent texts: folded and, with `words`, each word
 * once, sorted by code units. For `fuzzy`, which reads amounts before it folds, the text is
 * only lowercased. Returns '' if the text is too long to match.
 *
 * @throws RequestError if a `words` query has more than {@link MAX_WORDS} distinct words
 */
export function canonicalText(text: string, mode: SearchMode): string {
  const start = text.slice(0, MAX_QUERY_LENGTH);
  if (!isExact(mode)) return text.length > MAX_QUERY_LENGTH ? '' : lowered(start);
  const folded = fold(start);
  if (folded.length > MAX_FOLDED_LENGTH) return '';
  const words = mode === 'words' ? distinctWords(folded) : [];
  if (words.length > MAX_WORDS)
    throw new RequestError(
      `q has ${words.length} different words, and match=words takes at most ${MAX_WORDS}: leave some out`,
    );
  if (text.length > MAX_QUERY_LENGTH) return '';
  return words.length === 0 ? folded : words.join(' ');
}

/** Lowercases everything except the T of "2 T", which means tablespoon: "2 t" is a teaspoon. */
function lowered(text: string): string {
  return text
    .split(CAPITAL_T)
    .map((part) => (part === 'T' ? part : part.toLowerCase()))
    .join('');
}

const CAPITAL_T = /(?<=[\d¼-¾⅐-⅞]\s?)(T)(?![\p{L}\p{N}])/u;

function distinctWords(folded: string): string[] {
  return [...new Set(folded.match(LETTER_RUNS))].sort();
}

/** Splits words as `word-characters.ts` does. */
const LETTER_RUNS = /[\p{L}\p{N}\p{M}]+/gu;
