import { isSelective, visitAllTermsContaining, visitTermsContaining } from './gram-index.ts';
import { ANYWHERE, AT_START, wordWithPlurals } from './pieces.ts';
import type { Query } from './query.ts';
import { endOfWordOrPlural, Tier } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import type { ShortWordCosts } from './short-word-costs.ts';
import { firstPosting, postingCount, type TermIndex } from './term-index.ts';
import { equalsAt } from './utf8.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';

/** A word of a search and its postings, tier by tier from the best. */
export class WordPostings {
  readonly query: Query;
  /** About the number of postings at all tiers. */
  readonly total: number;
  readonly #terms: TermIndex;
  /** The terms that are the word or its plural. */
  readonly #whole: () => readonly number[];
  #tier: Tier = Tier.head;
  #cost: number | undefined;

  constructor(index: SearchIndex, shortCosts: ShortWordCosts, query: Query) {
    this.query = query;
    this.#terms = index.words;
    let whole: readonly number[] | undefined;
    this.#whole = () => {
      whole ??= wordWithPlurals(index, query.bytes)?.numbers.toSorted((a, b) => a - b) ?? [];
      return whole;
    };
    this.total = this.#countAll(shortCosts);
  }

  /** The tier it is at. */
  get tier(): Tier {
    return this.#tier;
  }

  /** About the number of postings at the tier. */
  get cost(): number {
    this.#cost ??= this.#costOfTier();
    return this.#cost;
  }

  /** Where the terms of the tier stand in a text, to be of the tier. */
  get positions(): readonly WordPosition[] {
    return POSITIONS_OF_TIER[this.#tier];
  }

  /** On to the next tier; whether there is one. */
  advance(): boolean {
    const next = TIERS[this.#tier + 1];
    if (next === undefined) return false;
    this.#tier = next;
    this.#cost = undefined;
    return true;
  }

  /** Calls `visit` with each term of the tier, ascending, until it returns false. */
  visitTerms(visit: (term: number) => boolean): void {
    const { bytes } = this.query;
    if (this.#tier <= Tier.word) {
      this.#whole().every(visit);
    } else if (this.#tier < Tier.inside) {
      visitTermsContaining(
        this.#terms,
        bytes,
        AT_START,
        (term) => this.#isWhole(term) || visit(term),
      );
    } else {
      visitAllTermsContaining(
        this.#terms,
        bytes,
        ANYWHERE,
        (term) => this.#begins(term) || visit(term),
      );
    }
  }

  #countAll(shortCosts: ShortWordCosts): number {
    const { bytes } = this.query;
    if (!isSelective(bytes, ANYWHERE)) return shortCosts.costOf(bytes);
    let count = 0;
    visitTermsContaining(this.#terms, bytes, ANYWHERE, (term) => {
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
    const [first = 0] = this.positions;
    const last = this.positions.at(-1) ?? first;
    return firstPosting(this.#terms, term, last + 1) - firstPosting(this.#terms, term, first);
  }

  /** Whether a term that begins with the word is the word or its plural. */
  #isWhole(term: number): boolean {
    const { bytes, starts } = this.#terms;
    const end = starts[term + 1] ?? 0;
    return endOfWordOrPlural(bytes, (starts[term] ?? 0) + this.query.bytes.length, end) === end;
  }

  #begins(term: number): boolean {
    return equalsAt(this.#terms.bytes, this.#terms.starts[term] ?? 0, this.query.bytes);
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
