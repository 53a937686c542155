import type { Reading } from '../../src/client/index.ts';
import { fold } from '../../src/search/fold.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';

// Finds the parts of a name to highlight for a search.

/** A range of text from `start` up to `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The strings and words to highlight. */
export interface Needles {
  /** Strings to highlight anywhere. */
  readonly texts: readonly string[];
  /** Words to highlight only if they are whole. */
  readonly whole: ReadonlySet<string>;
  /** Names typed in the page's language, and the English names that they were read as. */
  readonly translated: readonly Reading[];
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Checks whether a word was read as something unexpected: another name, or a corrected typo. */
export function isUnexpected({ typed, manner, taken = '' }: Reading): boolean {
  return manner === 'slip' || (manner === 'name' && !wordsOf(taken).includes(typed));
}

/**
 * Returns what to highlight. In a fuzzy search, only unexpected matches are highlighted: other
 * names and corrected typos.
 */
export function needlesOf({ query, match }: SearchCriteria, readings: readonly Reading[]): Needles {
  const none = { whole: new Set<string>(), translated: [] };
  if (match === 'substring') return { ...none, texts: [fold(query)] };
  if (match === 'words') return { ...none, texts: wordsOf(query) };
  const matched = readings.flatMap((reading) =>
    isUnexpected(reading) ? [] : (reading.marks ?? []),
  );
  const plain = new Set([...wordsOf(query), ...matched]);
  const marks = readings.flatMap(({ marks = [] }) => marks);
  const translated = readings.filter(({ lang }) => lang !== undefined);
  return { texts: [], whole: new Set(marks.filter((mark) => !plain.has(mark))), translated };
}

/**
 * Returns the names typed in the page's language that match words of the text: `leche` for `Milk,
 * whole`.
 */
export function translatedIn(text: string, { translated }: Needles): string[] {
  if (translated.length === 0) return [];
  const words = wordsOf(text);
  const isIn = ({ taken = '', marks = [] }: Reading) =>
    wordsOf(taken).every((word) => {
      // The last letter is dropped, since plurals may change it: berry, berries.
      const stem = word.slice(0, -1);
      return marks.some((mark) => mark.startsWith(stem) && words.includes(mark));
    });
  return [...new Set(translated.filter(isIn).map(({ typed }) => typed))];
}

/**
 * Finds the needles in text, ignoring case and accents as the service does. The ranges refer to the
 * original text. They are in order, and do not overlap.
 */
export function findMatches(text: string, needles: Needles): TextRange[] {
  const { folded, ranges } = foldWithRanges(text);
  const words = [...folded.matchAll(WORD)]
    .filter(({ 0: word }) => needles.whole.has(word))
    .map(({ 0: word, index: start }) => ({ start, end: start + word.length }));
  const found = [...words, ...needles.texts.flatMap((needle) => occurrences(folded, needle))];
  const matched = new Set(found.flatMap(({ start, end }) => ranges.slice(start, end)));
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...matched].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last?.end === start) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/**
 * Returns the words that `match=words` searches for: runs of letters, digits and combining marks.
 */
export function wordsOf(query: string): string[] {
  return fold(query).match(WORD) ?? [];
}

/** Folds text, and maps each UTF-16 unit of the result to the range of its original character. */
function foldWithRanges(text: string) {
  const ranges: { start: number; end: number }[] = [];
  let position = 0;
  for (const character of text) {
    const range = { start: position, end: position + character.length };
    position = range.end;
    const { length } = fold(character);
    const last = ranges.at(-1);
    // A separate combining mark, which folding removes, belongs to the letter before it.
    if (length === 0 && last !== undefined) last.end = position;
    for (let i = 0; i < length; i += 1) ranges.push(range);
  }
  return { folded: fold(text), ranges };
}

function occurrences(folded: string, needle: string): TextRange[] {
  const found: TextRange[] = [];
  const { length } = needle;
  if (length === 0) return found;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + length))
    found.push({ start: at, end: at + length });
  return found;
}
