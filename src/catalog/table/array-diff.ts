import { numberAt } from '../../search/flat-arrays.ts';
import { GrowingArray } from '../../search/growing-array.ts';

// Describes an array of integers by its differences from a similar one, such as the postings before
// and after a food was renamed.

export type Integers = Uint8Array | Uint32Array;

/**
 * An array as runs of another array's elements, and new elements. The same number is added to all
 * elements of a run. For example, if a string grows, so do all offsets after it.
 */
export interface ArrayDiff {
  readonly length: number;
  /**
   * Pairs that renumber old elements before runs are copied: the first value of a range, and the
   * number to add to all values in it. If a word is new, the numbers of all later words grow.
   */
  readonly shifts: Uint32Array;
  /**
   * {@link RUN_NUMBERS} for each run, in order: how many new elements come before it, how many old
   * elements are skipped (modulo 2^32, to go back) and copied, and the number to add to the copies.
   */
  readonly runs: Uint32Array;
  /** The new elements, including those after the last run. */
  readonly added: Integers;
}

const RUN_NUMBERS = 4;
/** A shorter run would save little or no space. */
const MIN_RUN = 8;
/**
 * The search for a run first tries to skip up to this many elements, and to add up to this many new
 * ones.
 */
const NEAR = 16;
/** In the old array, runs that are far away are looked for only at multiples of this. */
const LONG_RUN = 256;
/** Runs up to this length are copied element by element, which is faster than a native copy. */
const SHORT_RUN = 64;

/**
 * Returns how an array differs from another; `undefined` if the changes would take as much space as
 * the array.
 */
export function diffArrays(old: Integers, after: Integers): ArrayDiff | undefined {
  const shifts = shiftsBetween(old, after);
  const before = shifted(old, shifts);
  const positions = longRunsIn(before);
  const runs = new GrowingArray();
  let [from, to, skipped, fresh, freshSum] = [0, 0, 0, 0, 0];
  while (to < after.length) {
    const count = runLength(before, from, after, to);
    const isLast = count > 0 && to + count === after.length;
    if (count >= MIN_RUN || isLast) {
      const sum = (at(after, to) - at(before, from)) >>> 0;
      for (const number of [fresh, skipped >>> 0, count, sum]) runs.push(number);
      from += count;
      to += count;
      [fresh, skipped] = [0, 0];
    } else {
      const next = nextRun(before, from, after, to, positions);
      fresh += next.fresh;
      freshSum += next.fresh;
      skipped += next.skipped;
      from += next.skipped;
      to += next.fresh;
    }
    const bytes = runs.length * Uint32Array.BYTES_PER_ELEMENT + freshSum * after.BYTES_PER_ELEMENT;
    if (bytes >= after.byteLength) return undefined;
  }
  const described = { length: after.length, shifts, runs: runs.toArray() };
  return { ...described, added: addedIn(after, described.runs, freshSum) };
}

/**
 * Returns the {@link ArrayDiff.shifts}; none unless all elements are less than the array's length,
 * as word numbers are. Ignores shifts of few elements.
 */
function shiftsBetween(before: Integers, after: Integers): Uint32Array {
  const limit = before.length;
  const shifts = new GrowingArray();
  if (before instanceof Uint8Array || before.some((value) => value >= limit))
    return shifts.toArray();
  // Compares from the start and from the end, since new elements may be in either half.
  const growth = after.length - limit;
  const fromStart = votesFor(before, after, 0);
  const fromEnd = growth === 0 ? fromStart : votesFor(before, after, growth);
  const { sums, votes } = fromEnd.all > fromStart.all ? fromEnd : fromStart;
  for (let [value, last] = [0, 0]; value < limit; ) {
    const first = value;
    const sum = at(sums, first);
    let all = 0;
    do all += at(votes, value++);
    while (value < limit && (votes[value] === 0 || sums[value] === sum));
    if (sum === last || all < MIN_RUN) continue;
    for (const number of [first, sum]) shifts.push(number);
    last = sum;
  }
  return shifts.toArray();
}

/** For each value, returns the number most often added to it, by a Boyer–Moore majority vote. */
function votesFor(before: Integers, after: Integers, offset: number) {
  const sums = new Uint32Array(before.length);
  const votes = new Uint32Array(before.length);
  let all = 0;
  for (let i = Math.max(0, -offset); i < before.length && i + offset < after.length; i++) {
    const value = at(before, i);
    const sum = (at(after, i + offset) - value) >>> 0;
    const vote = votes[value] === 0 || sums[value] === sum ? 1 : -1;
    if (votes[value] === 0) sums[value] = sum;
    votes[value] = at(votes, value) + vote;
    all += vote;
  }
  return { sums, votes, all };
}

/** Returns the elements after adding {@link ArrayDiff.shifts}. */
function shifted(elements: Integers, shifts: Uint32Array): Integers {
  if (shifts.length === 0) return elements;
  if ((shifts.at(-2) ?? 0) >= elements.length)
    throw new RangeError('The changes are for a different array');
  const sums = new Uint32Array((shifts.at(-2) ?? 0) + 1);
  for (let i = 0; i < shifts.length; i += 2) {
    sums.fill(numberAt(shifts, i + 1), numberAt(shifts, i), shifts[i + 2]);
  }
  const last = sums.length - 1;
  const all = new Uint32Array(elements.length);
  for (let i = 0; i < all.length; i++) {
    const value = at(elements, i);
    all[i] = value + numberAt(sums, Math.min(value, last));
  }
  return all;
}

/** Maps hashes from {@link shapeAt} to positions where long runs may begin. */
function longRunsIn(before: Integers): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  for (let position = 0; position + MIN_RUN <= before.length; position += LONG_RUN) {
    positions.set(shapeAt(before, position), position);
  }
  return positions;
}

/** Returns how many elements from these positions on differ by the same number, up to `limit`. */
function runLength(
  before: Integers,
  from: number,
  after: Integers,
  to: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  const max = Math.min(before.length - from, after.length - to, limit);
  if (max <= 0) return 0;
  const sum = at(after, to) - at(before, from);
  let count = 1;
  while (count < max && at(after, to + count) - at(before, from + count) === sum) count++;
  return count;
}

/**
 * Finds the next run: one nearby, or a long one anywhere in the old array. If there is none, the
 * next elements count as new.
 */
function nextRun(
  before: Integers,
  from: number,
  after: Integers,
  to: number,
  positions: ReadonlyMap<number, number>,
) {
  const isRun = (skipped: number, fresh: number, minLength = MIN_RUN) =>
    runLength(before, from + skipped, after, to + fresh, minLength) >= minLength;
  for (let count = 1; count <= NEAR; count++) {
    if (isRun(count, count)) return { skipped: count, fresh: count };
  }
  for (let near = 0; near < NEAR * NEAR; near++) {
    const [skipped, fresh] = [Math.floor(near / NEAR), near % NEAR];
    if (isRun(skipped, fresh)) return { skipped, fresh };
  }
  const reach = 2 * LONG_RUN;
  for (let fresh = 0; fresh <= reach && to + fresh + MIN_RUN <= after.length; fresh++) {
    const position = positions.get(shapeAt(after, to + fresh));
    if (position !== undefined && isRun(position - from, fresh, LONG_RUN / 2))
      return { skipped: position - from, fresh };
  }
  return {
    skipped: Math.min(reach, before.length - from),
    fresh: Math.min(reach, after.length - to),
  };
}

/** Returns a hash of the next elements, which does not change if a number is added to them all. */
function shapeAt(array: Integers, position: number): number {
  let shape = 0;
  for (let i = 1; i < MIN_RUN; i++) {
    shape = (Math.imul(shape, 31) + at(array, position + i) - at(array, position)) | 0;
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

/**
 * Writes the old array with these changes to `after`.
 *
 * @throws RangeError if the changes do not fit
 */
export function applyDiff(old: Integers, changes: ArrayDiff, after: Integers): void {
  const { shifts, runs, added } = changes;
  const before = shifted(old, shifts);
  let [from, to, next] = [0, 0, 0];
  for (let i = 0; i < runs.length; i += RUN_NUMBERS) {
    const fresh = numberAt(runs, i);
    const count = numberAt(runs, i + 2);
    const sum = numberAt(runs, i + 3);
    if (fresh > 0) after.set(added.subarray(next, next + fresh), to);
    next += fresh;
    to += fresh;
    from = (from + numberAt(runs, i + 1)) >>> 0;
    // This also bounds the work, since runs may copy the same old elements repeatedly.
    if (to + count > after.length) throw new RangeError('The changes are longer than the array');
    if (sum === 0 && count > SHORT_RUN) after.set(before.subarray(from, from + count), to);
    else for (let k = 0; k < count; k++) after[to + k] = at(before, from + k) + sum;
    from += count;
    to += count;
  }
  after.set(added.subarray(next), to);
}

function at(array: Integers, position: number): number {
  const element = array[position];
  if (element === undefined) throw new RangeError(`The array has no element ${position}`);
  return element;
}
