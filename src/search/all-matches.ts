import { byteAt, numberAt } from './flat-arrays.ts';
import { ANYWHERE, visitAllTermsContaining } from './gram-index.ts';
import { RANKS } from './limits.ts';
import type { ExactMatch } from './match.ts';
import { rarestPiece } from './pieces.ts';
import { endOfWordOrPlural } from './plurals.ts';
import { parseQuery, type Query } from './query.ts';
import { TIERS_BY_POSITION, Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { POSITION_SHIFT, postingCount, TEXT_RANK_MASK, type TermIndex } from './term-index.ts';
import { DECODER, equalsAt, indexOfBytes } from './utf8.ts';
import { WORD_POSITIONS } from './word-position.ts';
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

/** Not a tier: of several words, texts are marked that have the first so many of them beside the rarest. */
const FIRST_MARK = new Uint8Array(WORD_POSITIONS.length);

/** Units for postings: a search that takes all reads them faster than one that chooses. */
const workOfPostings = (count: number) => count >>> 2;
/** To look whether a text has a word, and at which tier, takes as long as reading so many postings. */
const [TEXT_POSTINGS, TIER_POSTINGS] = [8, 256];

/** Where one text in so many matches, it takes less time to read all tiers than to jump. */
const DENSE = 16;

/**
 * Finds all texts that match, where a {@link Searcher} finds the best and ends. It keeps scratch memory,
 * so it answers one query at a time, and what it gives is good until the next.
 */
export class AllTexts {
  readonly #index: SearchIndex;
  readonly #work: Work;
  /** Per rank, the tier of the text, or a mark: see {@link FIRST_MARK}. */
  readonly #tiers: Uint8Array;
  /** The ranks that have one, so many of them: room for all, which takes memory as it is used. */
  readonly #found: Uint32Array;
  #count = 0;
  /** What the tiers of the texts found are those of, added up; none where they are known already. */
  #queries: readonly Query[] = [];
  /** So many tiers are looked up, before those of all texts are. */
  #lookUps = 0;

  constructor(index: SearchIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#tiers = new Uint8Array(index.rows.length).fill(NO_TIER);
    this.#found = new Uint32Array(index.rows.length);
  }

  /** @throws WorkLimitError when the work allowed is done before all texts are known. */
  search(text: string, match: ExactMatch): AllMatches {
    this.#forget();
    this.#queries = [];
    if (text !== '') {
      const query = parseQuery(text);
      if (match === 'words' && query.words.length > 1) this.#findWords(query);
      else if (query.bytes.length <= this.#index.longestText) this.#findText(query);
    }
    if (this.#count * DENSE > this.#tiers.length) this.#sortFound();
    const [found, { rows }] = [this.#found, this.#index];
    return {
      count: this.#count,
      placeAt: (i) => this.#placeOf(numberAt(found, i)),
      rowAt: (i) => numberAt(rows, numberAt(found, i)),
      uncountedFrom: Number.POSITIVE_INFINITY,
    };
  }

  /** Forgets the texts found so far, by a search that may have been ended at any time. */
  #forget(): void {
    for (let i = 0; i < this.#count; i++) this.#tiers[numberAt(this.#found, i)] = NO_TIER;
    this.#count = 0;
  }

  /** Of several words, and of a phrase, it takes long to tell the tier of a text that was found. */
  #placeOf(rank: number): number {
    if (this.#queries.length > 0 && this.#lookUps-- <= 0) this.#addUpTiers();
    let tier = this.#queries.length === 0 ? byteAt(this.#tiers, rank) : 0;
    const [start, end] = this.#textAt(rank);
    for (const query of this.#queries) {
      tier += tierIn(this.#index.texts, start, end, query, this.#work);
    }
    return tier * RANKS + rank;
  }

  #textAt(rank: number): readonly [start: number, end: number] {
    const { textStarts } = this.#index;
    return [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
  }

  /** Replaces the marks of texts by the sums of the tiers that the words have there. */
  #addUpTiers(): void {
    const found = this.#found.slice(0, this.#count);
    const sums = new Uint8Array(found.length);
    for (const { bytes } of this.#queries) {
      this.#forget();
      this.#findWord(bytes);
      for (let i = 0; i < found.length; i++) {
        sums[i] = byteAt(sums, i) + byteAt(this.#tiers, numberAt(found, i));
      }
    }
    this.#forget();
    this.#queries = [];
    this.#found.set(found);
    this.#count = found.length;
    found.forEach((rank, i) => {
      this.#tiers[rank] = byteAt(sums, i);
    });
  }

  /** What is found by terms is in no order, and what visits it would jump through the whole table. */
  #sortFound(): void {
    const [found, tiers] = [this.#found, this.#tiers];
    this.#work.spend(Math.ceil(tiers.length / DENSE));
    let count = 0;
    for (let rank = 0; rank < tiers.length; rank++) {
      if (tiers[rank] !== NO_TIER) found[count++] = rank;
    }
  }

  #findText(query: Query): void {
    const [first] = query.words;
    if (first === undefined) this.#findInside(this.#index.joints, query.bytes);
    else if (first.end - first.start === query.bytes.length) this.#findWord(query.bytes);
    else this.#findPhrase(query);
  }

  /** A word or a piece of one: its tier follows from the terms that contain it. */
  #findWord(word: Uint8Array): void {
    const { words } = this.#index;
    const { bytes, starts } = words;
    this.#findInside(words, word, (term) => {
      const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
      if (!equalsAt(bytes, start, word)) return TIERS_BY_POSITION.inside;
      const isWhole = endOfWordOrPlural(bytes, start + word.length, end) === end;
      return isWhole ? TIERS_BY_POSITION.whole : TIERS_BY_POSITION.start;
    });
  }

  /** The texts of all terms that contain the bytes; their tiers by the position of a term. */
  #findInside(
    terms: TermIndex,
    bytes: Uint8Array,
    tiersOf: (term: number) => Uint8Array = () => TIERS_BY_POSITION.inside,
  ): void {
    visitAllTermsContaining(terms, bytes, ANYWHERE, this.#work, (term) => {
      this.#take(terms, term, tiersOf(term));
      return true;
    });
  }

  /** Takes the texts of a term. */
  #take(terms: TermIndex, term: number, tierAt: Uint8Array): void {
    const { postings, postingStarts } = terms;
    const [found, tiers] = [this.#found, this.#tiers];
    this.#work.spend(workOfPostings(postingCount(terms, term)));
    let count = this.#count;
    const end = numberAt(postingStarts, term + 1);
    for (let i = numberAt(postingStarts, term); i < end; i++) {
      const posting = numberAt(postings, i);
      const rank = posting & TEXT_RANK_MASK;
      const tier = byteAt(tierAt, posting >>> POSITION_SHIFT);
      const before = byteAt(tiers, rank);
      if (before === NO_TIER) found[count++] = rank;
      if (tier < before) tiers[rank] = tier;
    }
    this.#count = count;
  }

  /** Each text of the rarest piece is looked at; of a query too short for one, those of its joints. */
  #findPhrase(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (piece === undefined) this.#findInside(this.#index.joints, query.bytes);
    else for (const term of piece.numbers) this.#take(piece.terms, term, TIERS_BY_POSITION.inside);
    this.#keepContaining(query, Tier.inside);
    // Punctuation alone has no other tier.
    if (query.words.length > 0) this.#queries = [query];
    this.#lookUps = Number.POSITIVE_INFINITY;
  }

  /** The texts of the rarest word, and of these those that have the others. */
  #findWords({ bytes, words }: Query): void {
    const queries = words.map(({ start, end }) =>
      parseQuery(DECODER.decode(bytes.subarray(start, end))),
    );
    const postings = queries.map((query) => new WordPostings(this.#index, query, this.#work));
    const [rarest, ...others] = postings.toSorted((a, b) => a.total - b.total);
    if (rarest === undefined) return;
    this.#findInside(this.#index.words, rarest.query.bytes, () => FIRST_MARK);
    others.forEach(({ query, total }, i) => {
      if (total < this.#count * TEXT_POSTINGS) this.#keepOfTerms(query, i + 1);
      else this.#keepContaining(query, i + 1);
    });
    this.#queries = queries;
    this.#lookUps = postings.reduce((sum, { total }) => sum + total, 0) / TIER_POSTINGS;
  }

  /** Keeps the texts that contain a query. */
  #keepContaining({ bytes }: Query, mark: number): void {
    this.#work.spend(workOfPostings(TEXT_POSTINGS * this.#count));
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(this.#found, i);
      const [start, end] = this.#textAt(rank);
      const has = indexOfBytes(this.#index.texts, start, end, bytes, this.#work) !== -1;
      this.#tiers[rank] = has ? mark : NO_TIER;
    }
    this.#keepMarked(mark);
  }

  /** Keeps the texts of the terms that contain a word. */
  #keepOfTerms({ bytes }: Query, mark: number): void {
    const [tiers, { words }] = [this.#tiers, this.#index];
    visitAllTermsContaining(words, bytes, ANYWHERE, this.#work, (term) => {
      this.#work.spend(workOfPostings(postingCount(words, term)));
      const end = numberAt(words.postingStarts, term + 1);
      for (let i = numberAt(words.postingStarts, term); i < end; i++) {
        const rank = numberAt(words.postings, i) & TEXT_RANK_MASK;
        if (tiers[rank] === mark - 1) tiers[rank] = mark;
      }
      return true;
    });
    this.#keepMarked(mark);
  }

  #keepMarked(mark: number): void {
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(this.#found, i);
      if (this.#tiers[rank] === mark) this.#found[kept++] = rank;
      else this.#tiers[rank] = NO_TIER;
    }
    this.#count = kept;
  }
}
