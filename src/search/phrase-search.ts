import type { BestRanks } from './best-ranks.ts';
import { collectRanks } from './collect-ranks.ts';
import { ANYWHERE, type Piece, rarestPiece, wordWithPlurals } from './pieces.ts';
import type { Query, Span } from './query.ts';
import { RankFilter } from './rank-filter.ts';
import { Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { firstPosting, RANK_BITS, RANK_MASK } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';

/**
 * Finds a query of words, or pieces of words, and what stands between them. Each part of it has a list
 * of texts: those of the cheapest list are looked at, if they stand in the next cheapest as well.
 */
export class PhraseSearch {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #filter: RankFilter;

  constructor(index: SearchIndex, best: BestRanks) {
    this.#index = index;
    this.#best = best;
    this.#filter = new RankFilter(index.rows.length);
  }

  search(query: Query): void {
    const any = rarestPiece(this.#index, query, Tier.inside);
    if (any !== undefined && any.cost <= FEW) {
      this.#verify(any, query, Tier.head);
      return;
    }
    this.#verifyWhole(query);
    if (this.#best.isFull(Tier.word)) return;
    const { startsWithWord, endsWithWord } = query;
    if (startsWithWord && endsWithWord) {
      this.#verifyPrefixes(query);
      if (this.#best.isFull(Tier.wordStart)) return;
    }
    const tier = startsWithWord ? Tier.inside : Tier.wordStart;
    if (any !== undefined) this.#verify(any, query, tier);
    else collectRanks(this.#index.joints, query.bytes, ANYWHERE, tier, this.#best);
  }

  /** The texts in which the query stands as whole words. */
  #verifyWhole(query: Query): void {
    const { mayStartSegment: mayStart, mayEndSegment: mayEnd } = query;
    const best = mayStart && mayEnd ? Tier.head : mayStart || mayEnd ? Tier.headWord : Tier.word;
    // With `%` in front or behind, say, it is not by a word of the query that a head begins or ends.
    const isTold = (!mayStart || query.startsWithWord) && (!mayEnd || query.endsWithWord);
    const bestOutside = mayStart && mayEnd ? Tier.segment : Tier.word;
    const heads = [
      mayStart && query.startsWithWord ? query.words[0] : undefined,
      mayEnd && query.endsWithWord ? query.words.at(-1) : undefined,
    ];
    const piece = rarestPiece(this.#index, query, Tier.word);
    this.#verifyHeadsFirst(piece, query, {
      heads: heads.flatMap((word) => this.#wordPiece(query, word) ?? []),
      worst: WordPosition.headEnd,
      best,
      bestOutside: isTold ? bestOutside : best,
    });
  }

  /** The texts in which the query begins as whole words, but its last word goes on. */
  #verifyPrefixes(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.wordStart);
    const first = this.#wordPiece(query, query.words[0]);
    this.#verifyHeadsFirst(piece, query, {
      heads: first === undefined ? [] : [first],
      worst: WordPosition.headStart,
      best: Tier.headWordStart,
      bestOutside: Tier.wordStart,
    });
  }

  #wordPiece({ bytes }: Query, word: Span | undefined): Piece | undefined {
    return word && wordWithPlurals(this.#index, bytes.subarray(word.start, word.end));
  }

  /**
   * Looks at the texts of a piece. Only where a word that the query begins or ends with stands in the
   * head can a text be of the best tiers; where those are fewer, they are looked at first, and the
   * walk through the others can end as soon as the next tier is full.
   */
  #verifyHeadsFirst(piece: Piece | undefined, query: Query, plan: HeadsFirst): void {
    const headCost = plan.heads.reduce((sum, head) => sum + costUpTo(head, plan.worst), 0);
    if (piece !== undefined && piece.cost > headCost) {
      for (const head of plan.heads) this.#verify(head, query, plan.best, plan.worst);
      this.#verify(piece, query, plan.bestOutside);
    } else {
      this.#verify(piece, query, plan.best);
    }
  }

  /**
   * Looks at the texts of a piece that are not met yet, which all stand at `best` or a worse tier; if
   * told so, only at those where the piece itself stands no worse than `worst`.
   */
  #verify(
    piece: Piece | undefined,
    query: Query,
    best: Tier,
    worst: WordPosition = WordPosition.elsewhere,
  ): void {
    if (piece === undefined) return;
    const { texts, textStarts } = this.#index;
    const { terms, numbers } = piece;
    this.#filter.use(piece.other);
    for (const term of numbers) {
      const end = terms.postingStarts[term + 1] ?? 0;
      for (const position of WORD_POSITIONS) {
        if (position > worst) break;
        for (let i = firstPosting(terms, term, position); i < end; i++) {
          const posting = terms.postings[i] ?? 0;
          const rank = posting & RANK_MASK;
          if (posting >>> RANK_BITS !== position || !this.#best.admits(rank, best)) break;
          if (!this.#filter.passes(rank) || !this.#best.markSeen(rank)) continue;
          const tier = tierIn(texts, textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0, query);
          if (tier !== -1) this.#best.insert(rank, tier);
        }
      }
    }
  }
}

/** So few texts that looking at all of them costs less than asking for the better tiers first. */
const FEW = 250;

interface HeadsFirst {
  /** Words one of which stands in the head, no worse than `worst`, where a text is of a best tier. */
  readonly heads: readonly Piece[];
  readonly worst: WordPosition;
  /** The best tier of all. */
  readonly best: Tier;
  /** The best tier of the texts that have none of the words in the head. */
  readonly bestOutside: Tier;
}

/** What it costs to go through the texts where the piece itself stands no worse than so. */
function costUpTo({ terms, numbers }: Piece, worst: WordPosition): number {
  return numbers.reduce(
    (sum, term) => sum + firstPosting(terms, term, worst + 1) - (terms.postingStarts[term] ?? 0),
    0,
  );
}
