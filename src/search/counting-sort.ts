import { numberAt, sharedNumbers } from './flat-arrays.ts';

// Counting sort by small numbers, and its use for posting lists.

/**
 * Sorts elements by a small number, their group, in three steps: {@link count} each element, {@link
 * layOut} the groups in order, and ask {@link nextPosition} for the position of each element.
 * Within a group, elements keep the order in which they get their positions.
 */
export class CountingSort {
  /**
   * While counting, `[group + 1]` holds the group's size; after {@link layOut}, `[group]` holds its
   * next free position.
   */
  readonly #next: Uint32Array;
  /** The index after the last nonempty group. */
  #end = 0;

  constructor(groupCount: number) {
    this.#next = new Uint32Array(groupCount + 1);
  }

  /** The number of groups up to the last nonempty one. */
  get groupCount(): number {
    return this.#end;
  }

  /** Prepares for another sort. */
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

  /**
   * Returns the next position of a group: its start, or its end once all its positions are taken.
   * For a group past the last one, returns the number of elements.
   */
  positionIn(group: number): number {
    return numberAt(this.#next, Math.min(group, this.#end));
  }

  /** Takes the next position of a group, and returns it. */
  nextPosition(group: number): number {
    const place = numberAt(this.#next, group);
    this.#next[group] = place + 1;
    return place;
  }
}

/** Sorts postings by term and, within a term, by group. The sort is stable. */
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
    postingStarts[term] = sort.positionIn(term * groupsPerTerm);
  }
  const postings = sharedNumbers(count);
  for (let i = 0; i < count; i++) postings[sort.nextPosition(groupOf(i))] = postingOf(i);
  return { postings, postingStarts };
}
