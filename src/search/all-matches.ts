import type { BestRanks } from './best-ranks.ts';
import { parseQuery, type Query } from './exact-query.ts';
import { byteAt, numberAt, shortAt } from './flat-arrays.ts';
import { ANYWHERE, isSelective, visitTermsContaining } from './gram-index.ts';
import { MAX_FOODS, RANKS } from './limits.ts';
import type { ExactMatch } from './match.ts';
import { NO_TIER } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { countOfShortWord, postingCount } from './term-index.ts';
import { DENSE, type FoundTexts, TextTiers, workOfPostings } from './text-tiers.ts';
import { DECODER } from './utf8.ts';
import type { Work } from './work.ts';

// Finds all texts that contain a query, or each of its words, and ranks them: for words, by the sum
// of their tiers. If only the best matches of a substring are needed, searcher.ts is faster.

/** All matching foods, unordered. */
export interface AllMatches {
  readonly count: number;
  /** Returns the sort position of a match: lower is better. No two matches share a position. */
  positionAt(i: number): number;
  /** Copies the rows of the matches, starting with match `from`, to the start of an array. */
  readRows(from: number, count: number, into: Uint32Array): void;
  /** Matches at this sort position or later are listed, but not counted. */
  readonly uncountedFrom: number;
}

/** Returns the {@link AllMatches.readRows} of matches by rank. */
export const rowReader =
  (rows: Uint32Array, ranks: Uint32Array): AllMatches['readRows'] =>
  (from, count, into) => {
    for (let i = 0; i < count; i++) into[i] = numberAt(rows, numberAt(ranks, from + i));
  };

/** Examining a text costs as much as reading this many postings. */
const POSTINGS_PER_TEXT = 64;

/**
 * Finds all matching texts. It reuses scratch memory, so it handles one query at a time, and a
 * result is only valid until the next query.
 */
export class AllTexts {
  readonly #index: SearchIndex;
  readonly #work: Work;
  readonly #texts: TextTiers;
  /** The matching ranks. There is room for every rank, but memory is only committed when used. */
  readonly #found: Uint32Array;
  #count = 0;
  /** For each matching rank, the sum of the tiers of all query words. */
  readonly #sums: Uint16Array;

  constructor(index: SearchIndex, work: Work) {
    const { length } = index.rows;
    this.#index = index;
    this.#work = work;
    this.#texts = new TextTiers(index, work);
    this.#found = new Uint32Array(length);
    this.#sums = new Uint16Array(length);
  }

  /** @throws WorkLimitError if the work limit is reached before all matches are known */
  search(text: string, match: ExactMatch): AllMatches {
    this.#count = 0;
    if (text !== '') {
      const query = parseQuery(text);
      if (match === 'words' && query.words.length > 1) this.#findWords(query);
      else if (query.bytes.length <= this.#index.longestText)
        this.#findFirst(this.#texts.find(text, query));
    }
    const [found, sums, { rows }] = [this.#found, this.#sums, this.#index];
    return {
      count: this.#count,
      positionAt: (i) => shortAt(sums, i) * RANKS + numberAt(found, i),
      readRows: rowReader(rows, found),
      uncountedFrom: Number.POSITIVE_INFINITY,
    };
  }

  /**
   * Adds the best matches of the last search to `best`, ordered by the sum of their words' tiers,
   * then by rank.
   */
  collectBest(best: BestRanks): void {
    const [found, sums] = [this.#found, this.#sums];
    const worst = this.#worstOfBest();
    this.#work.spend(workOfPostings(this.#count));
    let limit = best.limit(worst);
    for (let i = 0; i < this.#count; i++) {
      const [rank, sum] = [numberAt(found, i), shortAt(sums, i)];
      if (sum > worst || (sum === worst && rank >= limit)) continue;
      best.insert(rank, sum);
      limit = best.limit(worst);
    }
  }

  /** Returns the tier sum of the last match in a full answer; above all sums if it is not full. */
  #worstOfBest(): number {
    const counts: number[] = [];
    for (let i = 0; i < this.#count; i++) {
      const sum = shortAt(this.#sums, i);
      counts[sum] = (counts[sum] ?? 0) + 1;
    }
    let count = 0;
    for (const [sum, more = 0] of counts.entries()) {
      count += more;
      if (count >= MAX_FOODS) return sum;
    }
    return counts.length;
  }

  /** Finds the texts with the rarest word, then drops those that lack another word. */
  #findWords({ bytes, words }: Query): void {
    const sought = words.map(({ start, end }) =>
      this.#queryWord(DECODER.decode(bytes.subarray(start, end))),
    );
    sought.sort((a, b) => a.count - b.count);
    for (const [i, { text, query, count, terms }] of sought.entries()) {
      // Few texts are examined one by one, unless the tiers of this word are cached.
      const isFew = this.#count * POSTINGS_PER_TEXT * i < count;
      if (i === 0) this.#findFirst(this.#texts.find(text, query, terms));
      else if (isFew && !this.#texts.isKnown(text))
        this.#keep((rank) => this.#texts.tierIn(rank, query));
      else {
        const { tiers } = this.#texts.find(text, query, terms);
        this.#work.spend(workOfPostings(this.#count));
        this.#keep((rank) => byteAt(tiers, rank));
      }
    }
  }

  #queryWord(text: string): QueryWord {
    const query = parseQuery(text);
    const { words, shortWordCounts } = this.#index;
    if (!isSelective(query.bytes, ANYWHERE)) {
      return { text, query, count: countOfShortWord(shortWordCounts, query.bytes) };
    }
    const terms: number[] = [];
    let count = 0;
    visitTermsContaining(words, query.bytes, ANYWHERE, this.#work, (term) => {
      count += postingCount(words, term);
      return terms.push(term) > 0;
    });
    return { text, query, count, terms };
  }

  #findFirst({ tiers, ranks }: FoundTexts): void {
    const [found, sums] = [this.#found, this.#sums];
    const size = ranks?.length ?? tiers.length;
    this.#work.spend(Math.ceil(size / DENSE));
    let count = 0;
    for (let i = 0; i < size; i++) {
      const rank = ranks === undefined ? i : numberAt(ranks, i);
      const tier = byteAt(tiers, rank);
      if (tier === NO_TIER) continue;
      found[count] = rank;
      sums[count++] = tier;
    }
    this.#count = count;
  }

  /** Keeps only the texts that also contain a word, and adds up their tiers. */
  #keep(tierOf: (rank: number) => number): void {
    const [found, sums] = [this.#found, this.#sums];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(found, i);
      const tier = tierOf(rank);
      if (tier === NO_TIER) continue;
      found[kept] = rank;
      sums[kept++] = shortAt(sums, i) + tier;
    }
    this.#count = kept;
  }
}

/** A word of a search. */
interface QueryWord {
  readonly text: string;
  readonly query: Query;
  /** The number of postings of the terms that contain the word. */
  readonly count: number;
  /** The terms that contain the word; absent if it is too short to look up. */
  readonly terms?: readonly number[];
}
