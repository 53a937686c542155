import { type BestRanks, type RankCollector, RankFilter } from './best-ranks.ts';
import { numberAt } from './flat-arrays.ts';
import { ANYWHERE } from './gram-index.ts';
import { type Piece, rarestPiece, wordWithPlurals } from './pieces.ts';
import type { Query, Span } from './query.ts';
import { Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { firstPosting, RankWalk } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Finds a substring query of several words: which part is looked up, and when all its texts are
// looked at.

/**
 * Finds a query of several words, or pieces of words, and what is between them. Each piece of it has a list
 * of texts: those of the cheapest list are looked at, if the next cheapest has them as well.
 */
export class PhraseSearch {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #collector: RankCollector;
  readonly #work: Work;
  readonly #filter: RankFilter;
  readonly #walk: RankWalk;

  constructor(index: SearchIndex, best: BestRanks, collector: RankCollector, work: Work) {
    this.#index = index;
    this.#best = best;
    this.#collector = collector;
    this.#work = work;
    this.#filter = new RankFilter(index.rows.length, work);
    this.#walk = new RankWalk(work);
  }

  search(query: Query): void {
    const any = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (any !== undefined && any.cost <= MAX_COST_TO_LOOK_AT_ALL) {
      this.#verify(any, query, Tier.head);
      return;
    }
    this.#verifyWholeWords(query);
    if (this.#best.isFull(Tier.word)) return;
    const { startsWithWord, endsWithWord } = query;
    if (startsWithWord && endsWithWord) {
      this.#verifyPrefixes(query);
      if (this.#best.isFull(Tier.wordStart)) return;
    }
    const tier = startsWithWord ? Tier.inside : Tier.wordStart;
    if (any !== undefined) this.#verify(any, query, tier);
    else this.#collector.collectRanks(this.#index.joints, query.bytes, ANYWHERE, tier);
  }

  /** The texts in which the query is whole words. */
  #verifyWholeWords(query: Query): void {
    const { mayStartSegment: mayStart, mayEndSegment: mayEnd } = query;
    const best = mayStart && mayEnd ? Tier.head : mayStart || mayEnd ? Tier.headWord : Tier.word;
    // With `%` at an end, say, a head may begin or end with the query, but not with a word of it.
    const hasHeadWords = (!mayStart || query.startsWithWord) && (!mayEnd || query.endsWithWord);
    const bestOutside = mayStart && mayEnd ? Tier.segment : Tier.word;
    const heads = [
      mayStart && query.startsWithWord ? query.words[0] : undefined,
      mayEnd && query.endsWithWord ? query.words.at(-1) : undefined,
    ];
    this.#verifyHeadsFirst(rarestPiece(this.#index, query, Tier.word, this.#work), query, {
      heads: heads.flatMap((word) => this.#wordPiece(query, word) ?? []),
      worst: WordPosition.headEnd,
      best,
      bestOutside: hasHeadWords ? bestOutside : best,
    });
  }

  /** The texts in which the query's last word is only the beginning of a longer one. */
  #verifyPrefixes(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.wordStart, this.#work);
    const first = this.#wordPiece(query, query.words[0]);
    this.#verifyHeadsFirst(piece, query, {
      heads: first === undefined ? [] : [first],
      worst: WordPosition.headStart,
      best: Tier.headWordStart,
      bestOutside: Tier.wordStart,
    });
  }

  #wordPiece({ bytes }: Query, word: Span | undefined): Piece | undefined {
    if (word === undefined) return undefined;
    return wordWithPlurals(this.#index, bytes.subarray(word.start, word.end), this.#work);
  }

  /**
   * Looks at the texts of a piece. A text can be of the best tiers only if its head has the first or
   * the last word of the query. Where those texts are fewer, they are looked at first, and the walk
   * through the others can end as soon as the next tier is full.
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
   * Looks at the texts of a piece that are not seen yet, all of which have the tier `best` or a worse
   * one; with `worst`, only at those where the piece itself has no worse position.
   */
  #verify(
    piece: Piece | undefined,
    query: Query,
    best: Tier,
    worst: WordPosition = WordPosition.elsewhere,
  ): void {
    if (piece === undefined) return;
    this.#filter.use(piece.other);
    for (const term of piece.numbers) {
      for (const position of WORD_POSITIONS) {
        if (position > worst) break;
        this.#verifyPostings(this.#walk.start(piece.terms, term, position), query, best);
      }
    }
  }

  /** Looks at the texts of the walk's postings, from this rank on. */
  #verifyPostings(first: number, query: Query, best: Tier): void {
    const { texts, textStarts } = this.#index;
    const [ranks, walk] = [this.#best, this.#walk];
    let limit = ranks.limit(best);
    for (let rank = first; rank < limit; rank = walk.next()) {
      if (!this.#filter.passes(rank) || !ranks.seen.add(rank)) continue;
      const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
      const tier = tierIn(texts, start, end, query, this.#work);
      if (tier === -1) continue;
      ranks.insert(rank, tier);
      limit = ranks.limit(best);
    }
  }
}

/** Up to this cost of a piece, looking at all its texts is cheaper than one tier after the other. */
const MAX_COST_TO_LOOK_AT_ALL = 250;

interface HeadsFirst {
  /** Words one of which is in the head, no worse than at `worst`, of each text of the best tiers. */
  readonly heads: readonly Piece[];
  readonly worst: WordPosition;
  /** The best tier of all. */
  readonly best: Tier;
  /** The best tier of the texts that have none of the words in the head. */
  readonly bestOutside: Tier;
}

/** The number of texts in which the piece itself has no worse position. */
function costUpTo({ terms, numbers }: Piece, worst: WordPosition): number {
  return numbers.reduce((sum, term) => {
    return sum + firstPosting(terms, term, worst + 1) - numberAt(terms.postingStarts, term);
  }, 0);
}
