// Makes arrays in shared memory, reads them with a check of the bounds, and searches in them.

/**
 * The arrays that an index consists of. Their memory is shared, so every thread of the process can
 * search the same index without a copy of its own.
 */

/** Zeroed bytes in shared memory. */
export function sharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** Zeroed 32-bit numbers in shared memory. */
export function sharedNumbers(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/**
 * The byte at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) throw outOfRange(index, bytes.length);
  return byte;
}

/**
 * The number at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function numberAt(numbers: Uint32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw outOfRange(index, numbers.length);
  return number;
}

/**
 * The short number at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function shortAt(shorts: Uint16Array, index: number): number {
  const short = shorts[index];
  if (short === undefined) throw outOfRange(index, shorts.length);
  return short;
}

/**
 * The float at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function floatAt(floats: Float32Array, index: number): number {
  const float = floats[index];
  if (float === undefined) throw outOfRange(index, floats.length);
  return float;
}

/**
 * The double at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function doubleAt(doubles: Float64Array, index: number): number {
  const double = doubles[index];
  if (double === undefined) throw outOfRange(index, doubles.length);
  return double;
}

/**
 * The element at an index that must exist, of a list that is no typed array: an accessor for each
 * kind of array keeps each of them fast.
 *
 * @throws RangeError for any other index: a bug, not the caller's fault.
 */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw outOfRange(index, list.length);
  return element;
}

function outOfRange(index: number, length: number): RangeError {
  return new RangeError(`Index ${index} is outside of an array of ${length} elements`);
}

/** The first place from `start` on that is far enough, as are all after it; `end` where none is. */
export function firstPlace(
  start: number,
  end: number,
  isEnough: (place: number) => boolean,
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

/** Marks some of the numbers below a count, and forgets them all at once. */
export class Marks {
  /** Per number, the round in which it was last marked. */
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

  /** Marks a number, and returns whether that is new. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.#rounds[number] = this.#round;
    return true;
  }
}
