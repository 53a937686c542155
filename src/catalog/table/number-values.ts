import {
  byteAt,
  doubleAt,
  elementAt,
  floatAt,
  numberAt,
  shortAt,
} from '../../search/flat-arrays.ts';

// Stores a column of numbers in the narrowest array that restores them exactly.

/** Numbers in the narrowest array that holds them exactly, in shared memory. */
export type NumberValuesData =
  | {
      readonly form: 'scaled';
      /** The number is `(n - 1 + base) / scale`, unless `n` is {@link UNKNOWN_NUMBER}. */
      readonly values: Uint8Array | Uint16Array | Uint32Array;
      readonly base: number;
      readonly scale: number;
    }
  /** NaN is an unknown value. */
  | { readonly form: 'floating'; readonly values: Float32Array | Float64Array };

/** The ordinals of a column of strings, or of numbers that doubles cannot hold exactly. */
export interface OrdinalsData {
  readonly form: 'ordinal';
  /** The ordinal of each row's value among the distinct values, from 1; 0 if unknown. */
  readonly ordinals: Uint8Array | Uint16Array | Uint32Array;
  /** For each ordinal from 1, a row that has it. */
  readonly rows: Uint32Array;
}

const UNKNOWN_NUMBER = 0;

/** Reads the numbers of the first `count` rows into an array. */
export type ReadNumbers = (rows: Uint32Array, count: number, into: Float64Array) => void;

/** Returns a reader of numbers, which yields NaN for unknown ones. */
export function numbersOf(data: NumberValuesData): ReadNumbers {
  const { values } = data;
  if (data.form === 'floating') return (...read) => readValues(values, ...read);
  const { base, scale } = data;
  return (rows, count, into) => {
    readValues(values, rows, count, into);
    for (let i = 0; i < count; i++) {
      const stored = doubleAt(into, i);
      into[i] = stored === UNKNOWN_NUMBER ? Number.NaN : (stored - 1 + base) / scale;
    }
  };
}

/**
 * Returns a reader of quotients, multiplied by `sign`. Unknown quotients are infinite. A single
 * loop decodes and divides, since a loop for each step would take 50% longer.
 */
export function quotientsOf(
  dividends: NumberValuesData,
  divisors: NumberValuesData,
  sign: 1 | -1,
): ReadNumbers {
  const { unknown: unknownAbove, offset: offsetAbove, scale: scaleAbove } = codingOf(dividends);
  const { unknown: unknownBelow, offset: offsetBelow, scale: scaleBelow } = codingOf(divisors);
  let belows = new Float64Array();
  return (rows, count, into) => {
    if (belows.length < count) belows = new Float64Array(count);
    readValues(dividends.values, rows, count, into);
    readValues(divisors.values, rows, count, belows);
    for (let i = 0; i < count; i++) {
      const above = doubleAt(into, i);
      const below = doubleAt(belows, i);
      const quotient = (above + offsetAbove) / scaleAbove / ((below + offsetBelow) / scaleBelow);
      const isKnown = above !== unknownAbove && below !== unknownBelow && Number.isFinite(quotient);
      into[i] = isKnown ? sign * quotient : Number.POSITIVE_INFINITY;
    }
  };
}

/** Returns how to decode a stored value: `(value + offset) / scale`, unless it is `unknown`. */
function codingOf(data: NumberValuesData): Record<'unknown' | 'offset' | 'scale', number> {
  return data.form === 'floating'
    ? { unknown: Number.NaN, offset: 0, scale: 1 }
    : { unknown: UNKNOWN_NUMBER, offset: data.base - 1, scale: data.scale };
}

/** Reads values as stored. */
export function readValues(
  values: NumberValuesData['values'],
  rows: Uint32Array,
  count: number,
  into: Float64Array,
): void {
  // V8 optimizes a separate loop for each kind of array.
  if (values instanceof Uint8Array) {
    for (let i = 0; i < count; i++) into[i] = byteAt(values, numberAt(rows, i));
  } else if (values instanceof Uint16Array) {
    for (let i = 0; i < count; i++) into[i] = shortAt(values, numberAt(rows, i));
  } else if (values instanceof Uint32Array) {
    for (let i = 0; i < count; i++) into[i] = numberAt(values, numberAt(rows, i));
  } else if (values instanceof Float32Array) {
    for (let i = 0; i < count; i++) into[i] = floatAt(values, numberAt(rows, i));
  } else {
    for (let i = 0; i < count; i++) into[i] = doubleAt(values, numberAt(rows, i));
  }
}

/** Numbers with up to five decimals are stored as integers, multiplied by one of these scales. */
const SCALES = [1, 10, 100, 1_000, 10_000, 100_000];

/** The absolute values of scaled numbers are below this, so their differences fit in 32 bits. */
const SCALED_LIMIT = 2 ** 31;

/** Collects the numbers of a column. */
export class NumberValuesBuilder {
  #values = new Float64Array(1_024);
  #length = 0;
  /**
   * The index of the smallest scale that makes all numbers integers. If there is none, the index is
   * past the end.
   */
  #scale = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** Adds the next row's number, which is NaN if unknown. */
  add(value: number): void {
    if (this.#length === this.#values.length) {
      this.#values = new Float64Array(this.#values.buffer.transfer(2 * this.#values.byteLength));
    }
    this.#values[this.#length++] = value;
    if (Number.isNaN(value)) return;
    while (this.#scale < SCALES.length && !isScaledBy(value, elementAt(SCALES, this.#scale))) {
      this.#scale += 1;
    }
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  build(): NumberValuesData {
    const numbers = this.#values.subarray(0, this.#length);
    const scale = SCALES[this.#scale];
    if (scale === undefined) return floating(numbers);
    const scaled = (value: number) => Math.round(value * scale);
    const isEmpty = this.#max < this.#min;
    const [base, max] = isEmpty ? [0, -1] : [scaled(this.#min), scaled(this.#max)];
    if (Math.max(-base, max) + 1 >= SCALED_LIMIT) return floating(numbers);
    const values = zerosUpTo(numbers.length, max - base + 1);
    numbers.forEach((value, row) => {
      if (!Number.isNaN(value)) values[row] = scaled(value) - base + 1;
    });
    return { form: 'scaled', values, base, scale };
  }
}

/** Checks whether the value times the scale is an integer that restores the value exactly. */
function isScaledBy(value: number, scale: number): boolean {
  return Math.round(value * scale) / scale === value;
}

/** Creates an array of zeros for numbers up to `max`, in shared memory. */
export function zerosUpTo(
  length: number,
  max: number,
): (Uint8Array | Uint16Array | Uint32Array) & { readonly buffer: SharedArrayBuffer } {
  if (max <= 0xff) return new Uint8Array(new SharedArrayBuffer(length));
  if (max <= 0xffff) return new Uint16Array(new SharedArrayBuffer(2 * length));
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

function floating(collected: Float64Array): NumberValuesData {
  const isShort = collected.every((value) => Object.is(Math.fround(value), value));
  const values = isShort
    ? new Float32Array(new SharedArrayBuffer(4 * collected.length))
    : new Float64Array(new SharedArrayBuffer(8 * collected.length));
  values.set(collected);
  return { form: 'floating', values };
}
