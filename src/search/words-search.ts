import type { BestRanks } from './best-ranks.ts';
import { rarestAnywhere } from './pieces.ts';
import { parseQuery } from './query.ts';
import { RankFilter } from './rank-filter.ts';
import { tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { ShortWordCosts } from './short-word-costs.ts';
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
  readonly #filter: RankFilter;
  readonly #shortCosts: ShortWordCosts;
  /** The texts looked at in this search. */
  #lookCount = 0;

  constructor(index: SearchIndex, best: BestRanks) {
    this.#index = index;
    this.#best = best;
    this.#filter = new RankFilter(index.rows.length);
    this.#shortCosts = new ShortWordCosts(index.words);
  }

  search(texts: readonly string[]): void {
    const words: WordPostings[] = [];
    for (const text of texts) {
      const word = new WordPostings(this.#index, this.#shortCosts, parseQuery(text));
      // Of a pasted page of words, one is in no text soon.
      if (word.total === 0) return;
      words.push(word);
    }
    // Rarest first: a text that lacks one need not be asked for more.
    words.sort((a, b) => a.total - b.total);
    const [rarest] = words;
    if (rarest === undefined) return;
    this.#lookCount = 0;
    for (let bound = 0; this.#best.limit(bound) > 0; bound++) {
      // Where the bound rises too slowly, all texts of the rarest word are looked at, and no more.
      const isSlow = (this.#lookCount + FEW) * PATIENCE > rarest.total;
      const pivot = isSlow ? rarest : cheapestStep(words);
      this.#step(pivot, words, bound);
      if (!pivot.advance()) return;
    }
  }

  /** Looks at the texts that have the pivot at its tier; all not met yet have at least this sum. */
  #step(pivot: WordPostings, words: readonly WordPostings[], bound: number): void {
    const { postings, postingStarts, firstRanks } = this.#index.words;
    if (pivot.cost > MUCH) this.#filterFor(pivot, words);
    else this.#filter.use(undefined);
    let limit = this.#best.limit(bound);
    pivot.visitTerms((term) => {
      if ((firstRanks[term] ?? 0) >= limit) return false;
      const end = postingStarts[term + 1] ?? 0;
      for (const position of pivot.positions) {
        for (let i = firstPosting(this.#index.words, term, position); i < end; i++) {
          const posting = postings[i] ?? 0;
          const rank = posting & RANK_MASK;
          if (posting >>> RANK_BITS !== position || rank >= limit) break;
          if (!this.#filter.passes(rank) || !this.#best.markSeen(rank)) continue;
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
    this.#lookCount++;
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
  #filterFor(pivot: WordPostings, words: readonly WordPostings[]): void {
    const others = words.flatMap((word) => (word === pivot ? [] : [word.query]));
    this.#filter.use(rarestAnywhere(this.#index, others, pivot.cost * NOT_MUCH_MORE));
  }
}

function cheapestStep(words: readonly WordPostings[]): WordPostings {
  return words.reduce((least, word) => (word.cost < least.cost ? word : least));
}

/** So few texts that looking at all of them costs less than choosing steps. */
const FEW = 100;

/** Looks at so small a part of the rarest word's texts, beside them, cost little. */
const PATIENCE = 4;

/** To pass so many postings is worth a sieve, of so many times their number. */
const MUCH = 1_000;
const NOT_MUCH_MORE = 2;
