/** Bytes of unknown number, one text after the other. */
export class GrowingBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes so far and some spare ones: a view that the next change may outdate. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Makes room for so many more bytes, and gives the array to write them into. */
  reserve(count: number): Uint8Array {
    if (this.#length + count > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  /** Takes bytes that were written into the reserved room. */
  advance(count: number): void {
    this.#length += count;
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const target = this.reserve(end - start);
    for (let at = start; at < end; at++) target[this.#length++] = bytes[at] ?? 0;
  }

  /** A copy of exactly the bytes. */
  toArray(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}
