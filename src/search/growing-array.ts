import { numberAt, sharedNumbers } from './flat-arrays.ts';

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
