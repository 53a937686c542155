import { byteAt, elementAt, numberAt } from './flat-arrays.ts';
import { ANYWHERE, visitAllTermsContaining } from './gram-index.ts';
import { RANKS } from './limits.ts';
import type { ExactMatch } from './match.ts';
import { rarestPiece } from './pieces.ts';
import { endOfWordOrPlural } from './plurals.ts';
import { parseQuery, type Query } from './query.ts';
import { Tier, tierIn, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { POSITION_SHIFT, postingCount, TEXT_RANK_MASK, type TermIndex } from './term-index.ts';
import { DECODER, equalsAt } from './utf8.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';
import { WordPostings } from './word-postings.ts';
import type { Work } from './work.ts';

// Finds all texts that match, for conditions, orders and counts; searcher.ts ends at the best.

/** All foods that match, in no order. */
export interface AllMatches {
  readonly count: number;
  /** The place of a match in the order: the better, the lower. No two have the same. */
  placeAt(i: number): number;
  rowAt(i: number): number;
  /** Matches from this place on follow the others without being counted. */
  readonly uncountedFrom: number;
}

/** Follows all tiers, and all sums of them. */
const NO_TIER = 0xff;

/** Where one text in so many matches, reading all tiers takes less time than jumping among them. */
const DENSE = 16;

/**
 * Finds all texts that match, where a {@link Searcher} finds the best and ends. It keeps scratch memory,
 * so it answers one query at a time, and what it gives is good until the next.
 */
export class AllTexts {
  readonly #index: SearchIndex;
  readonly #work: Work;
  /** Per rank, the tier of the text, or the sum of its tiers. */
  readonly #tiers: Uint8Array;
  /** The ranks that have one, so many of them: room for all, which takes memory as it is used. */
  readonly #found: Uint32Array;
  #count = 0;

  constructor(index: SearchIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#tiers = new Uint8Array(index.rows.length).fill(NO_TIER);
    this.#found = new Uint32Array(index.rows.length);
  }

  /**
   * @param text As `canonicalText` gives it.
   * @throws WorkLimitError when the work allowed is done before the answer is known.
   */
  search(text: string, match: ExactMatch): AllMatches {
    this.#clear();
    if (text !== '') {
      const query = parseQuery(text);
      if (match === 'words' && query.words.length > 1) this.#findWords(query);
      else if (query.bytes.length <= this.#index.longestText) this.#findText(query);
    }
    if (this.#count * DENSE > this.#tiers.length) this.#sortFound();
    const [found, tiers] = [this.#found, this.#tiers];
    const { rows } = this.#index;
    return {
      count: this.#count,
      placeAt: (i) => {
        const rank = numberAt(found, i);
        return byteAt(tiers, rank) * RANKS + rank;
      },
      rowAt: (i) => numberAt(rows, numberAt(found, i)),
      uncountedFrom: Number.POSITIVE_INFINITY,
    };
  }

  /** Forgets the search before, which may have been ended at any time. */
  #clear(): void {
    for (let i = 0; i < this.#count; i++) this.#tiers[numberAt(this.#found, i)] = NO_TIER;
    this.#count = 0;
  }

  /** What is found by terms is in no order, and what visits it would jump through the whole table. */
  #sortFound(): void {
    const [found, tiers] = [this.#found, this.#tiers];
    this.#work.spend(tiers.length / DENSE);
    let count = 0;
    for (let rank = 0; rank < tiers.length; rank++) {
      if (tiers[rank] !== NO_TIER) found[count++] = rank;
    }
  }

  #findText(query: Query): void {
    const [first] = query.words;
    if (first === undefined) this.#findInside(this.#index.joints, query.bytes, () => Tier.inside);
    else if (first.end - first.start === query.bytes.length) this.#findWord(query.bytes);
    else this.#findPhrase(query);
  }

  /** A word or a piece of one: its tier follows from the terms that contain it. */
  #findWord(word: Uint8Array): void {
    const { words } = this.#index;
    const { bytes, starts } = words;
    this.#findInside(words, word, (term) => {
      const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
      if (!equalsAt(bytes, start, word)) return Tier.inside;
      return endOfWordOrPlural(bytes, start + word.length, end) === end ? 'whole' : 'begins';
    });
  }

  /** The texts of all terms that contain the bytes. */
  #findInside(
    terms: TermIndex,
    bytes: Uint8Array,
    classOf: (term: number) => Tier | 'whole' | 'begins',
  ): void {
    const { postings, postingStarts } = terms;
    visitAllTermsContaining(terms, bytes, ANYWHERE, this.#work, (term) => {
      const termClass = classOf(term);
      this.#work.spend(postingCount(terms, term));
      const end = numberAt(postingStarts, term + 1);
      for (let i = numberAt(postingStarts, term); i < end; i++) {
        const posting = numberAt(postings, i);
        const position = elementAt(WORD_POSITIONS, posting >>> POSITION_SHIFT);
        this.#note(posting & TEXT_RANK_MASK, tierAt(termClass, position));
      }
      return true;
    });
  }

  /** Each text of the rarest piece is looked at; of a query too short for one, those of its joints. */
  #findPhrase(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (piece === undefined) this.#findInside(this.#index.joints, query.bytes, () => Tier.inside);
    else this.#collect(piece.terms, piece.numbers);
    this.#keep((start, end) => tierIn(this.#index.texts, start, end, query, this.#work));
  }

  #findWords({ bytes, words }: Query): void {
    const queries = words.map(({ start, end }) =>
      parseQuery(DECODER.decode(bytes.subarray(start, end))),
    );
    const totals = queries.map((query) => new WordPostings(this.#index, query, this.#work).total);
    const rarest = elementAt(queries, totals.indexOf(Math.min(...totals)));
    this.#findWord(rarest.bytes);
    this.#keep((start, end) => {
      let sum = 0;
      for (const query of queries) {
        const tier = tierIn(this.#index.texts, start, end, query, this.#work);
        if (tier === -1) return -1;
        sum += tier;
      }
      return sum;
    });
  }

  /** Takes the texts of terms, whatever their tiers. */
  #collect(terms: TermIndex, numbers: readonly number[]): void {
    for (const term of numbers) {
      const end = numberAt(terms.postingStarts, term + 1);
      this.#work.spend(postingCount(terms, term));
      for (let i = numberAt(terms.postingStarts, term); i < end; i++) {
        this.#note(numberAt(terms.postings, i) & TEXT_RANK_MASK, Tier.inside);
      }
    }
  }

  #note(rank: number, tier: number): void {
    const before = this.#tiers[rank];
    if (before === NO_TIER) this.#found[this.#count++] = rank;
    if (before === undefined || tier < before) this.#tiers[rank] = tier;
  }

  /** Keeps the texts that have a tier, or a sum of tiers; the others have -1. */
  #keep(tierOfText: (start: number, end: number) => number): void {
    const { textStarts } = this.#index;
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(this.#found, i);
      const tier = tierOfText(numberAt(textStarts, rank), numberAt(textStarts, rank + 1));
      this.#tiers[rank] = tier === -1 ? NO_TIER : tier;
      if (tier !== -1) this.#found[kept++] = rank;
    }
    this.#count = kept;
  }
}

/** The tier of a word in texts where a term has this position. */
function tierAt(termClass: Tier | 'whole' | 'begins', position: WordPosition): Tier {
  if (termClass === 'whole') return tierOf(position);
  if (termClass !== 'begins') return termClass;
  return position <= WordPosition.headStart ? Tier.headWordStart : Tier.wordStart;
}
