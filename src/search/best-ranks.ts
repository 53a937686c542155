import { elementAt, numberAt, ReusableSet } from './flat-arrays.ts';
import { type Anchors, visitTermsContaining } from './gram-index.ts';
import { MAX_FOODS } from './limits.ts';
import { NO_TIER, Tier } from './ranking.ts';
import {
  firstPosting,
  NO_RANK,
  POSITION_SHIFT,
  POSITION_WORK,
  TEXT_RANK_MASK,
  type TermIndex,
} from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Keeps the best texts of each tier during a substring or words search. A text's tier comes from
// the dictionary, or from examining the text.

/**
 * The best ranks of each tier so far, ascending, at most {@link MAX_FOODS} per tier.
 */
export class BestRanks {
  readonly #tiers: TierRanks[] = [];
  /** The ranks already examined in this search, so that each counts once. */
  readonly seen: ReusableSet;

  constructor(rankCount: number) {
    this.seen = new ReusableSet(rankCount);
  }

  /** Prepares for the next search. */
  clear(): void {
    for (const tier of this.#tiers) tier.count = 0;
    this.seen.clear();
  }

  /** Whether this tier and the better ones have enough ranks for a full answer. */
  isFull(tier: number): boolean {
    return this.#countUpTo(tier) >= MAX_FOODS;
  }

  /**
<<<<<<< HEAD
   * Whether this rank at this tier would be among the best. If not, no higher rank at this tier
   * would be.
   */
  admits(rank: number, tier: number): boolean {
    return rank < this.limit(tier);
  }

  /**
   * Returns the first rank that is not admitted at this tier, or {@link NO_RANK} if all are. If a
   * rank is not admitted, neither are higher ranks, nor this rank at worse tiers.
=======
   * Returns the first rank that is not admitted at this tier, or {@link NO_RANK} if all are. If one
   * is not, higher ranks and worse tiers are not admitted, either.
>>>>>>> e51afd35 (refactor(search): one walk over postings and one filter of texts)
   */
  limit(tier: number): number {
    const room = MAX_FOODS - this.#countUpTo(tier - 1);
    if (room <= 0) return 0;
    const found = this.#tiers[tier];
    return found === undefined || found.count < room ? NO_RANK : numberAt(found.ranks, room - 1);
  }

  /** Adds a rank, which must be admitted at this tier. */
  insert(rank: number, tier: number): void {
    let found = this.#tiers[tier];
    while (found === undefined) {
      this.#tiers.push({ ranks: new Uint32Array(MAX_FOODS + 1), count: 0 });
      found = this.#tiers[tier];
    }
    const { ranks, count } = found;
    let at = count;
    for (; at > 0 && numberAt(ranks, at - 1) > rank; at--) ranks[at] = numberAt(ranks, at - 1);
    ranks[at] = rank;
    found.count = Math.min(count + 1, MAX_FOODS);
  }

  /** Returns the best ranks of all tiers, best first. */
  toArray(): Uint32Array {
    const best = new Uint32Array(Math.min(MAX_FOODS, this.#countUpTo(this.#tiers.length - 1)));
    let filled = 0;
    for (const { ranks, count } of this.#tiers) {
      const taken = Math.min(count, best.length - filled);
      for (let i = 0; i < taken; i++) best[filled++] = numberAt(ranks, i);
      if (filled === best.length) break;
    }
    return best;
  }

  #countUpTo(tier: number): number {
    const last = Math.min(tier, this.#tiers.length - 1);
    let count = 0;
    for (let better = 0; better <= last; better++) count += elementAt(this.#tiers, better).count;
    return count;
  }
}

interface TierRanks {
  readonly ranks: Uint32Array;
  count: number;
}

/** Collects ranks whose tier follows from the dictionary, without examining their texts. */
export class RankCollector {
  readonly #best: BestRanks;
  readonly #work: Work;

  constructor(best: BestRanks, work: Work) {
    this.#best = best;
    this.#work = work;
  }

  /**
   * Collects the best ranks of the terms that contain the bytes. The walk stops at the first term
   * whose ranks are all too high, so more matches do not make it slower.
   */
  collectRanks(terms: TermIndex, bytes: Uint8Array, anchors: Anchors, tier: Tier): void {
    const positions = tier === Tier.headWordStart ? HEAD_START_POSITIONS : WORD_POSITIONS;
    visitTermsContaining(terms, bytes, anchors, this.#work, (term) => {
      if (numberAt(terms.firstRanks, term) >= this.#best.limit(tier)) return false;
      for (const position of positions) this.collectPostings(terms, term, position, tier);
      return true;
    });
  }

  /**
   * Collects the best ranks of the texts in which the term has this position.
   *
   * @param tier - the best tier of any of these texts
   * @param tierOf - examines a text: returns its tier or {@link NO_TIER}
   */
  collectPostings(
    terms: TermIndex,
    term: number,
    position: WordPosition,
    tier: Tier,
    tierOf: (rank: number) => number = () => tier,
  ): void {
    const best = this.#best;
    const { postings } = terms;
    const end = numberAt(terms.postingStarts, term + 1);
    this.#work.spend(POSITION_WORK);
    let limit = best.limit(tier);
    for (let at = firstPosting(terms, term, position); ; at++) {
      this.#work.spend(1);
      if (at === end) return;
      const posting = numberAt(postings, at);
      const rank = posting & TEXT_RANK_MASK;
      if (posting >>> POSITION_SHIFT !== position || rank >= limit) return;
      const found = best.seen.add(rank) ? tierOf(rank) : NO_TIER;
      if (found === NO_TIER) continue;
      best.insert(rank, found);
      limit = best.limit(tier);
    }
  }
}

const HEAD_START_POSITIONS: readonly WordPosition[] = [WordPosition.head, WordPosition.headStart];
