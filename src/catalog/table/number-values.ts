import { byteAt, doubleAt, floatAt, numberAt, shortAt } from '../../search/flat-arrays.ts';

// Stores a column of numbers in the narrowest array that restores them exactly.

/** Numbers in the narrowest array that restores them exactly, in shared memory. */
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

/**
 * The arrays in which numbers are collected: integers with absolute values below the limit, or
 * doubles. Minus the limit stands for an unknown value.
 */
const COLLECTORS = [
  { limit: 2 ** 15, Type: Int16Array },
  { limit: 2 ** 31, Type: Int32Array },
] as const;
const DOUBLES = { limit: Number.POSITIVE_INFINITY, Type: Float64Array } as const;

/** Collects the numbers of a column in little more memory than the result needs. */
export class NumberValuesBuilder {
  #values: Int16Array | Int32Array | Float64Array = new Int16Array(1_024);
  #length = 0;
  #scale = 1;
  #collector: (typeof COLLECTORS)[number] | typeof DOUBLES = COLLECTORS[0];

  /** Adds the next row's number; NaN if it is unknown. */
  add(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    let stored = this.#stored(value);
    if (stored === undefined) {
      this.#makeRoomFor(value);
      stored = this.#stored(value) ?? value;
    }
    this.#values[this.#length++] = stored;
  }

  build(): NumberValuesData {
    const values = this.#values.subarray(0, this.#length);
    return values instanceof Float64Array ? floating(values) : this.#scaled(values);
  }

  /** Returns the value in its collected form; `undefined` if it does not fit into the array. */
  #stored(value: number): number | undefined {
    const { limit } = this.#collector;
    if (Number.isNaN(value)) return -limit;
    if (this.#collector === DOUBLES) return value;
    const scaled = scaledBy(value, this.#scale);
    return scaled !== undefined && Math.abs(scaled) < limit ? scaled : undefined;
  }

  #grow(): void {
    const larger = new this.#collector.Type(2 * this.#values.length);
    larger.set(this.#values);
    this.#values = larger;
  }

  /** Switches to more decimals, wider integers or doubles. */
  #makeRoomFor(value: number): void {
    const before = this.#values.subarray(0, this.#length);
    const [{ limit }, scale] = [this.#collector, this.#scale];
    const wanted = SCALES.find((one) => one >= scale && scaledBy(value, one) !== undefined);
    const factor = (wanted ?? 1) / scale;
    let most = Math.abs(value) * (wanted ?? 1);
    for (const stored of before) {
      if (stored !== -limit) most = Math.max(most, Math.abs(stored) * factor);
    }
    const fitting = COLLECTORS.find((one) => wanted !== undefined && most + 1 < one.limit);
    const collector = fitting ?? DOUBLES;
    this.#collector = collector;
    this.#values = new collector.Type(this.#values.length);
    this.#scale = wanted ?? scale;
    before.forEach((stored, row) => {
      const number = fitting === undefined ? stored / scale : stored * factor;
      this.#values[row] = stored === -limit ? -collector.limit : number;
    });
  }

  #scaled(collected: Int16Array | Int32Array): NumberValuesData {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const stored of collected) {
      if (stored === -this.#collector.limit) continue;
      least = Math.min(least, stored);
      most = Math.max(most, stored);
    }
    const base = least === Number.POSITIVE_INFINITY ? 0 : least;
    const values = narrowest(collected.length, most - base + 1);
    collected.forEach((stored, row) => {
      if (stored !== -this.#collector.limit) values[row] = stored - base + 1;
    });
    return { form: 'scaled', values, base, scale: this.#scale };
  }
}

/** Returns the value times the scale, if that is an integer that restores the value exactly. */
function scaledBy(value: number, scale: number): number | undefined {
  const scaled = Math.round(value * scale);
  return scaled / scale === value ? scaled : undefined;
}

/** Creates an array of zeros for numbers up to `most`, in shared memory. */
export function narrowest(
  length: number,
  most: number,
): (Uint8Array | Uint16Array | Uint32Array) & { readonly buffer: SharedArrayBuffer } {
  if (most <= 0xff) return new Uint8Array(new SharedArrayBuffer(length));
  if (most <= 0xffff) return new Uint16Array(new SharedArrayBuffer(2 * length));
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

function floating(collected: Float64Array): NumberValuesData {
  const isShort = collected.every((value) => Object.is(Math.fround(value), value));
  const values = isShort
    ? new Float32Array(new SharedArrayBuffer(4 * collected.length))
    : new Float64Array(new SharedArrayBuffer(8 * collected.length));
  collected.forEach((value, row) => {
    values[row] = value === -DOUBLES.limit ? Number.NaN : value;
  });
  return { form: 'floating', values };
}
