import type { Query } from './exact-query.ts';
import { type Anchors, isSelective, visitTermsContaining, WHOLE } from './gram-index.ts';
import { Tier } from './ranking.ts';
import { JOINT_REACH, type SearchIndex } from './search-index.ts';
import { postingCount, type TermIndex } from './term-index.ts';
import { endOfFirst, startOfLast } from './utf8.ts';
import { withPlurals } from './word-characters.ts';
import type { Work } from './work.ts';

// Chooses the cheapest piece of a query to look up.

/** A part of a query, as a set of terms. Every match contains at least one of them. */
export interface Piece {
  readonly terms: TermIndex;
  readonly numbers: readonly number[];
  /**
   * The cost of reading the piece: its number of postings, plus {@link TERM_COST} for each term.
   */
  readonly cost: number;
}

/** Starting to read a term costs about as much as this many postings. */
const TERM_COST = 16;

/**
 * How complete the query's words must be. With `Tier.word`, all are whole. With `Tier.wordStart`,
 * the last may be a prefix. With `Tier.inside`, the first may also be a suffix.
 */
type Wholeness = typeof Tier.word | typeof Tier.wordStart | typeof Tier.inside;

/** A lookup for a part of a query: the terms that contain any of the texts. */
interface Part {
  readonly terms: TermIndex;
  readonly texts: readonly Uint8Array[];
  readonly anchors: Anchors;
}

/**
 * Returns the cheapest piece of a query, or `undefined` if all of its pieces are too short to look
 * up.
 */
export function rarestPiece(
  index: SearchIndex,
  query: Query,
  wholeness: Wholeness,
  work: Work,
): Piece | undefined {
  const parts = [...wordsOf(index, query, wholeness), ...jointsOf(index, query, wholeness)];
  return cheapest(parts, work);
}

/**
 * If the query fits into a joint (see {@link SearchIndex}), returns where in the joint it must
 * occur. All texts with such a joint match.
 */
export function jointAround(index: SearchIndex, query: Query): Anchors | undefined {
  const [only, ...others] = jointsOf(index, query, Tier.inside);
  const isWhole = only?.texts.every(({ length }) => length === query.bytes.length) === true;
  return others.length === 0 && isWhole ? only.anchors : undefined;
}

/** Returns a word and its plurals, if the dictionary has them. */
export function wordWithPlurals(
  { words }: SearchIndex,
  word: Uint8Array,
  work: Work,
): Piece | undefined {
  const part = { terms: words, texts: withPlurals(word), anchors: WHOLE };
  return cheapest([part], work);
}

function cheapest(parts: readonly Part[], work: Work): Piece | undefined {
  let found: Piece | undefined;
  for (const part of parts) {
    found = pieceBelow(part, found?.cost ?? Number.POSITIVE_INFINITY, work) ?? found;
  }
  return found;
}

function pieceBelow({ terms, texts, anchors }: Part, limit: number, work: Work): Piece | undefined {
  const numbers: number[] = [];
  let cost = 0;
  for (const text of texts) {
    if (!isSelective(text, anchors)) return undefined;
    visitTermsContaining(terms, text, anchors, work, (term) => {
      cost += TERM_COST + postingCount(terms, term);
      numbers.push(term);
      return cost < limit;
    });
    if (cost >= limit) return undefined;
  }
  return { terms, numbers, cost };
}

/**
 * Returns the words of a query, whole ones first. Whole words are fast to look up, and their cost
 * limits the lookup of partial words.
 */
function wordsOf({ words }: SearchIndex, query: Query, wholeness: Wholeness): Part[] {
  const { bytes } = query;
  const parts = query.words.map(({ start, end }) => {
    const word = bytes.subarray(start, end);
    const atStart = start > 0 || wholeness !== Tier.inside;
    const atEnd = end < bytes.length || wholeness === Tier.word;
    const texts = atEnd && end === bytes.length ? withPlurals(word) : [word];
    return { terms: words, texts, anchors: { atStart, atEnd } };
  });
  const isWhole = ({ anchors }: Part) => anchors.atStart && anchors.atEnd;
  return [...parts.filter(isWhole), ...parts.filter((part) => !isWhole(part))];
}

/** Returns the joints between the words of a query, and the partial joints at its ends. */
function jointsOf({ joints }: SearchIndex, { bytes, words }: Query, wholeness: Wholeness): Part[] {
  const lefts = [undefined, ...words];
  return lefts.flatMap((left, i) => {
    const right = words[i];
    const gapStart = left === undefined ? 0 : left.end;
    const gapEnd = right === undefined ? bytes.length : right.start;
    if (gapStart === gapEnd) return [];
    const start = left ? startOfLast(bytes, left.start, gapStart, JOINT_REACH) : gapStart;
    const end = right ? endOfFirst(bytes, gapEnd, right.end, JOINT_REACH) : gapEnd;
    // A query may have only part of its first or last word, so a joint of the text may have more
    // characters of that word than the query.
    const leftIsWhole = left !== undefined && (left.start > 0 || wholeness !== Tier.inside);
    const rightIsWhole = right !== undefined && right.end < bytes.length;
    return [
      {
        terms: joints,
        texts: [bytes.subarray(start, end)],
        anchors: {
          atStart: leftIsWhole || reaches(bytes, start, gapStart),
          atEnd: rightIsWhole || reaches(bytes, gapEnd, end),
        },
      },
    ];
  });
}

function reaches(bytes: Uint8Array, start: number, end: number): boolean {
  let count = 0;
  for (let at = start; at < end; at = endOfFirst(bytes, at, end, 1)) count++;
  return count === JOINT_REACH;
}
