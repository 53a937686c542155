import { BoundedMap } from '../memo/bounded-map.ts';
import { byteAt, numberAt, shortAt } from './flat-arrays.ts';
import { ANYWHERE, type Anchors, visitAllTermsContaining } from './gram-index.ts';
import { RANKS } from './limits.ts';
import type { ExactMatch } from './match.ts';
import { jointAround, rarestPiece, wordWithPlurals } from './pieces.ts';
import { parseQuery, type Query } from './query.ts';
import { TIERS_BY_POSITION, Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import {
  POSITION_SHIFT,
  postingCount,
  postingsOf,
  TEXT_RANK_MASK,
  type TermIndex,
} from './term-index.ts';
import { DECODER, equalsAt } from './utf8.ts';
import { endOfWordOrPlural } from './word-characters.ts';
import { WordPostings } from './word-postings.ts';
import type { Work } from './work.ts';

// Finds all matching texts (searcher.ts stops at the best); limits the cache for dense texts.

/** All matching foods, unordered. */
export interface AllMatches {
  readonly count: number;
  /** Returns the sort position of a match: lower is better. No two matches share one. */
  placeAt(i: number): number;
  /** Copies the rows of matches from this one on to the start of an array. */
  readRows(from: number, count: number, into: Uint32Array): void;
  /** Matches from this place on are listed after the others, but not counted. */
  readonly uncountedFrom: number;
}

/** The tier of a text that does not match. */
const NO_TIER = 0xff;

/** Reading all postings is cheaper than selecting some of them. */
const workOfPostings = (count: number) => count >>> 2;

/** If one text in this many matches, the tiers of all texts are cached and scanned. */
const DENSE = 16;
/** The target size of this cache, which may use up to twice as much. */
const REMEMBERED_BYTES = 2 ** 23;
const [LEAST_REMEMBERED, MOST_REMEMBERED] = [4, 32];

/**
 * Finds all matching texts, while a {@link Searcher} stops at the best. It reuses scratch memory,
 * so it handles one query at a time, and a result is only valid until the next query.
 */
export class AllTexts {
  readonly #index: SearchIndex;
  readonly #work: Work;
  /** Caches the tiers of all ranks by text, if many match: repeated queries are cheap. */
  readonly #dense: BoundedMap<string, Uint8Array>;
  /** Per rank, the tier of a text in {@link #ranks}: few texts match. */
  readonly #tiers: Uint8Array;
  readonly #ranks: Uint32Array;
  #rankCount = 0;
  /** The matching ranks. There is room for all; memory is committed when used. */
  readonly #found: Uint32Array;
  #count = 0;
  /** The sum of the tiers of each. */
  readonly #sums: Uint16Array;

  constructor(index: SearchIndex, work: Work) {
    const { length } = index.rows;
    this.#index = index;
    this.#work = work;
    const remembered = Math.floor(REMEMBERED_BYTES / length);
    this.#dense = new BoundedMap(Math.max(LEAST_REMEMBERED, Math.min(remembered, MOST_REMEMBERED)));
    this.#tiers = new Uint8Array(length).fill(NO_TIER);
    this.#ranks = new Uint32Array(length);
    this.#found = new Uint32Array(length);
    this.#sums = new Uint16Array(length);
  }

  /** @throws WorkLimitError if the work limit is reached before all matches are known */
  search(text: string, match: ExactMatch): AllMatches {
    this.#count = 0;
    if (text !== '') {
      const query = parseQuery(text);
      if (match === 'words' && query.words.length > 1) this.#findWords(query);
      else if (query.bytes.length <= this.#index.longestText) this.#findText(text, query);
    }
    const [found, sums, { rows }] = [this.#found, this.#sums, this.#index];
    return {
      count: this.#count,
      placeAt: (i) => shortAt(sums, i) * RANKS + numberAt(found, i),
      readRows: (from, count, into) => {
        for (let i = 0; i < count; i++) into[i] = numberAt(rows, numberAt(found, from + i));
      },
      uncountedFrom: Number.POSITIVE_INFINITY,
    };
  }

  #findText(text: string, query: Query): void {
    const [first] = query.words;
    const isWord = first !== undefined && first.end - first.start === query.bytes.length;
    const anchors = isWord ? undefined : jointAround(this.#index, query);
    this.#findFirst(text, () => {
      if (isWord) this.#addWord(query.bytes);
      else if (anchors === undefined) this.#addPhrase(query);
      else this.#addJoint(query, anchors);
    });
  }

  /** Starts with the texts of the rarest word, and keeps those that have the others. */
  #findWords({ bytes, words }: Query): void {
    const texts = words.map(({ start, end }) => DECODER.decode(bytes.subarray(start, end)));
    const postings = texts.map((text) => ({
      text,
      word: new WordPostings(this.#index, parseQuery(text), this.#work),
    }));
    postings.sort((a, b) => a.word.total - b.word.total);
    for (const [i, { text, word }] of postings.entries()) {
      const add = () => this.#addWord(word.query.bytes);
      if (i === 0) this.#findFirst(text, add);
      else if (this.#count > 0) this.#keepThoseOf(text, add);
    }
  }

  /** Sets the result to the texts that `add` adds. */
  #findFirst(text: string, add: () => void): void {
    const [found, sums] = [this.#found, this.#sums];
    const tiers = this.#tiersOf(text, add);
    let count = 0;
    if (tiers === this.#tiers) {
      for (let i = 0; i < this.#rankCount; i++) {
        const rank = numberAt(this.#ranks, i);
        const tier = byteAt(tiers, rank);
        if (tier === NO_TIER) continue;
        found[count] = rank;
        sums[count++] = tier;
      }
    } else {
      this.#work.spend(Math.ceil(tiers.length / DENSE));
      for (let rank = 0; rank < tiers.length; rank++) {
        const tier = byteAt(tiers, rank);
        if (tier === NO_TIER) continue;
        found[count] = rank;
        sums[count++] = tier;
      }
    }
    this.#count = count;
  }

  /** Keeps only the texts that `add` adds too, and adds up their tiers. */
  #keepThoseOf(text: string, add: () => void): void {
    const [found, sums] = [this.#found, this.#sums];
    const tiers = this.#tiersOf(text, add);
    this.#work.spend(workOfPostings(this.#count));
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(found, i);
      const tier = byteAt(tiers, rank);
      if (tier === NO_TIER) continue;
      found[kept] = rank;
      sums[kept++] = shortAt(sums, i) + tier;
    }
    this.#count = kept;
  }

  /** Returns the tiers of what `add` adds: {@link #tiers}, or an array that is cached. */
  #tiersOf(text: string, add: () => void): Uint8Array {
    const known = this.#dense.get(text);
    if (known !== undefined) return known;
    this.#forget();
    add();
    if (this.#rankCount * DENSE < this.#tiers.length) return this.#tiers;
    const tiers = this.#tiers.slice();
    this.#dense.set(text, tiers);
    return tiers;
  }

  /** Discards the texts added so far, even by a search that was interrupted at any point. */
  #forget(): void {
    for (let i = 0; i < this.#rankCount; i++) this.#tiers[numberAt(this.#ranks, i)] = NO_TIER;
    this.#rankCount = 0;
  }

  /** Adds the texts with a word or a part of one, whose tier follows from the matching terms. */
  #addWord(word: Uint8Array): void {
    const { words } = this.#index;
    const { bytes, starts } = words;
    visitAllTermsContaining(words, word, ANYWHERE, this.#work, (term) => {
      const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
      const isWhole = () => endOfWordOrPlural(bytes, start + word.length, end) === end;
      const part = !equalsAt(bytes, start, word) ? 'inside' : isWhole() ? 'whole' : 'start';
      this.#add(words, term, TIERS_BY_POSITION[part]);
      return true;
    });
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

  /** Examines all texts of the rarest piece. A query beyond a single joint always has one. */
  #addPhrase(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (piece === undefined) return;
    for (const term of piece.numbers) this.#add(piece.terms, term, TIERS_BY_POSITION.inside);
    for (let i = 0; i < this.#rankCount; i++) this.#lookAt(numberAt(this.#ranks, i), query);
  }

  /** Adds the texts of the joints. Only those with a whole word of the query are examined. */
  #addJoint(query: Query, anchors: Anchors): void {
    const { joints, words } = this.#index;
    const { bytes, startsWithWord } = query;
    const word = startsWithWord ? query.words[0] : query.words.at(-1);
    // A query that starts with a gap matches at the start of a word.
    const part = startsWithWord || word === undefined ? 'inside' : 'elsewhere';
    visitAllTermsContaining(joints, bytes, anchors, this.#work, (term) => {
      this.#add(joints, term, TIERS_BY_POSITION[part]);
      return true;
    });
    if (word === undefined) return;
    const typed = bytes.subarray(word.start, word.end);
    for (const term of wordWithPlurals(this.#index, typed, this.#work)?.numbers ?? []) {
      this.#work.spend(workOfPostings(postingCount(words, term)));
      for (const posting of postingsOf(words, term)) {
        const rank = posting & TEXT_RANK_MASK;
        if (this.#tiers[rank] !== NO_TIER) this.#lookAt(rank, query);
      }
    }
  }

  /** Sets the tier of a text that may match. */
  #lookAt(rank: number, query: Query): void {
    const { texts, textStarts } = this.#index;
    const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
    const tier = tierIn(texts, start, end, query, this.#work);
    this.#tiers[rank] = tier === -1 ? NO_TIER : tier;
  }
}
