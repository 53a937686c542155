import type { BestRanks } from './best-ranks.ts';
import { visitAllTermsHolding } from './gram-index.ts';
import { ANYWHERE } from './pieces.ts';
import type { Query } from './query.ts';
import { endOfWordOrPlural, Tier, tierIn, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { STANDINGS, Standing } from './standing.ts';
import { firstPosting, RANK_MASK, type TermIndex } from './term-index.ts';
import { equalsAt } from './utf8.ts';

/**
 * Finds the texts that hold every word, each anywhere, and ranks them by the sum of the words'
 * tiers. Beginning with the rarest word, each word takes its texts and strikes out the others.
 */
export class WordsSearch {
  readonly #index: SearchIndex;
  /** Per rank, the place of its candidate plus one, or zero between searches. */
  readonly #places: Uint32Array;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#places = new Uint32Array(index.rows.length);
  }

  search(queries: readonly Query[], best: BestRanks): void {
    const words = queries.map((query) => termsOf(this.#index.words, query));
    words.sort((a, b) => a.cost - b.cost);
    const candidates: Candidate[] = [];
    words.forEach((word, i) => {
      if (i === 0) this.#takeAll(word, candidates);
      else if (word.cost > candidates.length * LOOK_COST) this.#look(word, i, candidates);
      else this.#strike(word, i, candidates);
    });
    for (const { rank, words: count, sum } of candidates) {
      if (count === words.length && best.admits(rank, sum)) best.insert(rank, sum);
      this.#places[rank] = 0;
    }
  }

  #takeAll(word: WordTerms, candidates: Candidate[]): void {
    visitPostings(this.#index.words, word, (rank, tier) => {
      if (this.#places[rank] !== 0) return;
      candidates.push({ rank, words: 1, sum: tier });
      this.#places[rank] = candidates.length;
    });
  }

  #strike(word: WordTerms, count: number, candidates: Candidate[]): void {
    visitPostings(this.#index.words, word, (rank, tier) => {
      const candidate = candidates[(this.#places[rank] ?? 0) - 1];
      if (candidate?.words !== count) return;
      candidate.words++;
      candidate.sum += tier;
    });
  }

  /** Where the candidates are few, their texts are looked at instead. */
  #look({ query }: WordTerms, count: number, candidates: Candidate[]): void {
    const { texts, textStarts } = this.#index;
    for (const candidate of candidates) {
      if (candidate.words !== count) continue;
      const { rank } = candidate;
      const tier = tierIn(texts, textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0, query);
      if (tier === -1) continue;
      candidate.words++;
      candidate.sum += tier;
    }
  }
}

/** To look at a text costs as much as to pass so many postings. */
const LOOK_COST = 30;

interface Candidate {
  readonly rank: number;
  /** How many words it holds; the last ones are not counted where one was missing. */
  words: number;
  sum: number;
}

/** The terms that hold a word: those it is, with or without a plural ending, and the others. */
interface WordTerms {
  readonly query: Query;
  readonly whole: readonly number[];
  readonly begun: readonly number[];
  readonly others: readonly number[];
  /** The number of all their postings. */
  readonly cost: number;
}

function termsOf(terms: TermIndex, query: Query): WordTerms {
  const { bytes: word } = query;
  const whole: number[] = [];
  const begun: number[] = [];
  const others: number[] = [];
  let cost = 0;
  visitAllTermsHolding(terms, word, ANYWHERE, (term) => {
    const start = terms.starts[term] ?? 0;
    const end = terms.starts[term + 1] ?? 0;
    cost += (terms.postingStarts[term + 1] ?? 0) - (terms.postingStarts[term] ?? 0);
    if (!equalsAt(terms.bytes, start, word)) others.push(term);
    else if (endOfWordOrPlural(terms.bytes, start + word.length, end) === end) whole.push(term);
    else begun.push(term);
  });
  return { query, whole, begun, others, cost };
}

/** The texts of the terms with the tier of the word in them: the best tier of a text comes first. */
function visitPostings(
  terms: TermIndex,
  { whole, begun, others }: WordTerms,
  visit: (rank: number, tier: Tier) => void,
): void {
  const visitRun = (term: number, from: Standing, to: Standing, tier: Tier): void => {
    const end = firstPosting(terms, term, to + 1);
    for (let i = firstPosting(terms, term, from); i < end; i++) {
      visit((terms.postings[i] ?? 0) & RANK_MASK, tier);
    }
  };
  for (const standing of STANDINGS) {
    for (const term of whole) visitRun(term, standing, standing, tierOf(standing));
  }
  for (const term of begun) {
    visitRun(term, Standing.head, Standing.headStart, Tier.headWordStart);
  }
  for (const term of begun) visitRun(term, Standing.headEnd, Standing.elsewhere, Tier.wordStart);
  for (const term of others) visitRun(term, Standing.head, Standing.elsewhere, Tier.inside);
}
