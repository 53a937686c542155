// Creates arrays in shared memory, and provides bounds-checked access and binary search. An index
// consists of such arrays, so every thread of the process can search it without a copy of its own.

/** Returns zeroed bytes in shared memory. */
export function sharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** Returns zeroed 32-bit numbers in shared memory. */
export function sharedNumbers(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/**
 * Returns the byte at an index.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) throw outOfRange(index, bytes.length);
  return byte;
}

/**
 * Returns the number at an index.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function numberAt(numbers: Uint32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw outOfRange(index, numbers.length);
  return number;
}

/**
 * Returns the 16-bit number at an index.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function shortAt(shorts: Uint16Array, index: number): number {
  const short = shorts[index];
  if (short === undefined) throw outOfRange(index, shorts.length);
  return short;
}

/**
 * Returns the float at an index.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function floatAt(floats: Float32Array, index: number): number {
  const float = floats[index];
  if (float === undefined) throw outOfRange(index, floats.length);
  return float;
}

/**
 * Returns the double at an index.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function doubleAt(doubles: Float64Array, index: number): number {
  const double = doubles[index];
  if (double === undefined) throw outOfRange(index, doubles.length);
  return double;
}

/**
 * Returns the element at an index of a plain array. V8 optimizes each accessor for its kind of
 * array.
 *
 * @throws RangeError if the index is out of bounds: a bug, not bad input
 */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw outOfRange(index, list.length);
  return element;
}

function outOfRange(index: number, length: number): RangeError {
  return new RangeError(`Index ${index} is outside of an array of ${length} elements`);
}

/**
 * Binary search: returns the first index at or after `start` for which `isEnough` holds, or `end`.
 * `isEnough` must also hold for all later indexes.
 */
export function firstIndex(
  start: number,
  end: number,
  isEnough: (index: number) => boolean,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Like {@link firstIndex}, without a callback: finds the first number that is at least `min` in an
 * ascending array.
 */
export function firstAtLeast(
  numbers: Uint32Array,
  min: number,
  start = 0,
  end = numbers.length,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(numbers, middle) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A set of numbers below a limit, nearly always cleared in constant time. */
export class ReusableSet {
  /** For each number, the round in which it was last marked. */
  readonly #rounds: Uint8Array;
  #round = 1;

  constructor(count: number) {
    this.#rounds = new Uint8Array(count);
  }

  clear(): void {
    this.#round++;
    if (this.#round <= 0xff) return;
    this.#rounds.fill(0);
    this.#round = 1;
  }

  has(number: number): boolean {
    return this.#rounds[number] === this.#round;
  }

  /** Marks a number, and returns whether it was not marked before. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.#rounds[number] = this.#round;
    return true;
  }
}
