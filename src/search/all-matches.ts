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

// Finds all texts that match; searcher.ts ends at the best. How much it remembers of dense texts.

/** All foods that match, in no order. */
export interface AllMatches {
  readonly count: number;
  /** The place of a match in the order: the better, the lower. No two have the same. */
  placeAt(i: number): number;
  /** Reads the rows of some matches, from this one on, to the front of an array. */
  readRows(from: number, count: number, into: Uint32Array): void;
  /** Matches from this place on follow the others without being counted. */
  readonly uncountedFrom: number;
}

/** Of a text that does not match. */
const NO_TIER = 0xff;

/** A search that takes all postings reads them faster than one that chooses. */
const workOfPostings = (count: number) => count >>> 2;

/** A query that one text in this many has is answered from the tiers of all texts, which are cached. */
const DENSE = 16;
/** This many of them take at most twice as many bytes in any table. */
const REMEMBERED_BYTES = 2 ** 23;
const [LEAST_REMEMBERED, MOST_REMEMBERED] = [4, 32];

/**
 * Finds all texts that match, where a {@link Searcher} finds the best and ends. It keeps scratch memory,
 * so it answers one query at a time, and what it gives is good until the next.
 */
export class AllTexts {
  readonly #index: SearchIndex;
  readonly #work: Work;
  /** What many texts have → per rank, its tier: callers who repeat it do not make us read it all again. */
  readonly #dense: BoundedMap<string, Uint8Array>;
  /** Per rank, the tier of what few texts have, which {@link #ranks} has. */
  readonly #tiers: Uint8Array;
  readonly #ranks: Uint32Array;
  #rankCount = 0;
  /** The ranks found. There is room for all; memory is taken as it is used. */
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

  /** @throws WorkLimitError when the work allowed is done before all texts are known. */
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

  /** The texts of the rarest word, and of these those that have the others. */
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

  /** The texts that have something, which `add` adds with their tiers. */
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

  /** Keeps the texts that have a word, too. */
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

  /** Per rank, the tier of what `add` adds: {@link #tiers}, or an array of its own. */
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

  /** Forgets the texts added so far, by a search that may have been ended at any time. */
  #forget(): void {
    for (let i = 0; i < this.#rankCount; i++) this.#tiers[numberAt(this.#ranks, i)] = NO_TIER;
    this.#rankCount = 0;
  }

  /** A word or a piece of one: its tier follows from the terms that contain it. */
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

  /** Each text of the rarest piece is looked at: what no joint contains has one. */
  #addPhrase(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.inside, this.#work);
    if (piece === undefined) return;
    for (const term of piece.numbers) this.#add(piece.terms, term, TIERS_BY_POSITION.inside);
    for (let i = 0; i < this.#rankCount; i++) this.#lookAt(numberAt(this.#ranks, i), query);
  }

  /** All texts of the joints match. Only those are looked at that have a whole word of the query. */
  #addJoint(query: Query, anchors: Anchors): void {
    const { joints, words } = this.#index;
    const { bytes, startsWithWord } = query;
    const word = startsWithWord ? query.words[0] : query.words.at(-1);
    // Behind a gap, a word begins.
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

  /** The tier of a text that may match. */
  #lookAt(rank: number, query: Query): void {
    const { texts, textStarts } = this.#index;
    const [start, end] = [numberAt(textStarts, rank), numberAt(textStarts, rank + 1)];
    const tier = tierIn(texts, start, end, query, this.#work);
    this.#tiers[rank] = tier === -1 ? NO_TIER : tier;
  }
}
