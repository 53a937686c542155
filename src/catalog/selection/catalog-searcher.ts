import type { AllMatches } from '../../search/all-matches.ts';
import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { FuzzyOptions } from '../../search/fuzzy/fuzzy-searcher.ts';
import type { Interpretation } from '../../search/fuzzy/interpretation.ts';
import { MAX_FOODS } from '../../search/limits.ts';
import type { SearchMode } from '../../search/match.ts';
import { type Found, SearchEngine } from '../../search/search-engine.ts';
import type { Work } from '../../search/work.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ColumnReaders, type RangeTest } from '../table/column-readers.ts';
import { FoodMeasures } from '../table/food-measures.ts';
import { type ReadNumbers, readValues } from '../table/number-values.ts';
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
    /** A column of coded texts: how many foods have each is counted, and no food listed. */
    readonly groupsOf?: string;
  };
}

/** What was found, as plain data. */
export interface CatalogFound {
  /** In their order. */
  readonly rows: Uint32Array;
  /** How many foods a selection has. */
  readonly total?: number;
  /** Whether some follow the rows of a selection. */
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

/** Units for each match, and for each condition that it has to meet. */
const MATCH_WORK = 1 / 2;
const CONDITION_WORK = 1 / 4;

/** So many matches beside each other are looked at together: they are close in memory. */
const BLOCK = 256;
/** So many blocks apart, blocks are visited: some in each part of the table first. */
const STRIDE = 64;

/** Matches that meet all conditions: so many of a block, each at the same place of both arrays. */
interface Block {
  readonly matches: Uint32Array;
  readonly rows: Uint32Array;
  readonly count: number;
}

/** Searches a table in every way. It keeps scratch memory, so it answers one search at a time. */
export class CatalogSearcher {
  readonly #engine: SearchEngine;
  readonly #columns: ColumnReaders;
  readonly #measures: FoodMeasures;
  readonly #rowCount: number;
  readonly #work: Work;
  /** Of the matches of a block. */
  readonly #matches = new Uint32Array(BLOCK);
  readonly #rows = new Uint32Array(BLOCK);
  readonly #values = new Float64Array(BLOCK);

  /** @param work Counts what the searches do, and may end one. */
  constructor(table: SearchedTable, fuzzy: FuzzyOptions, work: Work) {
    this.#engine = new SearchEngine(table.index, fuzzy, work);
    this.#columns = new ColumnReaders(table);
    this.#measures = new FoodMeasures(table.fields);
    this.#rowCount = table.rows.starts.length - 1;
    this.#work = work;
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

  /** The rows that were found; with an amount, of equal ones those first that have its unit. */
  #ordered({ rows, interpretation, scores }: Found): Uint32Array {
    const unit = interpretation?.unit;
    if (unit === undefined || scores === undefined) return rows;
    return this.#measures.withUnitFirst(rows, scores, unit);
  }

  /** All foods that match: first those that are listed without a selection, as they are listed. */
  #rank(text: string | undefined, mode: SearchMode): Ranked {
    if (text === undefined) {
      this.#work.reset();
      const matches: AllMatches = {
        count: this.#rowCount,
        placeAt: (i) => i,
        rowAt: (i) => i,
        uncountedFrom: Number.POSITIVE_INFINITY,
      };
      return { matches, placeOf: (row) => row };
    }
    const { matches, ...found } = this.#engine.searchAll(text, mode);
    const listed = new Map(Array.from(this.#ordered(found), (row, place) => [row, place]));
    const placeOf = (row: number, place: number) => listed.get(row) ?? MAX_FOODS + place;
    return withInterpretation({ matches, placeOf }, found.interpretation);
  }

  #select(
    ranked: Ranked,
    { conditions, order, offset, limit }: Selection & { readonly limit: number },
  ): CatalogFound {
    const { matches, placeOf } = ranked;
    const first = new TopRows(offset + limit, matches.count, this.#work, (row, match) =>
      placeOf(row, matches.placeAt(match)),
    );
    const readKeys = this.#keysOf(order);
    let total = 0;
    let listed = 0;
    this.#visit(matches, conditions, (block) => {
      const { rows } = block;
      const counted = countedFirst(matches, block);
      total += counted;
      // What meets only some words of a text would come between the others.
      const count = order === undefined ? block.count : counted;
      listed += count;
      readKeys(rows, count, this.#values);
      for (let i = 0; i < count; i++) {
        const key = doubleAt(this.#values, i);
        if (!first.isTooLarge(key)) first.add(numberAt(rows, i), numberAt(block.matches, i), key);
      }
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
    this.#visit(matches, conditions, (block) => {
      const count = countedFirst(matches, block);
      readValues(codes, block.rows, count, this.#values);
      for (let i = 0; i < count; i++) {
        const code = doubleAt(this.#values, i);
        counts[code] = numberAt(counts, code) + 1;
      }
    });
    return { rows: new Uint32Array(), counts };
  }

  /** Calls `visit` with the matches of each block that meet all conditions. */
  #visit(
    { count, rowAt }: AllMatches,
    conditions: readonly Condition[],
    visit: (block: Block) => void,
  ): void {
    const tests = this.#columns.testsFor(conditions);
    const units = MATCH_WORK + CONDITION_WORK * tests.length;
    // A search that is too long for this thread is begun by another one.
    this.#work.expect(units * count);
    // In a table that has the opposite order, each row would be the first so far.
    for (let first = 0; first < STRIDE * BLOCK; first += BLOCK) {
      for (let start = first; start < count; start += STRIDE * BLOCK) {
        const length = Math.min(BLOCK, count - start);
        this.#work.spend(units * length);
        const kept = this.#readBlock(rowAt, start, length, tests);
        if (kept > 0) visit({ matches: this.#matches, rows: this.#rows, count: kept });
      }
    }
  }

  /** Reads so many matches, and says how many of them pass: they are at the front. */
  #readBlock(
    rowAt: (i: number) => number,
    start: number,
    length: number,
    tests: readonly RangeTest[],
  ): number {
    const [matches, rows] = [this.#matches, this.#rows];
    for (let i = 0; i < length; i++) {
      matches[i] = start + i;
      rows[i] = rowAt(start + i);
    }
    let kept = length;
    for (const test of tests) kept = this.#keepPassing(test, kept);
    return kept;
  }

  #keepPassing(test: RangeTest, count: number): number {
    const { low, high, isInside } = test;
    const [matches, rows, values] = [this.#matches, this.#rows, this.#values];
    readValues(test.values, rows, count, values);
    // Of most conditions that somebody makes up, all rows of a block pass.
    let kept = countPassing(test, values, count);
    for (let i = kept; i < count; i++) {
      if (isWithin(doubleAt(values, i), low, high) !== isInside) continue;
      rows[kept] = numberAt(rows, i);
      matches[kept] = numberAt(matches, i);
      kept++;
    }
    return kept;
  }

  /** Reads what rows are sorted by: the same for all without an order, which leaves their places. */
  #keysOf(order: Order | undefined): ReadNumbers {
    if (order === undefined) return (_rows, count, into) => into.fill(0, 0, count);
    const { column, divisor, isDescending } = order;
    return divisor === undefined
      ? this.#columns.keysOf(column, isDescending)
      : this.#columns.quotientsOf(column, divisor, isDescending);
  }
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

/** How many values pass before the first that does not. */
function countPassing(
  { low, high, isInside }: RangeTest,
  values: Float64Array,
  count: number,
): number {
  let i = 0;
  if (isInside) while (i < count && isWithin(doubleAt(values, i), low, high)) i++;
  else while (i < count && !isWithin(doubleAt(values, i), low, high)) i++;
  return i;
}

/** Moves those of a block that are counted before the others, and says how many are. */
function countedFirst({ placeAt, uncountedFrom }: AllMatches, block: Block): number {
  if (uncountedFrom === Number.POSITIVE_INFINITY) return block.count;
  const { matches, rows } = block;
  let counted = 0;
  for (let i = 0; i < block.count; i++) {
    const [match, row] = [numberAt(matches, i), numberAt(rows, i)];
    if (placeAt(match) >= uncountedFrom) continue;
    [matches[i], rows[i]] = [numberAt(matches, counted), numberAt(rows, counted)];
    [matches[counted], rows[counted]] = [match, row];
    counted++;
  }
  return counted;
}

function withInterpretation<T>(found: T, interpretation: Interpretation | undefined) {
  return interpretation === undefined ? found : { ...found, interpretation };
}
