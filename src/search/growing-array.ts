import { numberAt, sharedNumbers } from './flat-arrays.ts';

/** A list of 32-bit numbers whose length is not known in advance. */
export class GrowingArray {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return numberAt(this.#values, index);
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** A copy of the values in shared memory. */
  toArray(): Uint32Array<SharedArrayBuffer> {
    const copy = sharedNumbers(this.#length);
    copy.set(this.#values.subarray(0, this.#length));
    return copy;
  }
}
