import type { BestRanks } from './best-ranks.ts';
import { numberAt } from './flat-arrays.ts';
import { type Anchors, visitTermsContaining } from './gram-index.ts';
import { Tier } from './ranking.ts';
import { RankWalk, type TermIndex } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Collects foods for substring and words whose tier the dictionary alone tells.

/** Collects ranks whose tier is known from the dictionary, without a look at their texts. */
export class RankCollector {
  readonly #best: BestRanks;
  readonly #work: Work;
  readonly #walk: RankWalk;

  constructor(best: BestRanks, work: Work) {
    this.#best = best;
    this.#work = work;
    this.#walk = new RankWalk(work);
  }

  /**
   * Collects the best ranks of the terms that contain the bytes. The walk ends at the first term
   * that begins too late, so it costs no more where more texts match.
   */
  collectRanks(terms: TermIndex, bytes: Uint8Array, anchors: Anchors, tier: Tier): void {
    const positions = tier === Tier.headWordStart ? HEAD_START_POSITIONS : WORD_POSITIONS;
    visitTermsContaining(terms, bytes, anchors, this.#work, (term) => {
      if (!this.#best.admits(numberAt(terms.firstRanks, term), tier)) return false;
      for (const position of positions) this.collectPostings(terms, term, position, tier);
      return true;
    });
  }

  /** Collects the best ranks of the texts in which the term has this position. */
  collectPostings(terms: TermIndex, term: number, position: WordPosition, tier: Tier): void {
    const [best, walk] = [this.#best, this.#walk];
    let limit = best.limit(tier);
    for (let rank = walk.start(terms, term, position); rank < limit; rank = walk.next()) {
      if (!best.markSeen(rank)) continue;
      best.insert(rank, tier);
      limit = best.limit(tier);
    }
  }
}

const HEAD_START_POSITIONS: readonly WordPosition[] = [WordPosition.head, WordPosition.headStart];
