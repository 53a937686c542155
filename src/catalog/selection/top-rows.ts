import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';
import type { MatchBlock } from './match-blocks.ts';

// Collects the first rows of a `sort`: ties by rank, unknown values last.

/** The minimum number of rows to collect before choosing the first. */
const MIN_COLLECTED = 1_024;
/** Keeps this many times the rows that a sample suggests, since samples vary. */
const SAMPLE_MARGIN = 1.5;
/**
 * The minimum number of rows kept from a sample: about four `MatchBlock`s, since the rows of a
 * block may be alike.
 */
const MIN_SAMPLE = 1_000;
/** Work units per candidate in each pass. */
const CHOOSE_WORK = 1 / 4;

/** Returns a row's position by rank, which is unique. */
type PositionOf = (row: number, match: number) => number;

/**
 * Collects the first rows by a number: smallest first, ties by position, infinite numbers last.
 * Reuses its memory, since new arrays for each search would cost more in garbage collection.
 */
export class TopRows {
  readonly #work: Work;
  #count = 0;
  #positionOf: PositionOf = () => 0;
  #max = 0;
  #maySample = false;
  #hasSampled = false;
  /** How many rows are collected before the first are chosen. */
  #capacity = 0;
  #size = 0;
  #keys = new Float64Array(0);
  /**
   * The positions of the rows. A position is NaN until a comparison needs it, since finding it may
   * be slow.
   */
  #positions = new Float64Array(0);
  #rows = new Uint32Array(0);
  #matches = new Uint32Array(0);
  #chosen = new Float64Array(0);
  /** Rows after this key and position are not among the first. */
  #lastKey = Number.POSITIVE_INFINITY;
  #lastPosition = Number.POSITIVE_INFINITY;

  /** @param work Counts the work of choosing. */
  constructor(work: Work) {
    this.#work = work;
  }

  /**
   * Starts over.
   *
   * @param count how many rows are wanted
   * @param max how many rows may be added
   * @param maySample whether the first rows added may serve as a sample that tells which later rows
   *   to drop
   */
  begin(count: number, max: number, positionOf: PositionOf, maySample: boolean): void {
    this.#count = count;
    this.#max = max;
    this.#positionOf = positionOf;
    this.#maySample = maySample;
    this.#hasSampled = false;
    this.#size = 0;
    this.#lastKey = Number.POSITIVE_INFINITY;
    this.#lastPosition = Number.POSITIVE_INFINITY;
    this.#capacity = Math.min(Math.max(2 * count, MIN_COLLECTED), max + 1);
    if (this.#capacity <= this.#keys.length) return;
    this.#keys = new Float64Array(this.#capacity);
    this.#positions = new Float64Array(this.#capacity);
    this.#rows = new Uint32Array(this.#capacity);
    this.#matches = new Uint32Array(this.#capacity);
    this.#chosen = new Float64Array(this.#capacity);
  }

  /**
   * Adds the first `count` rows of a block, each with its key. One call per row would be slower.
   */
  add({ rows, matches, values: keys, visited }: MatchBlock, count: number): void {
    for (let i = 0; i < count; i++) {
      const key = doubleAt(keys, i);
      if (key > this.#lastKey) continue;
      const [row, match] = [numberAt(rows, i), numberAt(matches, i)];
      const position = key === this.#lastKey ? this.#positionOf(row, match) : Number.NaN;
      if (position > this.#lastPosition) continue;
      const at = this.#size++;
      this.#keys[at] = key;
      this.#positions[at] = position;
      this.#rows[at] = row;
      this.#matches[at] = match;
      if (this.#size < this.#capacity) continue;
      const expected = (this.#count * visited) / this.#max;
      if (this.#maySample) this.#keepSampled(Math.ceil(SAMPLE_MARGIN * expected));
      this.#maySample = false;
      if (this.#size === this.#capacity) this.#keepFirst();
    }
  }

  /**
   * Returns the first rows from this offset on, in order. Call it after the last `add`. Returns
   * `undefined` if a misleading sample caused some of these rows to be dropped.
   */
  take(offset: number): Uint32Array | undefined {
    if (this.#hasSampled && this.#size < this.#count) return undefined;
    this.#keepFirst();
    if (offset >= this.#size) return new Uint32Array();
    const [key, position] = offset === 0 ? [Number.NEGATIVE_INFINITY, 0] : this.#lastOf(offset);
    const listed: number[] = [];
    for (let i = 0; i < this.#size; i++) if (this.#compare(i, key, position) > 0) listed.push(i);
    listed.sort((a, b) => this.#compare(a, doubleAt(this.#keys, b), this.#position(b)));
    return Uint32Array.from(listed, (i) => numberAt(this.#rows, i));
  }

  /** Treats all rows added so far as a sample, and drops all but the first `count` and ties. */
  #keepSampled(count: number): void {
    if (count < MIN_SAMPLE || count >= this.#count) return;
    this.#hasSampled = true;
    const [key] = this.#lastOf(count);
    this.#keepUpTo(key, Number.POSITIVE_INFINITY);
  }

  #keepFirst(): void {
    if (this.#size <= this.#count) return;
    this.#keepUpTo(...this.#lastOf(this.#count));
  }

  #keepUpTo(key: number, position: number): void {
    const [keys, positions] = [this.#keys, this.#positions];
    const [rows, matches] = [this.#rows, this.#matches];
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      const own = doubleAt(keys, i);
      if (own > key || (own === key && this.#position(i) > position)) continue;
      keys[kept] = own;
      positions[kept] = doubleAt(positions, i);
      rows[kept] = numberAt(rows, i);
      matches[kept++] = numberAt(matches, i);
    }
    this.#size = kept;
    [this.#lastKey, this.#lastPosition] = [key, position];
  }

  /** Returns the key and the position of the last row to keep. */
  #lastOf(count: number): readonly [key: number, position: number] {
    const [keys, chosen] = [this.#keys, this.#chosen];
    for (let i = 0; i < this.#size; i++) chosen[i] = doubleAt(keys, i);
    const key = this.#nthOf(this.#size, count);
    let [less, equal] = [0, 0];
    for (let i = 0; i < this.#size; i++) {
      const own = doubleAt(keys, i);
      if (own < key) less++;
      else if (own === key) chosen[equal++] = this.#position(i);
    }
    return [key, this.#nthOf(equal, count - less)];
  }

  /**
   * Returns the n-th smallest of the first `size` numbers in `#chosen`. `n` starts at 1.
   *
   * @see https://en.wikipedia.org/wiki/Quickselect
   */
  #nthOf(size: number, n: number): number {
    let [low, high] = [0, size - 1];
    while (low < high) {
      this.#work.spend(Math.ceil((high - low) * CHOOSE_WORK));
      const { left, right } = this.#partition(low, high);
      if (n - 1 <= right) high = right;
      else if (n - 1 >= left) low = left;
      else break;
    }
    return doubleAt(this.#chosen, n - 1);
  }

  /**
   * Partitions around the middle number: none left of `left` is larger, none right of `right` less.
   */
  #partition(low: number, high: number): { left: number; right: number } {
    const chosen = this.#chosen;
    const middle = doubleAt(chosen, (low + high) >>> 1);
    let [left, right] = [low, high];
    while (left <= right) {
      while (doubleAt(chosen, left) < middle) left++;
      while (doubleAt(chosen, right) > middle) right--;
      if (left > right) break;
      const other = doubleAt(chosen, left);
      chosen[left++] = doubleAt(chosen, right);
      chosen[right--] = other;
    }
    return { left, right };
  }

  #compare(at: number, key: number, position: number): number {
    const own = doubleAt(this.#keys, at);
    if (own !== key) return own < key ? -1 : 1;
    return this.#position(at) - position;
  }

  #position(at: number): number {
    const known = doubleAt(this.#positions, at);
    if (!Number.isNaN(known)) return known;
    const position = this.#positionOf(numberAt(this.#rows, at), numberAt(this.#matches, at));
    this.#positions[at] = position;
    return position;
  }
}
