import { BoundedMap } from '../cache/bounded-map.ts';
import type { Query } from './exact-query.ts';
import { byteAt, numberAt } from './flat-arrays.ts';
import { ANYWHERE, type Anchors, visitAllTermsContaining } from './gram-index.ts';
import { jointAround, rarestPiece, wordWithPlurals } from './pieces.ts';
import { NO_TIER, TIERS_BY_POSITION, Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import {
  POSITION_SHIFT,
  postingCount,
  postingsOf,
  TEXT_RANK_MASK,
  type TermIndex,
} from './term-index.ts';
import { equalsAt } from './utf8.ts';
import { endOfWordOrPlural } from './word-characters.ts';
import type { Work } from './work.ts';

// Finds the tier of every text that contains a query. Limits the cache of tiers.

/** Returns the work of reading this many postings in a row; picking out some would cost more. */
export const workOfPostings = (count: number) => count >>> 2;

/** If at least one text in this many matches, the tiers of all texts are cached and scanned. */
export const DENSE = 16;
/** The target size of the cache of tiers, which may use twice as much; more in huge tables. */
const REMEMBERED_BYTES = 2 ** 23;
const [MIN_REMEMBERED, MAX_REMEMBERED] = [4, 32];

/** The texts that contain a query. Valid until the next query is looked up. */
export interface FoundTexts {
  /** The tier of each rank; {@link NO_TIER} if the text does not match. */
  readonly tiers: Uint8Array;
  /**
   * The ranks of the texts that match. Absent if so many texts match that scanning the tiers is
   * faster.
   */
  readonly ranks?: Uint32Array;
}

/** Looks up one query at a time, reusing scratch memory. */
export class TextTiers {
  readonly #index: SearchIndex;
  readonly #work: Work;
  /**
   * For queries with many matches, caches the tiers of all ranks, so that repeated queries are
   * cheap.
   */
  readonly #dense: BoundedMap<string, Uint8Array>;
  /** For queries with few matches, the tier of each text in {@link #ranks}, by rank. */
  readonly #tiers: Uint8Array;
  /** The matching ranks. There is room for all, but memory is only committed when used. */
  readonly #ranks: Uint32Array;
  #rankCount = 0;

  constructor(index: SearchIndex, work: Work) {
    const { length } = index.rows;
    this.#index = index;
    this.#work = work;
    const remembered = Math.floor(REMEMBERED_BYTES / length);
    this.#dense = new BoundedMap(Math.max(MIN_REMEMBERED, Math.min(remembered, MAX_REMEMBERED)));
    this.#tiers = new Uint8Array(length).fill(NO_TIER);
    this.#ranks = new Uint32Array(length);
  }

  /** Whether the result of {@link find} is cached. */
  isKnown(text: string): boolean {
    return this.#dense.get(text) !== undefined;
  }

  /**
   * Finds the texts that contain a query.
   *
   * @param text the query's text
   * @param terms the terms that contain its only word, if they have been looked up
   * @throws WorkLimitError if the work limit is reached before all texts are found
   */
  find(text: string, query: Query, terms?: readonly number[]): FoundTexts {
    const known = this.#dense.get(text);
    if (known !== undefined) return { tiers: known };
    this.#forget();
    const [first] = query.words;
    const isWord = first !== undefined && first.end - first.start === query.bytes.length;
    const anchors = isWord ? undefined : jointAround(this.#index, query);
    if (isWord) this.#addWord(query.bytes, terms);
    else if (anchors === undefined) this.#addPhrase(query);
    else this.#addJoint(query, anchors);
    if (this.#rankCount * DENSE < this.#tiers.length) {
      return { tiers: this.#tiers, ranks: this.#ranks.subarray(0, this.#rankCount) };
    }
    const tiers = this.#tiers.slice();
    this.#dense.set(text, tiers);
    return { tiers };
  }

  /** Returns the tier of one text. */
  tierIn(rank: number, query: Query): number {
    const { texts, textStarts } = this.#index;
    const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
    return tierIn(texts, start, end, query, this.#work);
  }

  /** Discards the texts of the last query, even if it was interrupted. */
  #forget(): void {
    for (let i = 0; i < this.#rankCount; i++) this.#tiers[numberAt(this.#ranks, i)] = NO_TIER;
    this.#rankCount = 0;
  }

  /**
   * Adds the texts with a word or a part of one, whose tier follows from the matching terms.
   *
   * @param known these terms, if they have been looked up
   */
  #addWord(word: Uint8Array, known?: readonly number[]): void {
    const { words } = this.#index;
    const { bytes, starts } = words;
    const add = (term: number) => {
      const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
      const isWhole = () => endOfWordOrPlural(bytes, start + word.length, end) === end;
      const part = !equalsAt(bytes, start, word) ? 'inside' : isWhole() ? 'whole' : 'start';
      this.#add(words, term, TIERS_BY_POSITION[part]);
    };
    if (known !== undefined) known.forEach(add);
    else visitAllTermsContaining(words, word, ANYWHERE, this.#work, add);
  }

  /** Adds the texts of a term. */
  #add(terms: TermIndex, term: number, tierAt: Uint8Array): void {
    const { postings, postingStarts } = terms;
    const [ranks, tiers] = [this.#ranks, this.#tiers];
    this.#work.spend(workOfPostings(postingCount(terms, term)));
    let count = this.#rankCount;
    const end = numberAt(postingStarts, term + 1);
    for (let i = numberAt(postingStarts, term); i < end; i++) {
      const posting = numberAt(postings, i);
      const rank = posting & TEXT_RANK_MASK;
      const tier = byteAt(tierAt, posting >>> POSITION_SHIFT);
      const before = byteAt(tiers, rank);
      if (before === NO_TIER) ranks[count++] = rank;
      if (tier < before) tiers[rank] = tier;
    }
    this.#rankCount = count;
  }

  /** Examines the texts with the rarest piece of a query that is longer than a joint. */
  #addPhrase(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (piece === undefined) return;
    for (const term of piece.numbers) this.#add(piece.terms, term, TIERS_BY_POSITION.inside);
    for (const rank of this.#ranks.subarray(0, this.#rankCount))
      this.#tiers[rank] = this.tierIn(rank, query);
  }

  /** Adds the texts of the joints. Only texts with a whole word of the query are examined. */
  #addJoint(query: Query, anchors: Anchors): void {
    const { joints, words } = this.#index;
    const { bytes, startsWithWord } = query;
    const word = startsWithWord ? query.words[0] : query.words.at(-1);
    // A query that starts with a separator matches at the start of a word.
    const part = startsWithWord || word === undefined ? 'inside' : 'elsewhere';
    visitAllTermsContaining(joints, bytes, anchors, this.#work, (term) => {
      this.#add(joints, term, TIERS_BY_POSITION[part]);
    });
    if (word === undefined) return;
    const typed = bytes.subarray(word.start, word.end);
    for (const term of wordWithPlurals(this.#index, typed, this.#work)?.numbers ?? []) {
      this.#work.spend(workOfPostings(postingCount(words, term)));
      for (const posting of postingsOf(words, term)) {
        const rank = posting & TEXT_RANK_MASK;
        if (this.#tiers[rank] !== NO_TIER) this.#tiers[rank] = this.tierIn(rank, query);
      }
    }
  }
}
