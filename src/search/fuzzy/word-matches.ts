import { elementAt, numberAt } from '../flat-arrays.ts';
import { polarityOf, WORD_SHIFT } from './fuzzy-index.ts';
import type { QueryTerm, Source } from './matches.ts';

// Maps each word of the table to the terms of a fuzzy query that it matches.

/** A match between a word of the table and a term of the query. */
export interface WordMatch {
  readonly term: number;
  readonly source: Source;
  /** The next match of the same word. */
  readonly next: WordMatch | undefined;
}

/** The query terms that each word of the table matches. The memory is reused for the next query. */
export class WordMatches {
  /** For each table word, its last match as an index into `#wordMatches` plus one, or 0. */
  readonly #latest: Uint32Array;
  readonly #wordMatches: WordMatch[] = [];
  /**
   * The matches of prefix ranges. Prefix ranges are so few that every token is compared with each
   * of them.
   */
  readonly ranges: WordMatch[] = [];

  constructor(wordCount: number) {
    this.#latest = new Uint32Array(wordCount);
  }

  /** Prepares for a query. */
  prepare(terms: readonly QueryTerm[]): void {
    for (const { source } of this.#wordMatches) this.#latest[source.first] = 0;
    this.#wordMatches.length = 0;
    this.ranges.length = 0;
    for (const [term, { sources }] of terms.entries()) {
      for (const source of sources) {
        const { first, end } = source;
        if (end - first > 1) this.ranges.push({ term, source, next: undefined });
        else this.#latest[first] = this.#wordMatches.push({ term, source, next: this.of(first) });
      }
    }
  }

  /** Returns the matches of a single word, as a linked list. */
  of(word: number): WordMatch | undefined {
    const latest = numberAt(this.#latest, word);
    return latest === 0 ? undefined : elementAt(this.#wordMatches, latest - 1);
  }

  /** Whether a token matches a term by a single-word source. */
  has(token: number, term: number): boolean {
    const polarity = polarityOf(token);
    for (let one = this.of(token >>> WORD_SHIFT); one !== undefined; one = one.next) {
      if (one.term === term && (one.source.polarity & polarity) !== 0) return true;
    }
    return false;
  }
}
