import { byteAt, sharedBytes } from './flat-arrays.ts';

/** A list of bytes whose length is not known beforehand. */
export class GrowingBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes so far, and room for more behind them. The next change may replace this array. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Makes room for so many more bytes, and returns the array to write them into. */
  reserve(count: number): Uint8Array {
    if (this.#length + count > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  /** Adds the bytes that were written into the reserved room. */
  advance(count: number): void {
    this.#length += count;
  }

  /** Adds a copy of the bytes from `start` to `end`. */
  append(bytes: Uint8Array, start: number, end: number): void {
    const target = this.reserve(end - start);
    // Words are short: a loop is faster than a call that copies.
    for (let i = start; i < end; i++) target[this.#length++] = byteAt(bytes, i);
  }

  /** A copy of the bytes in shared memory. */
  toArray(): Uint8Array<SharedArrayBuffer> {
    const copy = sharedBytes(this.#length);
    copy.set(this.#bytes.subarray(0, this.#length));
    return copy;
  }
}
