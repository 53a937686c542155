import { byteAt, sharedBytes } from './flat-arrays.ts';

// A list of bytes whose length is not known in advance; the error for a table with too much text.

/** A list of bytes whose length is not known in advance. */
export class GrowingBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes so far, and room for more after them. The next change may replace this array. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /**
   * Makes room for so many more bytes, and returns the array to write them into.
   *
   * @throws RangeError beyond 4 GiB: places in the bytes are numbers of 32 bits
   */
  reserve(count: number): Uint8Array {
    const wanted = this.#length + count;
    if (wanted > this.#bytes.length) {
      if (wanted > MAX_BYTES) throw new RangeError(TOO_MANY);
      const length = Math.min(Math.max(this.#bytes.length * 2, wanted), MAX_BYTES);
      // The memory before is given back at once, not when the collector comes by.
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
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

  /** The bytes in shared memory. The list is used up: its own memory is given back. */
  toArray(): Uint8Array<SharedArrayBuffer> {
    const copy = sharedBytes(this.#length);
    copy.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(0));
    return copy;
  }
}

/** What places in bytes can point to. */
export const MAX_BYTES = 2 ** 32 - 1;
export const TOO_MANY =
  'The table has more than 4 GiB of text: split it (docs/deployment.md says how).';
