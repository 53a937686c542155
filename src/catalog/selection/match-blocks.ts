import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type { AllMatches } from '../../search/all-matches.ts';
import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';
import { isPassing, type RangeTest } from '../table/column-readers.ts';
import { readValues } from '../table/number-values.ts';

// Visits the matches that pass conditions, in blocks. Reading column by column is many times faster
// than row by row. Caches which rows pass recent conditions.

/** Work units per match, and per condition on it. */
const MATCH_WORK = 1;
const CONDITION_WORK = 1 / 4;

/** If at least one row in this many is a match, it is faster to check all rows in order. */
const DENSE_MATCHES = 16;

/** How many neighboring matches, which are close in memory, are examined together. */
const BLOCK = 256;
/**
 * Visits every n-th block, then again from a different start, so that the first blocks are a sample
 * of the whole table. A step near 0.618 times the stride (golden ratio) spreads the starts evenly.
 */
const [STRIDE, STEP] = [64, 39];

/** Matches that pass all conditions. A match and its row have the same index in both arrays. */
export interface MatchBlock {
  readonly matches: Uint32Array;
  readonly rows: Uint32Array;
  readonly count: number;
  /** How many matches count toward the total. They come first. */
  readonly counted: number;
  /** How many matches have been visited so far, whether they pass or not. */
  readonly visited: number;
  /** Scratch memory for one value per match. */
  readonly values: Float64Array;
}

/** Visits matches in blocks. Reuses its memory, so it serves one search at a time. */
export class MatchBlocks {
  readonly #work: Work;
  readonly #rowCount: number;
  readonly #passing: PassingRows;
  readonly #matches = new Uint32Array(BLOCK);
  readonly #rows = new Uint32Array(BLOCK);
  readonly #values = new Float64Array(BLOCK);

  /** @param work Counts the work of reading the table, which has `rowCount` rows. */
  constructor(rowCount: number, work: Work) {
    this.#work = work;
    this.#rowCount = rowCount;
    this.#passing = new PassingRows(rowCount, work);
  }

  /** Calls `visit` with the matches of each block that pass all tests. */
  visit(all: AllMatches, tests: readonly RangeTest[], visit: (block: MatchBlock) => void): void {
    const { count } = all;
    const [matches, rows, values] = [this.#matches, this.#rows, this.#values];
    const units = MATCH_WORK + CONDITION_WORK * tests.length;
    // Ends a search that is too long for this thread.
    this.#work.expect(units * count);
    // If there are many matches, all rows of the table are checked in order.
    const passing =
      tests.length > 0 && DENSE_MATCHES * count >= this.#rowCount
        ? this.#passing.find(tests)
        : undefined;
    // Strides through the blocks. If a table in the reverse of the wanted order were visited from
    // its beginning, each row would come before all earlier ones, so none could be skipped.
    let visited = 0;
    for (let turn = 0; turn < STRIDE; turn++) {
      const first = ((turn * STEP) % STRIDE) * BLOCK;
      for (let start = first; start < count; start += STRIDE * BLOCK) {
        const length = Math.min(BLOCK, count - start);
        this.#work.spend(Math.ceil(MATCH_WORK * length));
        this.#read(all, start, length);
        const kept =
          passing === undefined
            ? tests.reduce((left, test) => this.#keepPassing(test, left), length)
            : this.#keepMarked(passing, length);
        const counted = this.#moveCountedFirst(all, kept);
        visited += length;
        if (kept > 0) visit({ matches, rows, count: kept, counted, visited, values });
      }
    }
  }

  #read(all: AllMatches, start: number, length: number): void {
    const matches = this.#matches;
    for (let i = 0; i < length; i++) matches[i] = start + i;
    all.readRows(start, length, this.#rows);
  }

  /** Moves the matches whose rows pass to the front, and returns their number. */
  #keepMarked(passing: Uint32Array, count: number): number {
    const [matches, rows] = [this.#matches, this.#rows];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = numberAt(rows, i);
      rows[kept] = row;
      matches[kept] = numberAt(matches, i);
      kept += (numberAt(passing, row >>> 5) >>> (row & 31)) & 1;
    }
    return kept;
  }

  #keepPassing(test: RangeTest, count: number): number {
    const [matches, rows, values] = [this.#matches, this.#rows, this.#values];
    this.#work.spend(Math.ceil(CONDITION_WORK * count));
    readValues(test.values, rows, count, values);
    // Usually, all rows of a block pass.
    let kept = countPassing(test, values, count);
    for (let i = kept; i < count; i++) {
      if (!isPassing(test, doubleAt(values, i))) continue;
      rows[kept] = numberAt(rows, i);
      matches[kept] = numberAt(matches, i);
      kept++;
    }
    return kept;
  }

  /** Moves the matches that count toward the total to the front, and returns their number. */
  #moveCountedFirst({ positionAt, uncountedFrom }: AllMatches, count: number): number {
    if (uncountedFrom === Number.POSITIVE_INFINITY) return count;
    const [matches, rows] = [this.#matches, this.#rows];
    let counted = 0;
    for (let i = 0; i < count; i++) {
      const [match, row] = [numberAt(matches, i), numberAt(rows, i)];
      if (positionAt(match) >= uncountedFrom) continue;
      [matches[i], rows[i]] = [numberAt(matches, counted), numberAt(rows, counted)];
      [matches[counted], rows[counted]] = [match, row];
      counted++;
    }
    return counted;
  }
}

/** Returns the number of values before the first that fails. */
function countPassing(test: RangeTest, values: Float64Array, count: number): number {
  let i = 0;
  while (i < count && isPassing(test, doubleAt(values, i))) i++;
  return i;
}

/** Work units per row. */
const CHECK_WORK = 1 / 4;

/** How many values are read together: a multiple of the bitmap's 32 bits. */
const CHUNK_VALUES = 1_024;

/**
 * The size of the cache of conditions, which callers repeat while they type, sort and turn pages.
 */
const CONDITIONS_BYTES = 2 ** 21;
const [MIN_CONDITIONS, MAX_CONDITIONS] = [8, 64];

/** Checks all rows of a table in order, which is faster than looking them up one by one. */
class PassingRows {
  readonly #rowCount: number;
  readonly #work: Work;
  readonly #known: BoundedMap<string, Uint32Array>;
  readonly #columns = new Map<RangeTest['values'], number>();
  readonly #all: Uint32Array;
  readonly #block = new Float64Array(CHUNK_VALUES);

  constructor(rowCount: number, work: Work) {
    this.#rowCount = rowCount;
    this.#work = work;
    this.#all = new Uint32Array(Math.ceil(rowCount / 32));
    const remembered = Math.floor(CONDITIONS_BYTES / this.#all.byteLength);
    this.#known = new BoundedMap(Math.max(MIN_CONDITIONS, Math.min(remembered, MAX_CONDITIONS)));
  }

  /** Returns the rows that pass all tests, one bit per row. Valid until the next call. */
  find(tests: readonly RangeTest[]): Uint32Array {
    const all = this.#all.fill(0xffff_ffff);
    for (const test of tests) {
      const bits = remember(this.#known, this.#keyOf(test), () => this.#check(test));
      for (let i = 0; i < all.length; i++) all[i] = numberAt(all, i) & numberAt(bits, i);
    }
    return all;
  }

  #keyOf({ values, low, high, isInside, except }: RangeTest): string {
    const column = remember(this.#columns, values, () => this.#columns.size);
    return `${column} ${low} ${high} ${isInside} ${except}`;
  }

  #check({ values, low, high, isInside, except }: RangeTest): Uint32Array {
    const bits = new Uint32Array(this.#all.length);
    const block = this.#block;
    this.#work.spend(Math.ceil(CHECK_WORK * this.#rowCount));
    for (let start = 0; start < this.#rowCount; start += CHUNK_VALUES) {
      const part = values.subarray(start, start + CHUNK_VALUES);
      block.set(part);
      for (let i = 0; i < part.length; i++) {
        const value = doubleAt(block, i);
        if ((value >= low && value <= high) !== isInside || value === except) continue;
        const at = (start + i) >>> 5;
        bits[at] = numberAt(bits, at) | (1 << (i & 31));
      }
    }
    return bits;
  }
}
