import type { BestRanks, RankCollector } from './best-ranks.ts';
import type { Query, Span } from './exact-query.ts';
import { numberAt } from './flat-arrays.ts';
import { ANYWHERE } from './gram-index.ts';
import { type Piece, rarestPiece, wordWithPlurals } from './pieces.ts';
import { Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { firstPosting } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Substring search for more than a single word. Chooses which part to look up, and whether to
// examine all texts that contain it.

/**
 * Finds a query of words or parts of words, with the characters between and around them. Each piece
 * of the query has a list of texts. The texts in the cheapest list are examined; if that costs too
 * much, tier by tier, heads first.
 */
export class PhraseSearch {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #collector: RankCollector;
  readonly #work: Work;

  constructor(index: SearchIndex, best: BestRanks, collector: RankCollector, work: Work) {
    this.#index = index;
    this.#best = best;
    this.#collector = collector;
    this.#work = work;
  }

  search(query: Query): void {
    const any = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (any !== undefined && any.cost <= MAX_COST_TO_EXAMINE_ALL) {
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

  /** Examines the texts in which the query may occur as whole words. */
  #verifyWholeWords(query: Query): void {
    const { mayStartSegment: mayStart, mayEndSegment: mayEnd } = query;
    const best = mayStart && mayEnd ? Tier.head : mayStart || mayEnd ? Tier.headWord : Tier.word;
    // If the query starts or ends with, for example, `%`, the head's first or last word might not
    // be one of the query's.
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

  /** Examines the texts in which the query's last word may be a prefix of a longer one. */
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
   * Examines the texts of a piece. Only texts with the query's first or last word in the head can
   * reach the best tiers. If there are fewer of these than texts with the piece, they are examined
   * first, and other texts only until the next tier is full.
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
   * Examines the texts of a piece that have not been examined yet. None has a better tier than
   * `best`. If `worst` is given, skips texts in which the piece has only worse positions.
   */
  #verify(
    piece: Piece | undefined,
    query: Query,
    best: Tier,
    worst: WordPosition = WordPosition.elsewhere,
  ): void {
    if (piece === undefined) return;
    const { texts, textStarts } = this.#index;
    const tierOf = (rank: number) => {
      const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
      return tierIn(texts, start, end, query, this.#work);
    };
    for (const term of piece.numbers) {
      for (const position of WORD_POSITIONS) {
        if (position > worst) break;
        this.#collector.collectPostings(piece.terms, term, position, best, tierOf);
      }
    }
  }
}

/** Up to this cost of a piece, examining all its texts is cheaper than going tier by tier. */
const MAX_COST_TO_EXAMINE_ALL = 250;

interface HeadsFirst {
  /**
   * Each text of the best tiers has one of these words in its head, at `worst` or a better
   * position.
   */
  readonly heads: readonly Piece[];
  readonly worst: WordPosition;
  /** The best tier that a text may reach. */
  readonly best: Tier;
  /** The best tier that texts with none of these words in the head may reach. */
  readonly bestOutside: Tier;
}

/** Returns the number of texts in which the piece has this position or a better one. */
function costUpTo({ terms, numbers }: Piece, worst: WordPosition): number {
  return numbers.reduce((sum, term) => {
    return sum + firstPosting(terms, term, worst + 1) - numberAt(terms.postingStarts, term);
  }, 0);
}
