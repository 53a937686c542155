import { elementAt, numberAt } from './flat-arrays.ts';
import { MAX_FOODS } from './limits.ts';
import { NO_RANK } from './term-index.ts';

// Keeps the best foods of each tier while a search for substring or words runs.

/**
 * The answer while it is searched for: for each tier the best ranks so far, ascending, without those
 * that can no longer be among the best {@link MAX_FOODS}.
 */
export class BestRanks {
  readonly #tiers: TierRanks[] = [];
  /** Per rank, the number of the search that last saw it. */
  readonly #seen: Uint8Array;
  #search = 0;

  constructor(rankCount: number) {
    this.#seen = new Uint8Array(rankCount);
  }

  /** Forgets everything: the next search begins. */
  clear(): void {
    for (const tier of this.#tiers) tier.count = 0;
    this.#search++;
    if (this.#search > 0xff) {
      this.#seen.fill(0);
      this.#search = 1;
    }
  }

  /** Marks a rank as seen, and returns whether it is new in this search. A rank counts once. */
  markSeen(rank: number): boolean {
    if (this.#seen[rank] === this.#search) return false;
    this.#seen[rank] = this.#search;
    return true;
  }

  /** Whether this tier and the better ones have as many as an answer takes. */
  isFull(tier: number): boolean {
    return this.#countUpTo(tier) >= MAX_FOODS;
  }

  /** Whether a rank of this tier would be among the best. If not, no later one of the tier is. */
  admits(rank: number, tier: number): boolean {
    return rank < this.limit(tier);
  }

  /**
   * The first rank that this tier does not admit: no later rank and no worse tier is admitted
   * either. {@link NO_RANK} where all are.
   */
  limit(tier: number): number {
    const room = MAX_FOODS - this.#countUpTo(tier - 1);
    if (room <= 0) return 0;
    const found = this.#tiers[tier];
    return found === undefined || found.count < room ? NO_RANK : numberAt(found.ranks, room - 1);
  }

  /** Adds a rank that the tier admits. */
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

  /** The best ranks of all tiers, best first. */
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
