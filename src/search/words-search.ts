import { type BestRanks, RankFilter } from './best-ranks.ts';
import { numberAt } from './flat-arrays.ts';
import { type Piece, rarestAnywhere } from './pieces.ts';
import type { Query } from './query.ts';
import { tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { RankWalk } from './term-index.ts';
import { WordPostings } from './word-postings.ts';
import type { Work } from './work.ts';

// Finds the texts that contain every word (`match=words`), ranked by the sum of their tiers.

/**
 * Finds the texts that contain every word anywhere, ranked by the sum of the words' tiers, with the
 * threshold algorithm (Fagin, Lotem, Naor: "Optimal aggregation algorithms for middleware", 2003).
 * Each step examines the texts of one tier of one word. A text not seen by then is in none of the
 * finished tiers, which gives a lower bound for its sum: the search ends when the answer is full up
 * to that bound, or when one word has no tier left.
 */
export class WordsSearch {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #work: Work;
  readonly #filter: RankFilter;
  readonly #walk: RankWalk;
  /** The number of texts examined in this search. */
  #lookCount = 0;

  constructor(index: SearchIndex, best: BestRanks, work: Work) {
    this.#index = index;
    this.#best = best;
    this.#work = work;
    this.#filter = new RankFilter(index.rows.length, work);
    this.#walk = new RankWalk(work);
  }

  search(queries: readonly Query[]): void {
    const words: WordPostings[] = [];
    for (const query of queries) {
      const word = new WordPostings(this.#index, query, this.#work);
      if (word.total === 0) return;
      words.push(word);
    }
    // Rarest first: most texts that lack a word lack the rarest one.
    words.sort((a, b) => a.total - b.total);
    const [rarest] = words;
    if (rarest === undefined) return;
    this.#lookCount = 0;
    for (let bound = 0; this.#best.limit(bound) > 0; bound++) {
      // If the bound rises too slowly, only the texts of the rarest word are examined.
      const looks = this.#lookCount + MIN_LOOKS;
      const isSlow = looks > rarest.total * MAX_SHARE_OF_RAREST;
      const pivot = isSlow ? rarest : cheapestStep(words);
      this.#step(pivot, words, bound);
      if (!pivot.advance()) return;
    }
  }

  /**
   * Examines the texts in which the pivot has its current tier. Unseen ones have at least this sum.
   */
  #step(pivot: WordPostings, words: readonly WordPostings[], bound: number): void {
    const terms = this.#index.words;
    const [best, walk] = [this.#best, this.#walk];
    this.#filter.use(this.#filterFor(pivot, words));
    let limit = best.limit(bound);
    pivot.visitTerms((term) => {
      if (numberAt(terms.firstRanks, term) >= limit) return false;
      for (const position of pivot.positions) {
        for (let rank = walk.start(terms, term, position); rank < limit; rank = walk.next()) {
          if (!this.#isNew(rank)) continue;
          const sum = this.#sumOf(rank, pivot, words);
          if (sum === -1) continue;
          best.insert(rank, sum);
          limit = best.limit(bound);
        }
      }
      return true;
    });
  }

  /** Whether a text may have all words and was not examined yet. */
  #isNew(rank: number): boolean {
    return this.#filter.passes(rank) && this.#best.seen.add(rank);
  }

  /**
   * Returns the sum of the words' tiers in a text, or -1 if it lacks a word or cannot be among the
   * best.
   */
  #sumOf(rank: number, pivot: WordPostings, words: readonly WordPostings[]): number {
    this.#lookCount++;
    const { texts, textStarts } = this.#index;
    const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
    let sum: number = pivot.tier;
    for (const word of words) {
      if (word === pivot) continue;
      const tier = tierIn(texts, start, end, word.query, this.#work);
      if (tier === -1) return -1;
      sum += tier;
    }
    return this.#best.admits(rank, sum) ? sum : -1;
  }

  /** Returns the rarest of the other words, if marking all its texts pays off. */
  #filterFor(pivot: WordPostings, words: readonly WordPostings[]): Piece | undefined {
    if (pivot.cost <= MIN_STEP_TO_FILTER) return undefined;
    const others = words.flatMap((word) => (word === pivot ? [] : [word.query]));
    return rarestAnywhere(this.#index, others, pivot.cost * MAX_FILTER_RATIO, this.#work);
  }
}

function cheapestStep(words: readonly WordPostings[]): WordPostings {
  return words.reduce((least, word) => (word.cost < least.cost ? word : least));
}

/** Examining this few texts costs less than choosing steps. */
const MIN_LOOKS = 100;

/** Examining this share of the rarest word's texts in vain is cheap compared with examining all. */
const MAX_SHARE_OF_RAREST = 1 / 4;

/**
 * Steps with more postings than this are filtered, by a word with at most this many times as many.
 */
const MIN_STEP_TO_FILTER = 1_000;
const MAX_FILTER_RATIO = 2;
