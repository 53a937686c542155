import { byteAt, numberAt, sharedBytes, sharedNumbers } from './flat-arrays.ts';

// Lists of numbers or bytes whose length is not known in advance; the error for a table with too much
// text.

const FIRST_LENGTH = 1024;
/** From this length on, memory grows where it is. A MiB: most tables never get there. */
const IN_PLACE_LENGTH = 2 ** 18;
/** More cannot be counted in 32 bits. */
const MOST_BYTES = 2 ** 32 * Uint32Array.BYTES_PER_ELEMENT;

/**
 * A list of 32-bit numbers whose length is not known in advance. While it is short, it is copied into
 * twice the memory. Then it grows where it is, in addresses that are set aside for it: nothing is copied
 * or left to the collector, and the memory is given back as soon as it is not needed.
 */
export class GrowingArray {
  #values = new Uint32Array(FIRST_LENGTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return numberAt(this.#values, index);
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values in shared memory. The list is used up: its own memory is given back. */
  toArray(): Uint32Array<SharedArrayBuffer> {
    const copy = sharedNumbers(this.#length);
    copy.set(this.#values.subarray(0, this.#length));
    this.release();
    return copy;
  }

  /** Gives the memory back, where that is worth it: the list is used up. */
  release(): void {
    const { buffer } = this.#values;
    if (buffer.resizable) buffer.resize(0);
  }

  #grow(): void {
    const { buffer } = this.#values;
    const bytes = Math.min(buffer.byteLength * 2, MOST_BYTES);
    if (buffer.resizable) {
      buffer.resize(bytes);
      return;
    }
    const isLong = this.#length >= IN_PLACE_LENGTH;
    const larger = new ArrayBuffer(bytes, isLong ? { maxByteLength: MOST_BYTES } : undefined);
    const values = new Uint32Array(larger);
    values.set(this.#values);
    this.#values = values;
  }
}

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
   * Makes room for more bytes, and returns the array to write them into.
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
