import { numberAt } from '../../search/flat-arrays.ts';
import type { Work } from '../../search/work.ts';
import { elementOf } from '../table/number-values.ts';

// Collects the first rows of a `sort`: equal ones by rank, unknown values last.

/** So many are collected at least before the first of them are chosen. */
const MIN_COLLECTED = 1_024;
/** Units for each of those that are chosen from, in each pass. */
const CHOOSE_WORK = 1 / 4;

/** Collects the first rows by a number: the least first, equal ones by place, infinite ones last. */
export class TopRows {
  readonly #count: number;
  readonly #work: Work;
  readonly #keys: Float64Array;
  readonly #places: Float64Array;
  readonly #rows: Uint32Array;
  #size = 0;
  /** None after these is among the first. */
  #lastKey = Number.POSITIVE_INFINITY;
  #lastPlace = Number.POSITIVE_INFINITY;

  /** @param most how many rows could be added at most */
  constructor(count: number, most: number, work: Work) {
    const length = Math.min(Math.max(2 * count, MIN_COLLECTED), most + 1);
    this.#count = count;
    this.#work = work;
    this.#keys = new Float64Array(length);
    this.#places = new Float64Array(length);
    this.#rows = new Uint32Array(length);
  }

  /** Whether no row with a key this large is among the first, whatever its place. */
  isTooLarge(key: number): boolean {
    return key > this.#lastKey;
  }

  /** @param place its place by rank, which no other row has */
  add(row: number, place: number, key: number): void {
    if (key > this.#lastKey || (key === this.#lastKey && place > this.#lastPlace)) return;
    const at = this.#size++;
    this.#keys[at] = key;
    this.#places[at] = place;
    this.#rows[at] = row;
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
    listed.sort((a, b) => this.#compare(a, elementOf(this.#keys, b), elementOf(this.#places, b)));
    return Uint32Array.from(listed, (i) => numberAt(this.#rows, i));
  }

  #findLast(): void {
    let last = 0;
    for (let i = 1; i < this.#size; i++) {
      if (this.#compare(i, elementOf(this.#keys, last), elementOf(this.#places, last)) > 0)
        last = i;
    }
    this.#lastKey = elementOf(this.#keys, last);
    this.#lastPlace = elementOf(this.#places, last);
  }

  /**
   * Moves the first so many before the others, without putting either in order.
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

  /** Moves what is before the one in the middle to the left of `left`, the others right of `right`. */
  #partition(low: number, high: number): { left: number; right: number } {
    const middle = (low + high) >>> 1;
    const [key, place] = [elementOf(this.#keys, middle), elementOf(this.#places, middle)];
    let [left, right] = [low, high];
    while (left <= right) {
      while (this.#compare(left, key, place) < 0) left++;
      while (this.#compare(right, key, place) > 0) right--;
      if (left <= right) this.#swap(left++, right--);
    }
    return { left, right };
  }

  #compare(at: number, key: number, place: number): number {
    const own = elementOf(this.#keys, at);
    if (own !== key) return own < key ? -1 : 1;
    return elementOf(this.#places, at) - place;
  }

  #swap(a: number, b: number): void {
    const [key, place, row] = [
      elementOf(this.#keys, a),
      elementOf(this.#places, a),
      numberAt(this.#rows, a),
    ];
    this.#keys[a] = elementOf(this.#keys, b);
    this.#places[a] = elementOf(this.#places, b);
    this.#rows[a] = numberAt(this.#rows, b);
    this.#keys[b] = key;
    this.#places[b] = place;
    this.#rows[b] = row;
  }
}
