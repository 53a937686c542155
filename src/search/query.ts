import { byteAt } from './flat-arrays.ts';
import { fold } from './fold.ts';
import { MAX_FOLDED_LENGTH, MAX_QUERY_LENGTH, MAX_WORDS } from './limits.ts';
import { isExact, type SearchMode } from './match.ts';
import { isSegmentBreak, isSpace } from './segments.ts';
import { codePointLength, ENCODER } from './utf8.ts';
import { isWordAt, isWordBefore } from './word-characters.ts';

// A query for substring and words, folded and cut into words; which texts share a remembered
// answer.

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

/** A query in words has more different words than a search looks for. */
export class TooManyWordsError extends Error {
  constructor(count: number) {
    super(
      `q has ${count} different words, and match=words takes at most ${MAX_WORDS}: leave some out`,
    );
    this.name = 'TooManyWordsError';
  }
}

/**
 * The one form of all texts that have the same answer: folded, and with `words` each word once, in
 * the order of their code units. A search with `fuzzy` folds by itself, and its interpretation has
 * the words as they are typed, but for capitals. Empty where a text is too long to match.
 *
 * @throws TooManyWordsError for more than {@link MAX_WORDS} different words, where words are asked for.
 */
export function canonicalText(text: string, mode: SearchMode): string {
  const start = text.slice(0, MAX_QUERY_LENGTH);
  if (!isExact(mode)) return text.length > MAX_QUERY_LENGTH ? '' : lowered(start);
  const folded = fold(start);
  if (folded.length > MAX_FOLDED_LENGTH) return '';
  const words = mode === 'words' ? distinctWords(folded) : [];
  if (words.length > MAX_WORDS) throw new TooManyWordsError(words.length);
  if (text.length > MAX_QUERY_LENGTH) return '';
  return words.length === 0 ? folded : words.join(' ');
}

/** In lower case, but for the T of "2 T", a tablespoon: "2 t" is a teaspoon. */
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

/** As `word-characters.ts` cuts words. */
const LETTER_RUNS = /[\p{L}\p{N}\p{M}]+/gu;
