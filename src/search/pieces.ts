import { ANYWHERE, type Anchors, isSelective, visitTermsContaining, WHOLE } from './gram-index.ts';
import type { Query } from './query.ts';
import { Tier } from './ranking.ts';
import { JOINT_REACH, type SearchIndex } from './search-index.ts';
import { postingCount, type TermIndex } from './term-index.ts';
import { endOfFirst, startOfLast } from './utf8.ts';
import { withPlurals } from './word-characters.ts';
import type { Work } from './work.ts';

// Chooses the cheapest piece of a query to look up first, and whether another one filters its
// texts.

/** A part of a query: terms, one of which every match must contain. */
export interface Piece {
  readonly terms: TermIndex;
  readonly numbers: readonly number[];
  /** What it costs to read it: the number of postings, and {@link TERM_COST} for each term. */
  readonly cost: number;
  /** Another part of the query, to filter the texts of this one with, where that pays. */
  readonly other?: Piece | undefined;
}

/** Starting a term costs about as much as this many postings. */
const TERM_COST = 16;

/** From this cost of a piece on, it pays to filter its texts with another one, up to this many times as large. */
const MIN_COST_TO_FILTER = 1_000;
const MAX_FILTER_COST_RATIO = 16;

/**
 * How whole the words of a query must be: with `Tier.word` all of them, with `Tier.wordStart` the
 * last may go on, with `Tier.inside` the first may also have begun before.
 */
type Wholeness = typeof Tier.word | typeof Tier.wordStart | typeof Tier.inside;

/** What to look up for a part of a query: the terms that contain one of the texts. */
interface Part {
  readonly terms: TermIndex;
  readonly texts: readonly Uint8Array[];
  readonly anchors: Anchors;
}

/**
 * The cheapest piece of a query of several words; `undefined` where no piece is long enough to look
 * up.
 */
export function rarestPiece(
  index: SearchIndex,
  query: Query,
  wholeness: Wholeness,
  work: Work,
): Piece | undefined {
  const parts = [...wordsOf(index, query, wholeness), ...jointsOf(index, query, wholeness)];
  const [piece, part] = cheapest(parts, Number.POSITIVE_INFINITY, work);
  if (piece === undefined || piece.cost < MIN_COST_TO_FILTER) return piece;
  const others = parts.filter((other) => other !== part);
  return { ...piece, other: cheapest(others, piece.cost * MAX_FILTER_COST_RATIO, work)[0] };
}

/** Where in a joint a query is that is not in two of them: its texts are those that match. */
export function jointAround(index: SearchIndex, query: Query): Anchors | undefined {
  const [only, ...others] = jointsOf(index, query, Tier.inside);
  const isWhole = only?.texts.every(({ length }) => length === query.bytes.length) === true;
  return others.length === 0 && isWhole ? only.anchors : undefined;
}

/** The word and its plurals, as far as the dictionary has them. */
export function wordWithPlurals(
  { words }: SearchIndex,
  word: Uint8Array,
  work: Work,
): Piece | undefined {
  const part = { terms: words, texts: withPlurals(word), anchors: WHOLE };
  return cheapest([part], Number.POSITIVE_INFINITY, work)[0];
}

/** The cheapest of the queries below a cost, each of which is a word or a piece of one. */
export function rarestAnywhere(
  { words }: SearchIndex,
  queries: readonly Query[],
  limit: number,
  work: Work,
): Piece | undefined {
  const parts = queries.map(({ bytes }) => ({ terms: words, texts: [bytes], anchors: ANYWHERE }));
  return cheapest(parts, limit, work)[0];
}

/** The cheapest piece below a cost, and its part. */
function cheapest(parts: readonly Part[], limit: number, work: Work): [Piece?, Part?] {
  let found: [Piece?, Part?] = [];
  for (const part of parts) {
    const piece = pieceBelow(part, found[0]?.cost ?? limit, work);
    if (piece !== undefined) found = [piece, part];
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

/** The words of a query, whole ones first: their look-up is fast, and its cost limits the others. */
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

/** The joints between the words of a query, and the pieces of joints at its ends. */
function jointsOf({ joints }: SearchIndex, { bytes, words }: Query, wholeness: Wholeness): Part[] {
  const lefts = [undefined, ...words];
  return lefts.flatMap((left, i) => {
    const right = words[i];
    const gapStart = left === undefined ? 0 : left.end;
    const gapEnd = right === undefined ? bytes.length : right.start;
    if (gapStart === gapEnd) return [];
    const start = left ? startOfLast(bytes, left.start, gapStart, JOINT_REACH) : gapStart;
    const end = right ? endOfFirst(bytes, gapEnd, right.end, JOINT_REACH) : gapEnd;
    // If less than a joint's reach is typed of a word, a text may have more of the word there.
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
