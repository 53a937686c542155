import type { BestRanks } from './best-ranks.ts';
import { numberAt } from './flat-arrays.ts';
import { type Anchors, visitTermsContaining } from './gram-index.ts';
import type { Piece } from './pieces.ts';
import { Tier } from './ranking.ts';
import { RankWalk, TEXT_RANK_MASK, type TermIndex } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Collects foods for substring and words whose tier the dictionary alone tells; lets only the texts of a
// piece pass.

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

/** Lets only the texts of a piece pass, or all. Marking a text costs far less than looking at it. */
export class RankFilter {
  readonly #work: Work;
  /** Per rank, the number of the piece that last marked it. */
  readonly #marks: Uint8Array;
  #current = 0;
  #passesAll = true;

  constructor(rankCount: number, work: Work) {
    this.#work = work;
    this.#marks = new Uint8Array(rankCount);
  }

  /** From now on only the texts of the piece pass; without a piece, all do. */
  use(piece: Piece | undefined): void {
    this.#passesAll = piece === undefined;
    if (piece === undefined) return;
    this.#current++;
    if (this.#current > 0xff) {
      this.#marks.fill(0);
      this.#current = 1;
    }
    const { postings, postingStarts } = piece.terms;
    for (const term of piece.numbers) {
      const [start, end] = [numberAt(postingStarts, term), numberAt(postingStarts, term + 1)];
      this.#work.spend(end - start);
      for (let i = start; i < end; i++) {
        this.#marks[numberAt(postings, i) & TEXT_RANK_MASK] = this.#current;
      }
    }
  }

  passes(rank: number): boolean {
    return this.#passesAll || this.#marks[rank] === this.#current;
  }
}
