import { numberAt, sharedNumbers } from './flat-arrays.ts';

// Sorts by small numbers, and postings by their terms.

/**
 * Sorts by small numbers, the groups, in three steps: {@link count} each element, {@link layOut} the
 * groups, one after the other, and ask {@link nextPlace} where each element goes. Elements of one group
 * stay in the order in which their places are asked for.
 */
export class CountingSort {
  /** First the size of each group, one ahead; then its next free place. */
  readonly #next: Uint32Array;
  /** The group after the last that has elements. */
  #end = 0;

  constructor(groupCount: number) {
    this.#next = new Uint32Array(groupCount + 1);
  }

  /** How many groups there are up to the last that has elements. */
  get groupCount(): number {
    return this.#end;
  }

  /** Begins anew. */
  clear(): void {
    this.#next.fill(0, 0, this.#end + 1);
    this.#end = 0;
  }

  count(group: number): void {
    if (group >= this.#end) this.#end = group + 1;
    this.#next[group + 1] = numberAt(this.#next, group + 1) + 1;
  }

  layOut(): void {
    let start = 0;
    for (let group = 1; group <= this.#end; group++) {
      start += numberAt(this.#next, group);
      this.#next[group] = start;
    }
  }

  /** Where a group begins, before any of its places is asked for; after the last, where that ends. */
  startOf(group: number): number {
    return numberAt(this.#next, Math.min(group, this.#end));
  }

  /** Where a group ends, after all of its places were asked for. */
  endOf(group: number): number {
    return numberAt(this.#next, Math.min(group, this.#end));
  }

  nextPlace(group: number): number {
    const place = numberAt(this.#next, group);
    this.#next[group] = place + 1;
    return place;
  }
}

/**
 * Sorts the postings of some terms, each of which has as many groups. Those of one group stay in their
 * order.
 */
export function sortPostings(
  { count, termCount, groupsPerTerm }: Record<'count' | 'termCount' | 'groupsPerTerm', number>,
  groupOf: (i: number) => number,
  postingOf: (i: number) => number,
) {
  const sort = new CountingSort(termCount * groupsPerTerm);
  for (let i = 0; i < count; i++) sort.count(groupOf(i));
  sort.layOut();
  const postingStarts = sharedNumbers(termCount + 1);
  for (let term = 0; term <= termCount; term++) {
    postingStarts[term] = sort.startOf(term * groupsPerTerm);
  }
  const postings = sharedNumbers(count);
  for (let i = 0; i < count; i++) postings[sort.nextPlace(groupOf(i))] = postingOf(i);
  return { postings, postingStarts };
}
