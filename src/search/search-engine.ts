import { type AllMatches, AllTexts } from './all-matches.ts';
import { EverydayFoods, moveToFront } from './everyday-words.ts';
import { type FuzzyOptions, FuzzySearcher } from './fuzzy/fuzzy-searcher.ts';
import type { Interpretation } from './fuzzy/interpretation.ts';
import { isExact, languageOf, type SearchMode } from './match.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { Work } from './work.ts';

// Searches in every mode; puts the food of an everyday word first.

/** What a search found. */
export interface Found {
  /** The rows that match, best first: at most {@link MAX_FOODS}. */
  readonly rows: Uint32Array;
  /** What `match=fuzzy` understood. */
  readonly interpretation?: Interpretation;
  /** Where a unit is asked for, what the rows are ordered by: those of the same score are equal. */
  readonly scores?: readonly number[];
}

/** Searches an index in every mode. It keeps scratch memory, so it answers one query at a time. */
export class SearchEngine {
  readonly #searcher: Searcher;
  readonly #allTexts: () => AllTexts;
  readonly #fuzzySearcher: () => FuzzySearcher;
  readonly #everyday: EverydayFoods;
  readonly #work: Work;

  /** @param work Counts what the searches do, and may end one. */
  constructor(index: SearchIndex, fuzzy: FuzzyOptions, work = new Work()) {
    this.#work = work;
    this.#searcher = new Searcher(index, work);
    let allTexts: AllTexts | undefined;
    this.#allTexts = () => {
      allTexts ??= new AllTexts(index, work);
      return allTexts;
    };
    // Its words take longer to lay out than all else here, and most callers never ask for them.
    let fuzzySearcher: FuzzySearcher | undefined;
    this.#fuzzySearcher = () => {
      fuzzySearcher ??= new FuzzySearcher(index.fuzzy, fuzzy, work);
      return fuzzySearcher;
    };
    this.#everyday = new EverydayFoods(index, fuzzy.everyday);
  }

  /**
   * @param text As `canonicalText` gives it.
   * @throws WorkLimitError when the work allowed is done before the answer is known.
   */
  search(text: string, mode: SearchMode): Found {
    if (!isExact(mode)) {
      const { rows, name, interpretation, scores } = this.#fuzzySearcher().search(
        text,
        languageOf(mode),
      );
      const { unit } = interpretation;
      const ofUnit = unit && this.#everyday.rowOf(`${unit} ${name}`);
      const pinned = ofUnit ?? this.#everyday.rowOfForms(name);
      const ordered = moveToFront(rows, pinned);
      if (unit === undefined) return { rows: ordered, interpretation };
      const others = scores.filter((_, i) => rows[i] !== pinned);
      // What an everyday word means is better than the rest.
      const ofRows = others.length < scores.length ? [-1, ...others] : scores;
      return { rows: ordered, interpretation, scores: ofRows };
    }
    const rows = this.#searcher.search(text, mode);
    if (mode === 'words') return { rows };
    return { rows: moveToFront(rows, this.#everyday.rowOf(text)) };
  }

  /**
   * All that match, for which more work is done, and what {@link search} lists where their places do not
   * tell.
   *
   * @param text As `canonicalText` gives it.
   * @throws WorkLimitError when the work allowed is done before the answer is known.
   */
  searchAll(text: string, mode: SearchMode): Found & { readonly matches: AllMatches } {
    if (!isExact(mode)) {
      const found = this.search(text, mode);
      return { ...found, matches: this.#fuzzySearcher().allOfLast() };
    }
    const isPinned = mode === 'substring' && this.#everyday.rowOf(text) !== undefined;
    const rows = isPinned ? this.search(text, mode).rows : new Uint32Array();
    this.#work.reset();
    return { rows, matches: this.#allTexts().search(text, mode) };
  }
}
