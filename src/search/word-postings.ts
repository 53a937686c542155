import { numberAt } from './flat-arrays.ts';
import {
  ANYWHERE,
  AT_START,
  isSelective,
  visitAllTermsContaining,
  visitTermsContaining,
} from './gram-index.ts';
import { wordWithPlurals } from './pieces.ts';
import type { Query } from './query.ts';
import { Tier } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import {
  countOfShortWord,
  firstPosting,
  POSITION_WORK,
  postingCount,
  type TermIndex,
} from './term-index.ts';
import { equalsAt } from './utf8.ts';
import { endOfWordOrPlural } from './word-characters.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import type { Work } from './work.ts';

// Iterates over the postings of a word tier by tier; defines which positions and terms belong to a
// tier.

/** A word of a search, with its postings from the best tier to the worst. */
export class WordPostings {
  readonly query: Query;
  /** The approximate number of postings at all tiers. */
  readonly total: number;
  readonly #terms: TermIndex;
  readonly #work: Work;
  /** The terms that equal the word or its plural. */
  readonly #whole: () => readonly number[];
  #tier: Tier = Tier.head;
  #cost: number | undefined;

  constructor(index: SearchIndex, query: Query, work: Work) {
    this.query = query;
    this.#work = work;
    this.#terms = index.words;
    let whole: readonly number[] | undefined;
    this.#whole = () => {
      whole ??= wordWithPlurals(index, query.bytes, work)?.numbers.toSorted((a, b) => a - b) ?? [];
      return whole;
    };
    this.total = this.#countAll(index.shortWordCounts);
  }

  /** The current tier. */
  get tier(): Tier {
    return this.#tier;
  }

  /** The approximate number of postings at the current tier. */
  get cost(): number {
    this.#cost ??= this.#costOfTier();
    return this.#cost;
  }

  /** The positions that belong to the current tier. */
  get positions(): readonly WordPosition[] {
    return POSITIONS_OF_TIER[this.#tier];
  }

  /** Moves on to the next tier. Returns false if there is none. */
  advance(): boolean {
    const next = TIERS[this.#tier + 1];
    if (next === undefined) return false;
    this.#tier = next;
    this.#cost = undefined;
    return true;
  }

  /** Calls `visit` with each term of the current tier, ascending, until it returns false. */
  visitTerms(visit: (term: number) => boolean): void {
    const { bytes } = this.query;
    const [terms, work] = [this.#terms, this.#work];
    if (this.#tier <= Tier.word) {
      this.#whole().every(visit);
    } else if (this.#tier < Tier.inside) {
      const visitLonger = (term: number) => this.#isWhole(term) || visit(term);
      visitTermsContaining(terms, bytes, AT_START, work, visitLonger);
    } else {
      const visitInside = (term: number) => this.#beginsWithIt(term) || visit(term);
      visitAllTermsContaining(terms, bytes, ANYWHERE, work, visitInside);
    }
  }

  #countAll(shortWordCounts: Uint32Array): number {
    const { bytes } = this.query;
    if (!isSelective(bytes, ANYWHERE)) return countOfShortWord(shortWordCounts, bytes);
    let count = 0;
    visitTermsContaining(this.#terms, bytes, ANYWHERE, this.#work, (term) => {
      count += postingCount(this.#terms, term);
      return true;
    });
    return count;
  }

  #costOfTier(): number {
    if (this.#tier === Tier.inside) return this.total;
    let cost = 0;
    this.visitTerms((term) => {
      cost += this.#tier <= Tier.word ? this.#countAtTier(term) : postingCount(this.#terms, term);
      return true;
    });
    return cost;
  }

  #countAtTier(term: number): number {
    this.#work.spend(2 * POSITION_WORK);
    const [first = 0] = this.positions;
    const last = this.positions.at(-1) ?? first;
    return firstPosting(this.#terms, term, last + 1) - firstPosting(this.#terms, term, first);
  }

  /** Whether a term that starts with the word is the word or its plural. */
  #isWhole(term: number): boolean {
    const { bytes, starts } = this.#terms;
    const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
    return endOfWordOrPlural(bytes, start + this.query.bytes.length, end) === end;
  }

  #beginsWithIt(term: number): boolean {
    const { bytes, starts } = this.#terms;
    return equalsAt(bytes, numberAt(starts, term), this.query.bytes);
  }
}

const TIERS: readonly Tier[] = Object.values(Tier);

const POSITIONS_OF_TIER: Readonly<Record<Tier, readonly WordPosition[]>> = {
  [Tier.head]: [WordPosition.head],
  [Tier.headWord]: [WordPosition.headStart, WordPosition.headEnd],
  [Tier.segment]: [WordPosition.segment],
  [Tier.word]: [WordPosition.elsewhere],
  [Tier.headWordStart]: [WordPosition.head, WordPosition.headStart],
  [Tier.wordStart]: [WordPosition.headEnd, WordPosition.segment, WordPosition.elsewhere],
  [Tier.inside]: WORD_POSITIONS,
};
