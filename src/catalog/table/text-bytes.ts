import { sharedBytes } from '../../search/flat-arrays.ts';
import { GrowingArray, MAX_BYTES, TOO_MANY } from '../../search/growing-array.ts';
import { ENCODER, MAX_BYTES_PER_UNIT } from '../../search/utf8.ts';

// Concatenates strings in UTF-8, without ever having all of them in memory twice.

const FIRST_CHUNK = 2 ** 12;
const LARGEST_CHUNK = 2 ** 22;

/** Concatenated UTF-8 strings, in shared memory. */
export interface Texts {
  readonly bytes: Uint8Array;
  /** Text `n` is between `starts[n]` and `starts[n + 1]`. */
  readonly starts: Uint32Array;
}

/**
 * Concatenates UTF-8 strings, in chunks. Each chunk is freed once it is copied to shared memory.
 */
export class TextBytes {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #chunk = new Uint8Array(FIRST_CHUNK);
  #used = 0;
  #length = 0;
  readonly #starts = new GrowingArray();

  /** @throws RangeError beyond 4 GiB, since offsets have 32 bits */
  add(text: string): void {
    this.#starts.push(this.#length);
    const maxBytes = text.length * MAX_BYTES_PER_UNIT;
    if (this.#used + maxBytes > this.#chunk.length) this.#startChunk(maxBytes);
    const { written } = ENCODER.encodeInto(text, this.#chunk.subarray(this.#used));
    this.#used += written;
    this.#length += written;
    if (this.#length > MAX_BYTES) throw new RangeError(TOO_MANY);
  }

  /** Moves the strings to shared memory and empties this collector. */
  build(): Texts {
    this.#starts.push(this.#length);
    const bytes = sharedBytes(this.#length);
    let at = 0;
    for (const chunk of [...this.#chunks, this.#chunk.subarray(0, this.#used)]) {
      bytes.set(chunk, at);
      at += chunk.length;
      chunk.buffer.transfer(0);
    }
    return { bytes, starts: this.#starts.toArray() };
  }

  #startChunk(minBytes: number): void {
    this.#chunks.push(this.#chunk.subarray(0, this.#used));
    const length = Math.max(minBytes, Math.min(2 * this.#chunk.length, LARGEST_CHUNK));
    this.#chunk = new Uint8Array(length);
    this.#used = 0;
  }
}
