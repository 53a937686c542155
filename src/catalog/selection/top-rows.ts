import type { Work } from '../../search/work.ts';

// Keeps the first rows of a `sort`: equal ones by rank, unknown values last.

/** Rows that are collected, of which the first in some order are kept. */
export interface RowCollector {
  /** @param place its place by rank, which no other row has */
  add(row: number, place: number): void;
  /** The first rows, in their order. It ends the collecting. */
  take(): number[];
}

interface Candidate<Key> {
  readonly row: number;
  readonly place: number;
  readonly key: Key | undefined;
}

/** So many are collected at least before they are sorted. */
const MIN_COLLECTED = 1_024;
/** Units for each that is sorted: about log₂ of how many there are. */
const SORT_WORK = 12;

/** Keeps the first rows by a key: equal ones by place, those without a key last. */
export class TopRows<Key> implements RowCollector {
  readonly #count: number;
  readonly #keyOf: (row: number) => Key | undefined;
  readonly #compareKeys: (a: Key, b: Key) => number;
  readonly #work: Work;
  readonly #isSurelyAfter: (row: number, last: Key) => boolean;
  #collected: Candidate<Key>[] = [];
  /** None after it is among the first. */
  #last: Candidate<Key> | undefined;

  /** @param isSurelyAfter whether a row comes after a key, where that can be told without its own */
  constructor(
    count: number,
    keyOf: (row: number) => Key | undefined,
    compareKeys: (a: Key, b: Key) => number,
    work: Work,
    isSurelyAfter: (row: number, last: Key) => boolean = () => false,
  ) {
    this.#count = count;
    this.#keyOf = keyOf;
    this.#compareKeys = compareKeys;
    this.#work = work;
    this.#isSurelyAfter = isSurelyAfter;
  }

  add(row: number, place: number): void {
    const lastKey = this.#last?.key;
    if (lastKey !== undefined && this.#isSurelyAfter(row, lastKey)) return;
    const key = this.#keyOf(row);
    if (this.#last !== undefined && this.#compare(key, place, this.#last) > 0) return;
    this.#collected.push({ row, place, key });
    if (this.#collected.length >= Math.max(2 * this.#count, MIN_COLLECTED)) this.#keepFirst();
  }

  take(): number[] {
    this.#keepFirst();
    return this.#collected.map(({ row }) => row);
  }

  #keepFirst(): void {
    this.#work.spend(this.#collected.length * SORT_WORK);
    this.#collected.sort((a, b) => this.#compare(a.key, a.place, b));
    if (this.#collected.length <= this.#count) return;
    this.#collected.length = this.#count;
    this.#last = this.#collected.at(-1);
  }

  #compare(key: Key | undefined, place: number, other: Candidate<Key>): number {
    if (key === undefined || other.key === undefined) {
      if (key !== other.key) return key === undefined ? 1 : -1;
      return place - other.place;
    }
    return this.#compareKeys(key, other.key) || place - other.place;
  }
}
