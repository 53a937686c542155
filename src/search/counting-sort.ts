import { numberAt } from './flat-arrays.ts';

// Sorts by small numbers.

/**
 * Sorts by small numbers, the groups, in three steps: {@link count} each element, {@link layOut} the
 * groups, one after the other, and ask {@link nextPlace} where each element goes. Elements of one group
 * stay in the order in which their places are asked for.
 */
export class CountingSort {
  /** First the size of each group, one ahead; then its next free place. */
  readonly #next: Uint32Array;

  constructor(groupCount: number) {
    this.#next = new Uint32Array(groupCount + 1);
  }

  /** Begins anew. */
  clear(): void {
    this.#next.fill(0);
  }

  count(group: number): void {
    this.#next[group + 1] = numberAt(this.#next, group + 1) + 1;
  }

  layOut(): void {
    let start = 0;
    for (let group = 1; group < this.#next.length; group++) {
      start += numberAt(this.#next, group);
      this.#next[group] = start;
    }
  }

  /** Where a group begins, before any of its places is asked for; after the last, where that ends. */
  startOf(group: number): number {
    return numberAt(this.#next, group);
  }

  /** Where a group ends, after all of its places were asked for. */
  endOf(group: number): number {
    return numberAt(this.#next, group);
  }

  nextPlace(group: number): number {
    const place = numberAt(this.#next, group);
    this.#next[group] = place + 1;
    return place;
  }
}
