import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';
import type { RangeTest } from '../table/column-readers.ts';

// Finds the rows of a table that pass conditions, one bit per row, and remembers them for the
// latest conditions.

/** Work units per row. */
const CHECK_WORK = 1 / 4;

/** How many values are read together: a multiple of the bits in a number. */
const VALUES_TOGETHER = 1_024;

/** Callers keep their conditions while they type, sort and turn pages. */
const CONDITIONS_BYTES = 2 ** 21;
const [LEAST_CONDITIONS, MOST_CONDITIONS] = [8, 64];

/** Checks all rows of a table in order, which is faster than looking them up one by one. */
export class PassingRows {
  readonly #rowCount: number;
  readonly #work: Work;
  readonly #known: BoundedMap<string, Uint32Array>;
  readonly #columns = new Map<RangeTest['values'], number>();
  readonly #all: Uint32Array;
  readonly #block = new Float64Array(VALUES_TOGETHER);

  constructor(rowCount: number, work: Work) {
    this.#rowCount = rowCount;
    this.#work = work;
    this.#all = new Uint32Array(Math.ceil(rowCount / 32));
    const remembered = Math.floor(CONDITIONS_BYTES / (this.#all.byteLength + 1));
    this.#known = new BoundedMap(Math.max(LEAST_CONDITIONS, Math.min(remembered, MOST_CONDITIONS)));
  }

  /** Returns the rows that pass all tests, one bit per row. Valid until the next call. */
  of(tests: readonly RangeTest[]): Uint32Array {
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
    for (let start = 0; start < this.#rowCount; start += VALUES_TOGETHER) {
      const part = values.subarray(start, start + VALUES_TOGETHER);
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
