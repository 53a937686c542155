import { type Anchors, isSelective, visitTermsContaining } from './gram-index.ts';
import type { Query } from './query.ts';
import { Tier } from './ranking.ts';
import { JOINT_REACH, type SearchIndex } from './search-index.ts';
import { postingCount, type TermIndex } from './term-index.ts';
import { endOfFirst, startOfLast } from './utf8.ts';

/** A part of a query that every match must have: as terms, one of which stands in the text. */
export interface Piece {
  readonly terms: TermIndex;
  readonly numbers: readonly number[];
  /** What it costs to go through it: the postings, and {@link TERM_COST} for each term. */
  readonly cost: number;
  /** Another part, of those that cost not much more, where this one costs much. */
  readonly other?: Piece | undefined;
}

/** Coming to a term costs about as much as so many postings. */
const TERM_COST = 16;

/** A piece of this cost is worth another one that sorts out texts, of so many times the cost. */
const MUCH = 1_000;
const NOT_MUCH_MORE = 16;

/**
 * How whole the words of a query are where it stands: `Tier.word`, each is a whole one, `Tier.wordStart`,
 * the last may go on, or `Tier.inside`, the first may have begun before as well.
 */
type Wholeness = typeof Tier.word | typeof Tier.wordStart | typeof Tier.inside;

/** What to look up for a part of a query: the terms that hold one of the texts. */
interface Part {
  readonly terms: TermIndex;
  readonly texts: readonly Uint8Array[];
  readonly anchors: Anchors;
}

/**
 * The cheapest piece of a query of several words that are so whole; `undefined` where no piece is
 * long enough to look it up.
 */
export function rarestPiece(
  index: SearchIndex,
  query: Query,
  wholeness: Wholeness,
): Piece | undefined {
  const parts = [...wordsOf(index, query, wholeness), ...jointsOf(index, query, wholeness)];
  const [piece, part] = cheapest(parts, Number.POSITIVE_INFINITY);
  if (piece === undefined || piece.cost < MUCH) return piece;
  const others = parts.filter((other) => other !== part);
  return { ...piece, other: cheapest(others, piece.cost * NOT_MUCH_MORE)[0] };
}

/** The word and its plurals, as far as the dictionary has them. */
export function wordWithPlurals({ words }: SearchIndex, word: Uint8Array): Piece | undefined {
  const part = { terms: words, texts: plurals(word), anchors: WHOLE };
  return cheapest([part], Number.POSITIVE_INFINITY)[0];
}

/** The cheapest of the queries, each a word that may stand inside others, below a cost. */
export function rarestAnywhere(
  { words }: SearchIndex,
  queries: readonly Query[],
  limit: number,
): Piece | undefined {
  const parts = queries.map(({ bytes }) => ({ terms: words, texts: [bytes], anchors: ANYWHERE }));
  return cheapest(parts, limit)[0];
}

export const ANYWHERE: Anchors = { atStart: false, atEnd: false };
export const AT_START: Anchors = { atStart: true, atEnd: false };
const WHOLE: Anchors = { atStart: true, atEnd: true };

/** The cheapest piece below a cost, and the part it is of. */
function cheapest(parts: readonly Part[], limit: number): [Piece?, Part?] {
  let found: [Piece?, Part?] = [];
  for (const part of parts) {
    const piece = pieceBelow(part, found[0]?.cost ?? limit);
    if (piece !== undefined) found = [piece, part];
  }
  return found;
}

function pieceBelow({ terms, texts, anchors }: Part, limit: number): Piece | undefined {
  const numbers: number[] = [];
  let cost = 0;
  for (const text of texts) {
    if (!isSelective(text, anchors)) return undefined;
    visitTermsContaining(terms, text, anchors, (term) => {
      cost += TERM_COST + postingCount(terms, term);
      numbers.push(term);
      return cost < limit;
    });
    if (cost >= limit) return undefined;
  }
  return { terms, numbers, cost };
}

/** The words of a query, whole ones first: they are looked up fastest, and bound the others' cost. */
function wordsOf({ words }: SearchIndex, query: Query, wholeness: Wholeness): Part[] {
  const { bytes } = query;
  const parts = query.words.map(({ start, end }) => {
    const word = bytes.subarray(start, end);
    const atStart = start > 0 || wholeness !== Tier.inside;
    const atEnd = end < bytes.length || wholeness === Tier.word;
    const texts = atEnd && end === bytes.length ? plurals(word) : [word];
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
    const [gapStart, gapEnd] = [left?.end ?? 0, right?.start ?? bytes.length];
    if (gapStart === gapEnd) return [];
    const start = left ? startOfLast(bytes, left.start, gapStart, JOINT_REACH) : gapStart;
    const end = right ? endOfFirst(bytes, gapEnd, right.end, JOINT_REACH) : gapEnd;
    // A piece of a word that is shorter than a joint's reach may have more of the word beside it.
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

const PLURAL_ENDINGS = ['', 's', 'es'].map((ending) => new TextEncoder().encode(ending));

function plurals(word: Uint8Array): Uint8Array[] {
  return PLURAL_ENDINGS.map((ending) => {
    const plural = new Uint8Array(word.length + ending.length);
    plural.set(word);
    plural.set(ending, word.length);
    return plural;
  });
}
