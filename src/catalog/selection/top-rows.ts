import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';
import type { MatchBlock } from './match-blocks.ts';

// Collects the first rows of a `sort`: ties by rank, unknown values last.

/** The minimum number of rows to collect before choosing the first. */
const MIN_COLLECTED = 1_024;
/** The factor by which more rows are kept than a sample suggests, since samples vary. */
const SAMPLE_MARGIN = 1.5;
/**
 * The minimum number of rows kept from a sample: about four blocks, since rows of a block may be
 * alike.
 */
const MIN_SAMPLE = 1_000;
/** Work units per candidate in each pass. */
const CHOOSE_WORK = 1 / 4;

/** Returns a row's place by rank, which is unique. */
type PlaceOf = (row: number, match: number) => number;

/**
 * Collects the first rows by a number: smallest first, ties by place, infinite numbers last. Reuses
 * its memory, since new arrays for each search would cost more in garbage collection.
 */
export class TopRows {
  readonly #work: Work;
  #count = 0;
  #placeOf: PlaceOf = () => 0;
  #most = 0;
  #maySample = false;
  #hasSampled = false;
  /** How many rows are collected before the first are chosen. */
  #room = 0;
  #size = 0;
  #keys = new Float64Array(0);
  /** NaN until a comparison needs the place, since finding it may take long. */
  #places = new Float64Array(0);
  #rows = new Uint32Array(0);
  #matches = new Uint32Array(0);
  #chosen = new Float64Array(0);
  /** Rows after this key and place are not among the first. */
  #lastKey = Number.POSITIVE_INFINITY;
  #lastPlace = Number.POSITIVE_INFINITY;

  /** @param work Counts the work of choosing. */
  constructor(work: Work) {
    this.#work = work;
  }

  /**
   * Starts over.
   *
   * @param count how many rows are wanted
   * @param most how many rows may be added
   * @param maySample whether the first rows added may serve as a sample that tells which later rows
   *   to drop
   */
  begin(count: number, most: number, placeOf: PlaceOf, maySample: boolean): void {
    this.#count = count;
    this.#most = most;
    this.#placeOf = placeOf;
    this.#maySample = maySample;
    this.#hasSampled = false;
    this.#size = 0;
    this.#lastKey = Number.POSITIVE_INFINITY;
    this.#lastPlace = Number.POSITIVE_INFINITY;
    this.#room = Math.min(Math.max(2 * count, MIN_COLLECTED), most + 1);
    if (this.#room <= this.#keys.length) return;
    this.#keys = new Float64Array(this.#room);
    this.#places = new Float64Array(this.#room);
    this.#rows = new Uint32Array(this.#room);
    this.#matches = new Uint32Array(this.#room);
    this.#chosen = new Float64Array(this.#room);
  }

  /**
   * Adds the first `count` rows of a block, each with its key. One call per row would be slower.
   */
  add({ rows, matches, values: keys, visited }: MatchBlock, count: number): void {
    for (let i = 0; i < count; i++) {
      const key = doubleAt(keys, i);
      if (key > this.#lastKey) continue;
      const [row, match] = [numberAt(rows, i), numberAt(matches, i)];
      const place = key === this.#lastKey ? this.#placeOf(row, match) : Number.NaN;
      if (place > this.#lastPlace) continue;
      const at = this.#size++;
      this.#keys[at] = key;
      this.#places[at] = place;
      this.#rows[at] = row;
      this.#matches[at] = match;
      if (this.#size < this.#room) continue;
      const expected = (this.#count * visited) / this.#most;
      if (this.#maySample) this.#keepSampled(Math.ceil(SAMPLE_MARGIN * expected));
      this.#maySample = false;
      if (this.#size === this.#room) this.#keepFirst();
    }
  }

  /**
   * Returns the first rows from this offset on, in order, and ends the collecting. Returns
   * `undefined` if the sample was misleading, so that some of them were dropped.
   */
  take(offset: number): Uint32Array | undefined {
    if (this.#hasSampled && this.#size < this.#count) return undefined;
    this.#keepFirst();
    if (offset >= this.#size) return new Uint32Array();
    const [key, place] = offset === 0 ? [Number.NEGATIVE_INFINITY, 0] : this.#lastOf(offset);
    const listed: number[] = [];
    for (let i = 0; i < this.#size; i++) if (this.#compare(i, key, place) > 0) listed.push(i);
    listed.sort((a, b) => this.#compare(a, doubleAt(this.#keys, b), this.#place(b)));
    return Uint32Array.from(listed, (i) => numberAt(this.#rows, i));
  }

  /** Treats all rows added so far as a sample, and drops all but these first ones. */
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

  #keepUpTo(key: number, place: number): void {
    const [keys, places, rows, matches] = [this.#keys, this.#places, this.#rows, this.#matches];
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      const own = doubleAt(keys, i);
      if (own > key || (own === key && this.#place(i) > place)) continue;
      keys[kept] = own;
      places[kept] = doubleAt(places, i);
      rows[kept] = numberAt(rows, i);
      matches[kept++] = numberAt(matches, i);
    }
    this.#size = kept;
    [this.#lastKey, this.#lastPlace] = [key, place];
  }

  /** Returns the key and the place of the last row to keep. */
  #lastOf(count: number): readonly [key: number, place: number] {
    const [keys, chosen] = [this.#keys, this.#chosen];
    for (let i = 0; i < this.#size; i++) chosen[i] = doubleAt(keys, i);
    const key = this.#nthOf(this.#size, count);
    let [less, equal] = [0, 0];
    for (let i = 0; i < this.#size; i++) {
      const own = doubleAt(keys, i);
      if (own < key) less++;
      else if (own === key) chosen[equal++] = this.#place(i);
    }
    return [key, this.#nthOf(equal, count - less)];
  }

  /**
   * Returns the n-th number, from 1, of the chosen ones.
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
   * Partitions around the middle number: smaller ones left of `left`, larger ones right of `right`.
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

  #compare(at: number, key: number, place: number): number {
    const own = doubleAt(this.#keys, at);
    if (own !== key) return own < key ? -1 : 1;
    return this.#place(at) - place;
  }

  #place(at: number): number {
    const known = doubleAt(this.#places, at);
    if (!Number.isNaN(known)) return known;
    const place = this.#placeOf(numberAt(this.#rows, at), numberAt(this.#matches, at));
    this.#places[at] = place;
    return place;
  }
}
