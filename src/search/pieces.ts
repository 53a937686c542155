import { type Anchors, isSelective, visitTermsHolding } from './gram-index.ts';
import type { Query } from './query.ts';
import { Tier } from './ranking.ts';
import { JOINT_REACH, type SearchIndex } from './search-index.ts';
import type { TermIndex } from './term-index.ts';
import { endOfFirst, startOfLast } from './utf8.ts';

/** A part of a query that every match must have: as terms, one of which stands in the text. */
export interface Piece {
  readonly terms: TermIndex;
  readonly numbers: readonly number[];
  /** What it costs to go through it: the postings, and {@link TERM_COST} for each term. */
  readonly cost: number;
}

/** Coming to a term costs about as much as so many postings. */
const TERM_COST = 16;

/**
 * The cheapest piece of a query of several words, given that the query stands
 * there at a tier of this group or better: `Tier.word`, where each of its words is a whole one,
 * `Tier.wordStart`, where the last may go on, or `Tier.inside`. It is `undefined` where no piece is
 * long enough to look it up.
 */
export function rarestPiece(
  { words, joints }: SearchIndex,
  query: Query,
  group: typeof Tier.word | typeof Tier.wordStart | typeof Tier.inside,
): Piece | undefined {
  const { bytes } = query;
  const rarest = new RarestPiece();
  const pieces = query.words.map(({ start, end }) => ({
    word: bytes.subarray(start, end),
    atStart: start > 0 || group !== Tier.inside,
    atEnd: end < bytes.length || group === Tier.word,
    isLast: end === bytes.length,
  }));
  // Whole words first: they are looked up fastest, and bound what the others may cost.
  pieces.sort((a, b) => Number(b.atStart && b.atEnd) - Number(a.atStart && a.atEnd));
  for (const { word, atStart, atEnd, isLast } of pieces) {
    rarest.consider(words, atEnd && isLast ? plurals(word) : [word], { atStart, atEnd });
  }
  for (const { text, anchors } of jointsOf(query, group)) rarest.consider(joints, [text], anchors);
  return rarest.piece;
}

/** The word and its plurals, as far as the dictionary has them. */
export function wordWithPlurals({ words }: SearchIndex, word: Uint8Array): Piece | undefined {
  const rarest = new RarestPiece();
  rarest.consider(words, plurals(word), WHOLE);
  return rarest.piece;
}

export const ANYWHERE: Anchors = { atStart: false, atEnd: false };
export const AT_START: Anchors = { atStart: true, atEnd: false };
const WHOLE: Anchors = { atStart: true, atEnd: true };

class RarestPiece {
  piece: Piece | undefined;

  /** Takes the terms that hold one of the texts, if that costs less than those so far. */
  consider(terms: TermIndex, texts: readonly Uint8Array[], anchors: Anchors): void {
    const limit = this.piece?.cost ?? Number.POSITIVE_INFINITY;
    const numbers: number[] = [];
    let cost = 0;
    for (const text of texts) {
      if (!isSelective(text, anchors)) return;
      visitTermsHolding(terms, text, anchors, (term) => {
        cost += TERM_COST + (terms.postingStarts[term + 1] ?? 0) - (terms.postingStarts[term] ?? 0);
        numbers.push(term);
        return cost < limit;
      });
      if (cost >= limit) return;
    }
    this.piece = { terms, numbers, cost };
  }
}

/** The joints between the words of a query, and the pieces of joints at its ends. */
function jointsOf({ bytes, words }: Query, group: Tier): { text: Uint8Array; anchors: Anchors }[] {
  const lefts = [undefined, ...words];
  return lefts.flatMap((left, i) => {
    const right = words[i];
    const [gapStart, gapEnd] = [left?.end ?? 0, right?.start ?? bytes.length];
    if (gapStart === gapEnd) return [];
    const start = left ? startOfLast(bytes, left.start, gapStart, JOINT_REACH) : gapStart;
    const end = right ? endOfFirst(bytes, gapEnd, right.end, JOINT_REACH) : gapEnd;
    // A piece of a word that is shorter than a joint's reach may have more of the word beside it.
    const leftIsWhole = left !== undefined && (left.start > 0 || group !== Tier.inside);
    const rightIsWhole = right !== undefined && right.end < bytes.length;
    return [
      {
        text: bytes.subarray(start, end),
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
