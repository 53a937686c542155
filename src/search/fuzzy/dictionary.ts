import { byteAt, numberAt } from '../flat-arrays.ts';
import { codePointAt, codePointLength } from '../utf8.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';

/** Words from one number to the one before another. */
export interface WordRange {
  readonly first: number;
  readonly end: number;
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** The words of a table, in the order of their bytes: looked up by binary search. */
export class Dictionary {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  /** The number of words. */
  readonly size: number;

  constructor({ words, wordStarts }: Pick<FuzzyIndex, 'words' | 'wordStarts'>) {
    this.#bytes = words;
    this.#starts = wordStarts;
    this.size = wordStarts.length - 1;
  }

  /** The number of a word; -1 where the table does not have it. */
  find(word: string): number {
    return this.findBytes(ENCODER.encode(word));
  }

  /** As {@link find}, of a word in UTF-8. */
  findBytes(word: Uint8Array): number {
    const at = this.#firstNotBefore(word, false);
    if (at === this.size) return -1;
    const length = numberAt(this.#starts, at + 1) - numberAt(this.#starts, at);
    return length === word.length && this.#compare(at, word) === 0 ? at : -1;
  }

  /** The words that begin with the text, itself among them. */
  startingWith(text: string): WordRange {
    const bytes = ENCODER.encode(text);
    return { first: this.#firstNotBefore(bytes, false), end: this.#firstNotBefore(bytes, true) };
  }

  /** The word of a number. */
  wordAt(word: number): string {
    const [start, end] = [numberAt(this.#starts, word), numberAt(this.#starts, word + 1)];
    // A copy: what decodes text refuses shared memory.
    return DECODER.decode(this.#bytes.slice(start, end));
  }

  /** Reads the code points of a word, as many as there is room for; returns how many there are. */
  readLetters(word: number, letters: Uint32Array): number {
    const end = numberAt(this.#starts, word + 1);
    let count = 0;
    for (let at = numberAt(this.#starts, word); at < end; count++) {
      letters[count] = codePointAt(this.#bytes, at);
      at += codePointLength(byteAt(this.#bytes, at));
    }
    return count;
  }

  /** The first word that is not before the text or, with `pastPrefix`, the words it begins. */
  #firstNotBefore(text: Uint8Array, pastPrefix: boolean): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, text);
      if (order < 0 || (pastPrefix && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a word is before the text (negative), begins with it (0) or is behind it (positive). */
  #compare(word: number, text: Uint8Array): number {
    const start = numberAt(this.#starts, word);
    const end = numberAt(this.#starts, word + 1);
    for (let i = 0; i < text.length; i++) {
      if (start + i === end) return -1;
      const difference = byteAt(this.#bytes, start + i) - byteAt(text, i);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
