import { numberAt } from '../../search/flat-arrays.ts';
import { GrowingArray } from '../../search/growing-array.ts';

// Describes an array of integers by its differences from a similar one, such as the postings before
// and after a food was renamed.

export type Integers = Uint8Array | Uint32Array;

/**
 * An array that consists of runs of elements of another array, and of new elements. The same number
 * is added to all elements of a run. For example, if a text grows, so do all offsets after it.
 */
export interface ArrayChanges {
  readonly length: number;
  /**
   * For each run, {@link RUN_NUMBERS} numbers: how many new elements come before it, how many old
   * elements are skipped, how many are taken, and what is added to them.
   */
  readonly runs: Uint32Array;
  /** The new elements, including those after the last run. */
  readonly added: Integers;
}

const RUN_NUMBERS = 4;
/** A shorter run would take as much space as its elements. */
const MIN_RUN = 8;
/** How far apart the places of equal elements may be. Most names are shorter than this. */
const REACH = 512;
/** Up to this many replaced elements are looked for first. */
const NEAR = 16;
/** Shorter runs are copied one by one, which is faster than a native copy. */
const SHORT_RUN = 64;

/** Returns how an array differs from another; `undefined` if that takes no less space. */
export function changesBetween(before: Integers, after: Integers): ArrayChanges | undefined {
  const runs = new GrowingArray();
  let [from, to, skipped, fresh, freshSum] = [0, 0, 0, 0, 0];
  while (to < after.length) {
    const count = runLength(before, from, after, to);
    const isLast = count > 0 && to + count === after.length;
    if (count >= MIN_RUN || isLast) {
      const sum = (at(after, to) - at(before, from)) >>> 0;
      for (const number of [fresh, skipped, count, sum]) runs.push(number);
      from += count;
      to += count;
      [fresh, skipped] = [0, 0];
    } else {
      const next = nextRun(before, from, after, to);
      fresh += next.fresh;
      freshSum += next.fresh;
      skipped += next.skipped;
      from += next.skipped;
      to += next.fresh;
    }
    const bytes = runs.length * Uint32Array.BYTES_PER_ELEMENT + freshSum * after.BYTES_PER_ELEMENT;
    if (bytes >= after.byteLength) return undefined;
  }
  const described = { length: after.length, runs: runs.toArray() };
  return { ...described, added: addedIn(after, described.runs, freshSum) };
}

/** Returns how many elements from these places on differ by the same number. */
function runLength(before: Integers, from: number, after: Integers, to: number): number {
  const most = Math.min(before.length - from, after.length - to);
  if (most <= 0) return 0;
  const sum = at(after, to) - at(before, from);
  let count = 1;
  while (count < most && at(after, to + count) - at(before, from + count) === sum) count++;
  return count;
}

/**
 * Finds the nearest run of equal elements after these places. If there is none, all elements within
 * reach are new.
 */
function nextRun(before: Integers, from: number, after: Integers, to: number) {
  const isRun = (skipped: number, fresh: number) =>
    runLength(before, from + skipped, after, to + fresh) >= MIN_RUN;
  for (let count = 1; count <= NEAR; count++) {
    if (isRun(count, count)) return { skipped: count, fresh: count };
  }
  const places = new Map<number, number>();
  for (let skipped = REACH; skipped >= 0; skipped--) {
    if (from + skipped + MIN_RUN <= before.length) {
      places.set(shapeAt(before, from + skipped), skipped);
    }
  }
  for (let fresh = 0; fresh <= REACH && to + fresh + MIN_RUN <= after.length; fresh++) {
    const skipped = places.get(shapeAt(after, to + fresh));
    if (skipped !== undefined && isRun(skipped, fresh)) return { skipped, fresh };
  }
  return {
    skipped: Math.min(REACH, before.length - from),
    fresh: Math.min(REACH, after.length - to),
  };
}

/** Returns a hash that is the same for elements that all differ by the same number. */
function shapeAt(array: Integers, place: number): number {
  let shape = 0;
  for (let i = 1; i < MIN_RUN; i++) {
    shape = (Math.imul(shape, 31) + at(array, place + i) - at(array, place)) | 0;
  }
  return shape;
}

function addedIn(after: Integers, runs: Uint32Array, count: number): Integers {
  const added = after instanceof Uint8Array ? new Uint8Array(count) : new Uint32Array(count);
  let [to, next] = [0, 0];
  const add = (fresh: number) => {
    added.set(after.subarray(to, to + fresh), next);
    next += fresh;
  };
  for (let i = 0; i < runs.length; i += RUN_NUMBERS) {
    const fresh = numberAt(runs, i);
    add(fresh);
    to += fresh + numberAt(runs, i + 2);
  }
  add(after.length - to);
  return added;
}

/** Whether there are no changes. */
export function isUnchanged(before: Integers, { length, runs }: ArrayChanges): boolean {
  if (before.length !== length) return false;
  return length === 0 || [0, 0, length, 0].every((number, i) => runs[i] === number);
}

/**
 * Writes an array with changes.
 *
 * @throws RangeError if the changes do not fit
 */
export function writeChanged(before: Integers, changes: ArrayChanges, after: Integers): void {
  const { runs, added } = changes;
  let [from, to, next] = [0, 0, 0];
  for (let i = 0; i < runs.length; i += RUN_NUMBERS) {
    const fresh = numberAt(runs, i);
    const count = numberAt(runs, i + 2);
    const sum = numberAt(runs, i + 3);
    if (fresh > 0) after.set(added.subarray(next, next + fresh), to);
    next += fresh;
    to += fresh;
    from += numberAt(runs, i + 1);
    if (sum === 0 && count > SHORT_RUN) after.set(before.subarray(from, from + count), to);
    else for (let k = 0; k < count; k++) after[to + k] = at(before, from + k) + sum;
    from += count;
    to += count;
  }
  after.set(added.subarray(next), to);
}

function at(array: Integers, place: number): number {
  const element = array[place];
  if (element === undefined) throw new RangeError(`The array has no element ${place}`);
  return element;
}
