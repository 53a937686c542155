import { MAX_FOODS } from './limits.ts';

/**
 * The answer in the making: for each tier the best ranks offered so far, ascending, without those
 * that cannot be among the best {@link MAX_FOODS} any more.
 */
export class BestRanks {
  readonly #tiers: Uint32Array[] = [];
  readonly #counts: number[] = [];
  /** Per rank, the number of the search that last met it. */
  readonly #met: Uint8Array;
  #search = 0;

  constructor(rankCount: number) {
    this.#met = new Uint8Array(rankCount);
  }

  /** Forgets everything: the next search begins. */
  clear(): void {
    this.#counts.fill(0);
    this.#search++;
    if (this.#search > 0xff) {
      this.#met.fill(0);
      this.#search = 1;
    }
  }

  /** Whether this rank is met for the first time in this search. A rank counts once. */
  markSeen(rank: number): boolean {
    if (this.#met[rank] === this.#search) return false;
    this.#met[rank] = this.#search;
    return true;
  }

  /** Whether the tier and the better ones have all that is wanted. */
  isFull(tier: number): boolean {
    return this.#countUpTo(tier) >= MAX_FOODS;
  }

  /** Whether a rank of this tier would be among the best. If not, no later one of the tier is. */
  admits(rank: number, tier: number): boolean {
    return rank < this.limit(tier);
  }

  /** The first rank that this tier does not admit: of later and worse ones, it admits none. */
  limit(tier: number): number {
    const room = MAX_FOODS - this.#countUpTo(tier - 1);
    if (room <= 0) return 0;
    if ((this.#counts[tier] ?? 0) < room) return Number.POSITIVE_INFINITY;
    return this.#tiers[tier]?.[room - 1] ?? 0;
  }

  /** Puts a rank in its place. */
  insert(rank: number, tier: number): void {
    while (this.#tiers.length <= tier) {
      this.#tiers.push(new Uint32Array(MAX_FOODS + 1));
      this.#counts.push(0);
    }
    const ranks = this.#tiers[tier] ?? new Uint32Array();
    const count = this.#counts[tier] ?? 0;
    let at = count;
    for (; at > 0 && (ranks[at - 1] ?? 0) > rank; at--) ranks[at] = ranks[at - 1] ?? 0;
    ranks[at] = rank;
    this.#counts[tier] = Math.min(count + 1, MAX_FOODS);
  }

  /** The best ranks of all tiers, best first. */
  toArray(): Uint32Array {
    const total = Math.min(MAX_FOODS, this.#countUpTo(this.#counts.length - 1));
    const best = new Uint32Array(total);
    let filled = 0;
    for (let tier = 0; filled < total; tier++) {
      const count = Math.min(this.#counts[tier] ?? 0, total - filled);
      for (let i = 0; i < count; i++) best[filled++] = this.#tiers[tier]?.[i] ?? 0;
    }
    return best;
  }

  #countUpTo(tier: number): number {
    let count = 0;
    for (let better = 0; better <= tier; better++) count += this.#counts[better] ?? 0;
    return count;
  }
}
