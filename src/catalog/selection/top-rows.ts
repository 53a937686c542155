import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';

// Collects the first rows of a `sort`: equal ones by rank, unknown values last.

/** At least this many are collected before the first are chosen. */
const MIN_COLLECTED = 1_024;
/** Units for each of those that are chosen from, in each pass. */
const CHOOSE_WORK = 1 / 4;

/** The place of a row by rank, which no other row has. */
type PlaceOf = (row: number, match: number) => number;

/** Collects the first rows by a number: the least first, equal ones by place, infinite ones last. */
export class TopRows {
  readonly #count: number;
  readonly #work: Work;
  readonly #placeOf: PlaceOf;
  readonly #keys: Float64Array;
  /** NaN until it is compared: a place may take long to find. */
  readonly #places: Float64Array;
  readonly #rows: Uint32Array;
  readonly #matches: Uint32Array;
  #size = 0;
  /** None after these is among the first. */
  #lastKey = Number.POSITIVE_INFINITY;
  #lastPlace = Number.POSITIVE_INFINITY;

  /** @param most how many rows could be added at most */
  constructor(count: number, most: number, work: Work, placeOf: PlaceOf) {
    const length = Math.min(Math.max(2 * count, MIN_COLLECTED), most + 1);
    this.#count = count;
    this.#work = work;
    this.#placeOf = placeOf;
    this.#keys = new Float64Array(length);
    this.#places = new Float64Array(length);
    this.#rows = new Uint32Array(length);
    this.#matches = new Uint32Array(length);
  }

  /** Whether no row with a key this large is among the first, whatever its place. */
  isTooLarge(key: number): boolean {
    return key > this.#lastKey;
  }

  add(row: number, match: number, key: number): void {
    if (key > this.#lastKey) return;
    const place = key === this.#lastKey ? this.#placeOf(row, match) : Number.NaN;
    if (place > this.#lastPlace) return;
    const at = this.#size++;
    this.#keys[at] = key;
    this.#places[at] = place;
    this.#rows[at] = row;
    this.#matches[at] = match;
    if (this.#size < this.#keys.length) return;
    this.#chooseFirst(this.#count);
    this.#size = Math.min(this.#size, this.#count);
    this.#findLast();
  }

  /** The first rows from this one on, in their order. It ends the collecting. */
  take(offset: number): Uint32Array {
    this.#chooseFirst(this.#count);
    this.#size = Math.min(this.#size, this.#count);
    this.#chooseFirst(offset);
    const listed = Array.from({ length: Math.max(this.#size - offset, 0) }, (_, i) => offset + i);
    listed.sort((a, b) => this.#compare(a, doubleAt(this.#keys, b), this.#place(b)));
    return Uint32Array.from(listed, (i) => numberAt(this.#rows, i));
  }

  #findLast(): void {
    [this.#lastKey, this.#lastPlace] = [doubleAt(this.#keys, 0), this.#place(0)];
    for (let i = 1; i < this.#size; i++) {
      if (this.#compare(i, this.#lastKey, this.#lastPlace) <= 0) continue;
      [this.#lastKey, this.#lastPlace] = [doubleAt(this.#keys, i), this.#place(i)];
    }
  }

  /**
   * Moves the first ones before the others, without sorting either.
   *
   * @see https://en.wikipedia.org/wiki/Quickselect
   */
  #chooseFirst(count: number): void {
    let [low, high] = [0, this.#size - 1];
    while (low < high && count > low && count <= high) {
      this.#work.spend(Math.ceil((high - low) * CHOOSE_WORK));
      const { left, right } = this.#partition(low, high);
      if (count <= right) high = right;
      else if (count >= left) low = left;
      else return;
    }
  }

  /** Partitions around the middle one: smaller ones left of `left`, the others right of `right`. */
  #partition(low: number, high: number): { left: number; right: number } {
    const middle = (low + high) >>> 1;
    const [key, place] = [doubleAt(this.#keys, middle), this.#place(middle)];
    let [left, right] = [low, high];
    while (left <= right) {
      while (this.#compare(left, key, place) < 0) left++;
      while (this.#compare(right, key, place) > 0) right--;
      if (left <= right) this.#swap(left++, right--);
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

  #swap(a: number, b: number): void {
    const [keys, places, rows, matches] = [this.#keys, this.#places, this.#rows, this.#matches];
    [keys[a], keys[b]] = [doubleAt(keys, b), doubleAt(keys, a)];
    [places[a], places[b]] = [doubleAt(places, b), doubleAt(places, a)];
    [rows[a], rows[b]] = [numberAt(rows, b), numberAt(rows, a)];
    [matches[a], matches[b]] = [numberAt(matches, b), numberAt(matches, a)];
  }
}
