import type { BestRanks } from './best-ranks.ts';
import { isSelective, visitAllTermsHolding } from './gram-index.ts';
import { ANYWHERE } from './pieces.ts';
import type { Query } from './query.ts';
import { endOfWordOrPlural, Tier, tierIn, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { STANDINGS, Standing } from './standing.ts';
import { firstPosting, postingCount, RANK_MASK, type TermIndex } from './term-index.ts';
import { equalsAt } from './utf8.ts';

/**
 * Finds the texts that hold every word, each anywhere, and ranks them by the sum of the words'
 * tiers. The texts of the rarest word are the candidates, from which each further word strikes out
 * those that do not hold it.
 */
export class WordsSearch {
  readonly #index: SearchIndex;
  /** Per rank: how many words it holds so far, and the sum of their tiers. */
  readonly #counts: Uint16Array;
  readonly #sums: Uint16Array;
  /** The ranks of the candidates. */
  readonly #candidates: Uint32Array;
  #candidateCount = 0;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#counts = new Uint16Array(index.rows.length);
    this.#sums = new Uint16Array(index.rows.length);
    this.#candidates = new Uint32Array(index.rows.length);
  }

  search(queries: readonly Query[], best: BestRanks): void {
    const words = queries.map((query) => new Word(this.#index.words, query));
    words.sort((a, b) => a.cost - b.cost);
    words.forEach((word, i) => {
      if (i === 0) this.#take(word);
      else if (word.cost > this.#candidateCount * LOOK_COST) this.#look(word, i);
      else this.#strike(word, i);
    });
    for (let i = 0; i < this.#candidateCount; i++) {
      const rank = this.#candidates[i] ?? 0;
      const sum = this.#sums[rank] ?? 0;
      if (best.admits(rank, sum)) best.insert(rank, sum);
      this.#counts[rank] = 0;
    }
    this.#candidateCount = 0;
  }

  #take(word: Word): void {
    word.visitTexts((rank, tier) => {
      if (this.#counts[rank] !== 0) return;
      this.#counts[rank] = 1;
      this.#sums[rank] = tier;
      this.#candidates[this.#candidateCount++] = rank;
    });
  }

  #strike(word: Word, count: number): void {
    word.visitTexts((rank, tier) => {
      if (this.#counts[rank] === count) this.#count(rank, tier);
    });
    this.#keep(count + 1);
  }

  /** The same by the candidates' texts: where they are few, that costs less. */
  #look({ query }: Word, count: number): void {
    const { texts, textStarts } = this.#index;
    for (let i = 0; i < this.#candidateCount; i++) {
      const rank = this.#candidates[i] ?? 0;
      const tier = tierIn(texts, textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0, query);
      if (tier !== -1) this.#count(rank, tier);
    }
    this.#keep(count + 1);
  }

  #count(rank: number, tier: Tier): void {
    this.#counts[rank] = (this.#counts[rank] ?? 0) + 1;
    this.#sums[rank] = (this.#sums[rank] ?? 0) + tier;
  }

  /** Leaves only those candidates that hold so many words. */
  #keep(count: number): void {
    let kept = 0;
    for (let i = 0; i < this.#candidateCount; i++) {
      const rank = this.#candidates[i] ?? 0;
      if (this.#counts[rank] === count) this.#candidates[kept++] = rank;
      else this.#counts[rank] = 0;
    }
    this.#candidateCount = kept;
  }
}

/** To look at a text costs as much as to pass so many postings. */
const LOOK_COST = 30;

/** A word, and the terms of the dictionary that hold it. */
class Word {
  readonly query: Query;
  /** The number of postings of all terms; of a short word, whose terms are not listed, a guess. */
  readonly cost: number;
  readonly #terms: TermIndex;
  #numbers: readonly number[] | undefined;

  constructor(terms: TermIndex, query: Query) {
    this.query = query;
    this.#terms = terms;
    if (isSelective(query.bytes, ANYWHERE)) {
      this.#numbers = this.#allNumbers();
      this.cost = this.#numbers.reduce((sum, term) => sum + postingCount(terms, term), 0);
    } else {
      // They stand in about as many texts as there are, and each term is looked at to find them.
      this.cost = terms.firstRanks.length + terms.postings.length;
    }
  }

  /** The texts that hold the word, with its tier: the best tier of a text comes first. */
  visitTexts(visit: (rank: number, tier: Tier) => void): void {
    const terms = this.#terms;
    const { bytes } = this.query;
    const [whole, begun, others]: [number[], number[], number[]] = [[], [], []];
    for (const term of this.#numbers ?? this.#allNumbers()) {
      const [start, end] = [terms.starts[term] ?? 0, terms.starts[term + 1] ?? 0];
      if (!equalsAt(terms.bytes, start, bytes)) others.push(term);
      else if (endOfWordOrPlural(terms.bytes, start + bytes.length, end) === end) whole.push(term);
      else begun.push(term);
    }
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

  #allNumbers(): number[] {
    const numbers: number[] = [];
    visitAllTermsHolding(this.#terms, this.query.bytes, ANYWHERE, (term) => numbers.push(term));
    return numbers;
  }
}
