import { byteAt, numberAt, sharedBytes, sharedNumbers } from './flat-arrays.ts';

// Growing lists of numbers or bytes, and the error for a table with too much text.

const FIRST_LENGTH = 64;
/** At this length (1 MiB) and above, memory is extended in place. Most tables stay below it. */
const IN_PLACE_LENGTH = 2 ** 18;
/** The memory of 2³² values, the most that 32 bits can count. */
const MAX_ARRAY_BYTES = 2 ** 32 * Uint32Array.BYTES_PER_ELEMENT;

/**
 * A growing list of 32-bit numbers. A short list grows by a copy into twice the memory. A long list
 * grows in place, in a reserved address range, so that nothing is copied or left to the garbage
 * collector; {@link release} then frees its memory immediately.
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

  /**
   * Returns the values in shared memory and releases the list's own memory; the list must not be
   * used afterward.
   */
  toArray(): Uint32Array<SharedArrayBuffer> {
    const copy = sharedNumbers(this.#length);
    copy.set(this.#values.subarray(0, this.#length));
    this.release();
    return copy;
  }

  /** Releases the memory if it is large; the list must not be used afterward. */
  release(): void {
    const { buffer } = this.#values;
    if (buffer.resizable) buffer.resize(0);
  }

  #grow(): void {
    const { buffer } = this.#values;
    const bytes = Math.min(buffer.byteLength * 2, MAX_ARRAY_BYTES);
    if (buffer.resizable) {
      buffer.resize(bytes);
      return;
    }
    const isLong = this.#length >= IN_PLACE_LENGTH;
    const larger = new ArrayBuffer(bytes, isLong ? { maxByteLength: MAX_ARRAY_BYTES } : undefined);
    const values = new Uint32Array(larger);
    values.set(this.#values);
    this.#values = values;
  }
}

/** A growing list of bytes. */
export class GrowingBytes {
  #bytes = new Uint8Array(1 << 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes so far, with spare room after them. The next change may replace this array. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /**
   * Makes room for more bytes, and returns the array to write them to.
   *
   * @throws RangeError beyond 4 GiB, since offsets are 32-bit numbers
   */
  reserve(count: number): Uint8Array {
    const wanted = this.#length + count;
    if (wanted > this.#bytes.length) {
      if (wanted > MAX_BYTES) throw new RangeError(TOO_MANY);
      const length = Math.min(Math.max(this.#bytes.length * 2, wanted), MAX_BYTES);
      // Releases the old memory immediately, not at the next garbage collection.
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
    }
    return this.#bytes;
  }

  /** Appends the bytes that were written to the reserved room. */
  advance(count: number): void {
    this.#length += count;
  }

  /** Appends a copy of the bytes from `start` to `end`. */
  append(bytes: Uint8Array, start: number, end: number): void {
    const target = this.reserve(end - start);
    // Words are short: a loop is faster than a copying call.
    for (let i = start; i < end; i++) target[this.#length++] = byteAt(bytes, i);
  }

  /**
   * Returns the bytes in shared memory and releases the list's own memory; the list must not be
   * used afterward.
   */
  toArray(): Uint8Array<SharedArrayBuffer> {
    const copy = sharedBytes(this.#length);
    copy.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(0));
    return copy;
  }
}

/** The maximum 32-bit offset. */
export const MAX_BYTES = 2 ** 32 - 1;
export const TOO_MANY =
  'The table has more than 4 GiB of text: split it (docs/deployment.md says how).';
