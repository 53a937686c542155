import type { BestRanks } from './best-ranks.ts';
import { visitTermsHolding } from './gram-index.ts';
import { ANYWHERE, rarestAnywhere } from './pieces.ts';
import type { Query } from './query.ts';
import { tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { ShortWordCosts } from './short-word-costs.ts';
import { Sieve } from './sieve.ts';
import { firstPosting, RANK_BITS, RANK_MASK } from './term-index.ts';
import { WordPostings } from './word-postings.ts';

/**
 * Finds the texts that hold every word, each anywhere, and ranks them by the sum of the words'
 * tiers, after the threshold algorithm (Fagin, Lotem, Naor: "Optimal aggregation algorithms for
 * middleware", 2003). Step by step the texts of one tier of one word are looked at. A text not met
 * by then has each word in none of the tiers done for it, so a bound of its sum is known: once the
 * answer is full up to the bound, or all tiers of one word are done, the search ends.
 */
export class WordsSearch {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #sieve: Sieve;
  readonly #shortCosts: ShortWordCosts;

  constructor(index: SearchIndex, best: BestRanks) {
    this.#index = index;
    this.#best = best;
    this.#sieve = new Sieve(index.rows.length);
    this.#shortCosts = new ShortWordCosts(index.words);
  }

  search(queries: readonly Query[]): void {
    if (!queries.every((query) => this.#isHeld(query))) return;
    // Long words are the rare ones, most often: a text that lacks one need not be asked for more.
    const words = queries
      .toSorted((a, b) => b.bytes.length - a.bytes.length)
      .map((query) => new WordPostings(this.#index, this.#shortCosts, query));
    for (let bound = 0; this.#best.limit(bound) > 0; bound++) {
      const pivot = words.reduce((least, word) => (word.cost < least.cost ? word : least));
      this.#step(pivot, words, bound);
      if (!pivot.advance()) return;
    }
  }

  /** Whether any term holds the word. Of a pasted page of words, one is missing soon. */
  #isHeld({ bytes }: Query): boolean {
    let isHeld = false;
    visitTermsHolding(this.#index.words, bytes, ANYWHERE, () => {
      isHeld = true;
      return false;
    });
    return isHeld;
  }

  /** Looks at the texts that have the pivot at its tier; all not met yet have at least this sum. */
  #step(pivot: WordPostings, words: readonly WordPostings[], bound: number): void {
    const { postings, postingStarts, firstRanks } = this.#index.words;
    if (pivot.cost > MUCH) this.#sieveFor(pivot, words);
    else this.#sieve.use(undefined);
    let limit = this.#best.limit(bound);
    pivot.visitTerms((term) => {
      if ((firstRanks[term] ?? 0) >= limit) return false;
      const end = postingStarts[term + 1] ?? 0;
      for (const standing of pivot.standings) {
        for (let i = firstPosting(this.#index.words, term, standing); i < end; i++) {
          const posting = postings[i] ?? 0;
          const rank = posting & RANK_MASK;
          if (posting >>> RANK_BITS !== standing || rank >= limit) break;
          if (!this.#sieve.passes(rank) || !this.#best.meet(rank)) continue;
          const sum = this.#sumOf(rank, pivot, words);
          if (sum === -1 || rank >= this.#best.limit(sum)) continue;
          this.#best.insert(rank, sum);
          limit = this.#best.limit(bound);
        }
      }
      return true;
    });
  }

  /** The sum of the words' tiers in a text; -1 where it lacks one. */
  #sumOf(rank: number, pivot: WordPostings, words: readonly WordPostings[]): number {
    const { texts, textStarts } = this.#index;
    const [start, end] = [textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0];
    let sum: number = pivot.tier;
    for (const word of words) {
      if (word === pivot) continue;
      const tier = tierIn(texts, start, end, word.query);
      if (tier === -1) return -1;
      sum += tier;
    }
    return sum;
  }

  /** Lets only texts pass that hold the rarest of the other words, where that costs little. */
  #sieveFor(pivot: WordPostings, words: readonly WordPostings[]): void {
    const others = words.flatMap((word) => (word === pivot ? [] : [word.query]));
    this.#sieve.use(rarestAnywhere(this.#index, others, pivot.cost * NOT_MUCH_MORE));
  }
}

/** To pass so many postings is worth a sieve, of so many times their number. */
const MUCH = 1_000;
const NOT_MUCH_MORE = 2;
