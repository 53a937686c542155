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
  readonly size: number;
  #firstLetters: readonly string[] | undefined;

  constructor({ words, wordStarts }: Pick<FuzzyIndex, 'words' | 'wordStarts'>) {
    this.#bytes = words;
    this.#starts = wordStarts;
    this.size = wordStarts.length - 1;
  }

  /** The different letters that words begin with. */
  get firstLetters(): readonly string[] {
    this.#firstLetters ??= this.#findFirstLetters();
    return this.#firstLetters;
  }

  /** Whether a word can be so few slips away from one of this length, by its length in bytes. */
  mayBeNear(word: number, length: number, slips: number): boolean {
    const bytes = (this.#starts[word + 1] ?? 0) - (this.#starts[word] ?? 0);
    return bytes >= length - slips && bytes <= (length + slips) * 4;
  }

  /** The number of a word; -1 where the table does not have it. */
  find(word: string): number {
    const bytes = ENCODER.encode(word);
    const at = this.#firstNotBefore(bytes, false);
    if (at === this.size) return -1;
    const [start = 0, end = 0] = [this.#starts[at], this.#starts[at + 1]];
    return end - start === bytes.length && this.#compare(at, bytes) === 0 ? at : -1;
  }

  /** The words that begin with the text, itself among them. */
  startingWith(text: string): WordRange {
    const bytes = ENCODER.encode(text);
    return { first: this.#firstNotBefore(bytes, false), end: this.#firstNotBefore(bytes, true) };
  }

  /** The word of a number. */
  wordAt(word: number): string {
    return DECODER.decode(this.#bytes.slice(this.#starts[word], this.#starts[word + 1]));
  }

  #findFirstLetters(): string[] {
    const letters: string[] = [];
    for (let word = 0; word < this.size; ) {
      const [letter = ''] = this.wordAt(word);
      letters.push(letter);
      word = this.startingWith(letter).end;
    }
    return letters;
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

  /** Whether a word is before the text (-1), begins with it (0) or is behind it (1). */
  #compare(word: number, text: Uint8Array): number {
    const [start = 0, end = 0] = [this.#starts[word], this.#starts[word + 1]];
    for (let i = 0; i < text.length; i++) {
      if (start + i === end) return -1;
      const difference = (this.#bytes[start + i] ?? 0) - (text[i] ?? 0);
      if (difference !== 0) return Math.sign(difference);
    }
    return 0;
  }
}
