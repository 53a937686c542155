import type { AllMatches } from '../../search/all-matches.ts';
import { byteAt, doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Interpretation } from '../../search/fuzzy/interpretation.ts';
import type { FuzzyOptions } from '../../search/fuzzy/synonyms.ts';
import { MAX_FOODS } from '../../search/limits.ts';
import type { SearchMode } from '../../search/match.ts';
import { type Found, SearchEngine } from '../../search/search-engine.ts';
import type { Work } from '../../search/work.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ColumnReaders } from '../table/column-readers.ts';
import { readValues } from '../table/number-values.ts';
import { FoodMeasures } from '../table/portions.ts';
import { MatchBlocks } from './match-blocks.ts';
import type { Condition, Selection } from './selection.ts';
import { TopRows } from './top-rows.ts';

// Searches a table with conditions, order, offset, counts and groups. Among foods that match
// equally well, lists those with a measure in the typed unit first.

/** A search in a table, as plain data. */
export interface CatalogSearch {
  /** The text, as returned by `canonicalText`. If absent, all foods are found, in table order. */
  readonly text?: string | undefined;
  readonly mode: SearchMode;
  /** Absent: the best matches. */
  readonly selection?: Selection & {
    /** The maximum number of foods to list. */
    readonly limit: number;
    /**
     * A column of strings. If given, the search counts the foods for each string instead of listing
     * them.
     */
    readonly groupsOf?: string | undefined;
  };
}

/** The result of a search, as plain data. */
export interface CatalogResult {
  /** The matching rows, in order. */
  readonly rows: Uint32Array;
  /** How many foods match a selection. */
  readonly total?: number;
  /** Whether more foods follow these rows. */
  readonly hasMore?: boolean;
  /** How many foods have each value, by its ordinal; ordinal 0 means unknown. */
  readonly counts?: Uint32Array;
  /** How `match=fuzzy` interpreted the text. */
  readonly interpretation?: Interpretation | undefined;
}

/** The index, and the values that `where` and `sort` compare. */
export type SearchedTable = Pick<CatalogData, 'index' | 'rows' | 'fields' | 'columns'>;

/** The matching foods, and their order. */
interface Ranked {
  readonly matches: AllMatches;
  /** Returns the sort position of a row, given the number of its match. */
  readonly positionOf: (row: number, match: number) => number;
  readonly interpretation?: Interpretation | undefined;
}

/** Runs every kind of search in a table. Reuses its memory, so it runs one search at a time. */
export class CatalogSearcher {
  readonly #engine: SearchEngine;
  readonly #columns: ColumnReaders;
  readonly #measures: FoodMeasures;
  readonly #rowCount: number;
  readonly #work: Work;
  readonly #blocks: MatchBlocks;
  readonly #first: TopRows;
  /** The matches of the latest text that was searched with a selection. */
  #last: { readonly key: string; readonly ranked: Ranked } | undefined;
  /** The rows that have a position in {@link #listedPositions}. */
  #listed: Uint32Array = new Uint32Array();
  readonly #listedPositions: Uint8Array;

  /** @param work Counts the work of searches, and may end one. */
  constructor(table: SearchedTable, fuzzy: FuzzyOptions, work: Work) {
    this.#engine = new SearchEngine(table.index, fuzzy, work);
    this.#columns = new ColumnReaders(table);
    this.#measures = new FoodMeasures(table.fields);
    this.#rowCount = table.rows.starts.length - 1;
    this.#work = work;
    this.#blocks = new MatchBlocks(this.#rowCount, work);
    this.#first = new TopRows(work);
    this.#listedPositions = new Uint8Array(this.#rowCount);
  }

  /** @throws WorkLimitError if the allowed work is used up before the result is known. */
  search({ text, mode, selection }: CatalogSearch): CatalogResult {
    if (selection === undefined) {
      const found = this.#engine.search(text ?? '', mode);
      return { rows: this.#ordered(found), interpretation: found.interpretation };
    }
    const ranked = this.#rank(text, mode);
    const { conditions, groupsOf } = selection;
    const found =
      groupsOf === undefined
        ? this.#select(ranked, selection)
        : this.#countGroups(ranked, conditions, groupsOf);
    return { ...found, interpretation: ranked.interpretation };
  }

  /** Checks whether the matches of this text are still known from the last search. */
  hasCached(search: CatalogSearch): boolean {
    return search.selection !== undefined && this.#last?.key === textKey(search.text, search.mode);
  }

  /**
   * Returns the matching rows. If the query has an amount, foods with a measure in its unit come
   * first among those that match equally well.
   */
  #ordered({ rows, interpretation, scores }: Found): Uint32Array {
    const unit = interpretation?.unit;
    if (unit === undefined || scores === undefined) return rows;
    return this.#measures.withUnitFirst(rows, scores, unit);
  }

  /** Finds the matches of a query's text. Keeps the latest ones for callers that read page by page. */
  #rank(text: string | undefined, mode: SearchMode): Ranked {
    const key = textKey(text, mode);
    if (this.#last?.key === key) {
      this.#work.reset();
      return this.#last.ranked;
    }
    this.#last = undefined;
    const ranked = this.#rankAll(text, mode);
    this.#last = { key, ranked };
    return ranked;
  }

  /**
   * Returns all matching foods. The foods that a search without a selection would list come first,
   * in that order.
   */
  #rankAll(text: string | undefined, mode: SearchMode): Ranked {
    if (text === undefined) {
      this.#work.reset();
      const matches: AllMatches = {
        count: this.#rowCount,
        positionAt: (i) => i,
        readRows: (from, count, into) => {
          for (let i = 0; i < count; i++) into[i] = from + i;
        },
        uncountedFrom: Number.POSITIVE_INFINITY,
      };
      return { matches, positionOf: (row) => row };
    }
    const { matches, ...found } = this.#engine.searchAll(text, mode);
    const listed = this.#positionsAmong(this.#ordered(found));
    const positionOf = (row: number, match: number) => byteAt(listed, row) || MAX_FOODS + 1 + match;
    return { matches, positionOf, interpretation: found.interpretation };
  }

  /**
   * Returns the position of each row among these rows, from 1; 0 for all other rows. Valid until
   * the next call.
   */
  #positionsAmong(rows: Uint32Array): Uint8Array {
    for (const row of this.#listed) this.#listedPositions[row] = 0;
    this.#listed = rows;
    rows.forEach((row, i) => {
      this.#listedPositions[row] = i + 1;
    });
    return this.#listedPositions;
  }

  #select(
    ranked: Ranked,
    selection: Selection & { readonly limit: number },
    maySample = true,
  ): CatalogResult {
    const { matches, positionOf } = ranked;
    const { conditions, order, offset, limit } = selection;
    const positionIn = (row: number, match: number) => positionOf(row, matches.positionAt(match));
    const first = this.#first;
    first.begin(offset + limit, matches.count, positionIn, maySample);
    const readKeys = order && this.#columns.keysOf(order);
    let total = 0;
    let listed = 0;
    const tests = this.#columns.testsFor(conditions);
    this.#blocks.visit(matches, tests, (block) => {
      const { rows, counted, values } = block;
      total += counted;
      // Sorts only the foods that match all words. Otherwise, partial matches could come before
      // them.
      const count = order === undefined ? block.count : counted;
      listed += count;
      if (readKeys !== undefined) readKeys(rows, count, values);
      else
        for (let i = 0; i < count; i++)
          values[i] = positionIn(numberAt(rows, i), numberAt(block.matches, i));
      first.add(block, count);
    });
    const found = first.take(offset);
    if (found === undefined) return this.#select(ranked, selection, false);
    return { rows: found, total, hasMore: listed > offset + found.length };
  }

  #countGroups(
    { matches }: Ranked,
    conditions: readonly Condition[],
    column: string,
  ): CatalogResult {
    const { ordinals, rows: firsts } = this.#columns.ordinalsOf(column);
    const counts = new Uint32Array(firsts.length + 1);
    this.#blocks.visit(matches, this.#columns.testsFor(conditions), ({ rows, counted, values }) => {
      readValues(ordinals, rows, counted, values);
      for (let i = 0; i < counted; i++) {
        const ordinal = doubleAt(values, i);
        counts[ordinal] = numberAt(counts, ordinal) + 1;
      }
    });
    return { rows: new Uint32Array(), counts };
  }
}

/** Returns a key that is the same for the same text and mode. */
export function textKey(text: string | undefined, mode: SearchMode): string {
  return text === undefined ? '' : `${mode}:${text}`;
}
