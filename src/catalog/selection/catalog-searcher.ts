import type { AllMatches } from '../../search/all-matches.ts';
import { byteAt, doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { FuzzyOptions } from '../../search/fuzzy/fuzzy-searcher.ts';
import type { Interpretation } from '../../search/fuzzy/interpretation.ts';
import { MAX_FOODS } from '../../search/limits.ts';
import type { SearchMode } from '../../search/match.ts';
import { type Found, SearchEngine } from '../../search/search-engine.ts';
import type { Work } from '../../search/work.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ColumnReaders } from '../table/column-readers.ts';
import { FoodMeasures } from '../table/food-measures.ts';
import { type ReadNumbers, readValues } from '../table/number-values.ts';
import { MatchBlocks } from './match-blocks.ts';
import type { Condition, Order, Selection } from './selection.ts';
import { TopRows } from './top-rows.ts';

// Searches a table with conditions, order, offset, counts and groups; foods with a measure in the
// typed unit come first.

/** What is searched for in a table, as plain data. */
export interface CatalogSearch {
  /** As `canonicalText` gives it. Absent: all foods, in the order of the table. */
  readonly text?: string;
  readonly mode: SearchMode;
  /** Absent: the best foods. */
  readonly selection?: Selection & {
    /** How many foods are listed at most. */
    readonly limit: number;
    /** A column of coded texts. Counts the foods for each text and lists none. */
    readonly groupsOf?: string;
  };
}

/** What was found, as plain data. */
export interface CatalogFound {
  /** In their order. */
  readonly rows: Uint32Array;
  /** How many foods a selection has. */
  readonly total?: number;
  /** Whether more foods follow these rows. */
  readonly hasMore?: boolean;
  /** How many foods have each code of the texts, from 0, which is not known. */
  readonly counts?: Uint32Array;
  /** What `match=fuzzy` understood. */
  readonly interpretation?: Interpretation;
}

/** What is searched: the index, and what conditions and orders compare. */
export type SearchedTable = Pick<CatalogData, 'index' | 'rows' | 'fields' | 'columns'>;

/** Foods that match, and how they are ordered. */
interface Ranked {
  readonly matches: AllMatches;
  /** The place of a row in the order, by that of its match. */
  readonly placeOf: (row: number, place: number) => number;
  readonly interpretation?: Interpretation;
}

/** Searches a table in every way. It keeps scratch memory, so it answers one search at a time. */
export class CatalogSearcher {
  readonly #engine: SearchEngine;
  readonly #columns: ColumnReaders;
  readonly #measures: FoodMeasures;
  readonly #rowCount: number;
  readonly #work: Work;
  readonly #blocks: MatchBlocks;
  readonly #first: TopRows;
  /** Valid until another text is searched for. */
  #last: { readonly key: string; readonly ranked: Ranked } | undefined;
  /** The rows that {@link #listedPlaces} has. */
  #listed: Uint32Array = new Uint32Array();
  readonly #listedPlaces: Uint8Array;

  /** @param work Counts what the searches do, and may end one. */
  constructor(table: SearchedTable, fuzzy: FuzzyOptions, work: Work) {
    this.#engine = new SearchEngine(table.index, fuzzy, work);
    this.#columns = new ColumnReaders(table);
    this.#measures = new FoodMeasures(table.fields);
    this.#rowCount = table.rows.starts.length - 1;
    this.#work = work;
    this.#blocks = new MatchBlocks(this.#rowCount, work);
    this.#first = new TopRows(work);
    this.#listedPlaces = new Uint8Array(this.#rowCount);
  }

  /** @throws WorkLimitError when the work allowed is done before the answer is known. */
  search({ text, mode, selection }: CatalogSearch): CatalogFound {
    if (selection === undefined) {
      const found = this.#engine.search(text ?? '', mode);
      return withInterpretation({ rows: this.#ordered(found) }, found.interpretation);
    }
    const ranked = this.#rank(text, mode);
    const { conditions, groupsOf } = selection;
    const found =
      groupsOf === undefined
        ? this.#select(ranked, selection)
        : this.#countGroups(ranked, conditions, groupsOf);
    return withInterpretation(found, ranked.interpretation);
  }

  /** Whether the matches of this text are still known from the last search. */
  knows(search: CatalogSearch): boolean {
    return search.selection !== undefined && this.#last?.key === textKey(search.text, search.mode);
  }

  /** The rows found. If the query has an amount, foods with its unit come first among equals. */
  #ordered({ rows, interpretation, scores }: Found): Uint32Array {
    const unit = interpretation?.unit;
    if (unit === undefined || scores === undefined) return rows;
    return this.#measures.withUnitFirst(rows, scores, unit);
  }

  /** The matches of a text. Those of the last one are kept for callers that read page by page. */
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

  /** All foods that match: first those that are listed without a selection, as they are listed. */
  #rankAll(text: string | undefined, mode: SearchMode): Ranked {
    if (text === undefined) {
      this.#work.reset();
      const matches: AllMatches = {
        count: this.#rowCount,
        placeAt: (i) => i,
        readRows: (from, count, into) => {
          for (let i = 0; i < count; i++) into[i] = from + i;
        },
        uncountedFrom: Number.POSITIVE_INFINITY,
      };
      return { matches, placeOf: (row) => row };
    }
    const { matches, ...found } = this.#engine.searchAll(text, mode);
    const listed = this.#placesAmong(this.#ordered(found));
    const placeOf = (row: number, place: number) => byteAt(listed, row) || MAX_FOODS + 1 + place;
    return withInterpretation({ matches, placeOf }, found.interpretation);
  }

  /** Per row, its place among these, from one; 0 if it is not among them. Valid until the next call. */
  #placesAmong(rows: Uint32Array): Uint8Array {
    for (const row of this.#listed) this.#listedPlaces[row] = 0;
    this.#listed = rows;
    rows.forEach((row, i) => {
      this.#listedPlaces[row] = i + 1;
    });
    return this.#listedPlaces;
  }

  #select(
    ranked: Ranked,
    { conditions, order, offset, limit }: Selection & { readonly limit: number },
  ): CatalogFound {
    const { matches, placeOf } = ranked;
    const placeIn = (row: number, match: number) => placeOf(row, matches.placeAt(match));
    const first = this.#first;
    first.begin(offset + limit, matches.count, placeIn);
    const readKeys = order && this.#keysOf(order);
    let total = 0;
    let listed = 0;
    const tests = this.#columns.testsFor(conditions);
    this.#blocks.visit(matches, tests, ({ rows, counted, values, ...block }) => {
      total += counted;
      // Foods that match only some words would come between the others.
      const count = order === undefined ? block.count : counted;
      listed += count;
      if (readKeys !== undefined) readKeys(rows, count, values);
      else
        for (let i = 0; i < count; i++)
          values[i] = placeIn(numberAt(rows, i), numberAt(block.matches, i));
      first.add(rows, block.matches, values, count);
    });
    const found = first.take(offset);
    return { rows: found, total, hasMore: listed > offset + found.length };
  }

  #countGroups(
    { matches }: Ranked,
    conditions: readonly Condition[],
    column: string,
  ): CatalogFound {
    const { codes, count: most } = this.#columns.codesOf(column);
    const counts = new Uint32Array(most + 1);
    this.#blocks.visit(matches, this.#columns.testsFor(conditions), ({ rows, counted, values }) => {
      readValues(codes, rows, counted, values);
      for (let i = 0; i < counted; i++) {
        const code = doubleAt(values, i);
        counts[code] = numberAt(counts, code) + 1;
      }
    });
    return { rows: new Uint32Array(), counts };
  }

  /** Reads what rows are sorted by. */
  #keysOf({ column, divisor, isDescending }: Order): ReadNumbers {
    return divisor === undefined
      ? this.#columns.keysOf(column, isDescending)
      : this.#columns.quotientsOf(column, divisor, isDescending);
  }
}

/** A key that is the same for all searches of the same text. */
export function textKey(text: string | undefined, mode: SearchMode): string {
  return text === undefined ? '' : `${mode}:${text}`;
}

function withInterpretation<T>(found: T, interpretation: Interpretation | undefined) {
  return interpretation === undefined ? found : { ...found, interpretation };
}
