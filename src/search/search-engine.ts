import type { AllMatches } from './all-matches.ts';
import { EverydayFoods, moveToFront } from './everyday-words.ts';
import { FuzzySearcher } from './fuzzy/fuzzy-searcher.ts';
import type { Interpretation } from './fuzzy/interpretation.ts';
import type { FuzzyOptions } from './fuzzy/synonyms.ts';
import { isExact, languageOf, type SearchMode } from './match.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { Work } from './work.ts';

// Searches in every mode, and moves the food of an everyday word to the front.

/** The result of a search. */
export interface Found {
  /** The matching rows, best first, at most {@link MAX_FOODS}. */
  readonly rows: Uint32Array;
  /** How `match=fuzzy` understood the query. */
  readonly interpretation?: Interpretation;
  /** The score of each row, if the query has a unit. Rows with equal scores match equally well. */
  readonly scores?: readonly number[];
}

/** Searches an index in every mode. It reuses scratch memory, so it handles one query at a time. */
export class SearchEngine {
  readonly #searcher: Searcher;
  readonly #fuzzySearcher: () => FuzzySearcher;
  readonly #everyday: EverydayFoods;

  /** @param work Counts the work of searches, and may abort one. */
  constructor(index: SearchIndex, fuzzy: FuzzyOptions, work = new Work()) {
    this.#searcher = new Searcher(index, work);
    // The searcher for `fuzzy` is created on first use: preparing it takes longer than everything
    // else here, and most callers never need it.
    let fuzzySearcher: FuzzySearcher | undefined;
    this.#fuzzySearcher = () => {
      fuzzySearcher ??= new FuzzySearcher(index.fuzzy, fuzzy, work);
      return fuzzySearcher;
    };
    this.#everyday = new EverydayFoods(index, fuzzy.everyday);
  }

  /**
   * @param text In the form of `canonicalText`.
   * @throws WorkLimitError if the work limit is reached before the answer is known
   */
  search(text: string, mode: SearchMode): Found {
    if (!isExact(mode)) {
      const { rows, name, meaning, interpretation, scores } = this.#fuzzySearcher().search(
        text,
        languageOf(mode),
      );
      const { unit } = interpretation;
      const ofUnit = unit && this.#everyday.rowOf(`${unit} ${name}`);
      const names = text.includes(',') ? rotationsOf(name) : [name];
      const pinned = ofUnit ?? this.#everyday.rowOfForms(...names, meaning);
      const ordered = moveToFront(rows, pinned);
      if (unit === undefined) return { rows: ordered, interpretation };
      const others = scores.filter((_, i) => rows[i] !== pinned);
      // The food of an everyday word ranks above all others.
      const ofRows = others.length < scores.length ? [-1, ...others] : scores;
      return { rows: ordered, interpretation, scores: ofRows };
    }
    const rows = this.#searcher.search(text, mode);
    if (mode === 'words') return { rows };
    return { rows: moveToFront(rows, this.#everyday.rowOf(text)) };
  }

  /**
   * Returns all matches, which costs more work. Also returns the rows of {@link search} if the
   * matches may be in a different order.
   *
   * @param text In the form of `canonicalText`.
   * @throws WorkLimitError if the work limit is reached before the answer is known
   */
  searchAll(text: string, mode: SearchMode): Found & { readonly matches: AllMatches } {
    if (!isExact(mode)) {
      const found = this.search(text, mode);
      return { ...found, matches: this.#fuzzySearcher().allOfLast() };
    }
    const isPinned = mode === 'substring' && this.#everyday.rowOf(text) !== undefined;
    const rows = isPinned ? this.search(text, mode).rows : new Uint32Array();
    return { rows, matches: this.#searcher.searchAll(text, mode) };
  }
}

/** Returns a name in every rotation of its words: "milk 2" and "2 milk". */
function rotationsOf(name: string): string[] {
  const words = name.split(' ');
  return words.map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '));
}
