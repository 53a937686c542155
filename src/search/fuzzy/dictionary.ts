import { byteAt, numberAt } from '../flat-arrays.ts';
import { DECODER, ENCODER, equalsAt } from '../utf8.ts';
import type { Work } from '../work.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';

// Looks up words of the table for `match=fuzzy`: exactly, by prefix or by suffix.

/** A half-open range of word IDs. */
export interface WordRange {
  readonly first: number;
  readonly end: number;
}

/** The cost of a binary search, in units of work. */
const TERM_LOOK_UP_WORK = 20;

/** The words as a {@link Dictionary} stores them. */
export type DictionaryWords = Pick<FuzzyIndex, 'words' | 'wordStarts'>;

/** The sorted words of a table, with lookup by binary search. */
export class Dictionary {
  readonly #work: Work;
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  /** The text being looked up, in UTF-8. */
  #text = new Uint8Array(256);
  /** The number of words. */
  readonly size: number;

  constructor({ words, wordStarts }: DictionaryWords, work: Work) {
    this.#work = work;
    this.#bytes = words;
    this.#starts = wordStarts;
    this.size = wordStarts.length - 1;
  }

  /** Returns the ID of a word, or -1 if the table lacks it. */
  find(word: string): number {
    const length = this.#take(word);
    const at = this.#firstNotBefore(length, false);
    if (at === this.size || this.#lengthOf(at) !== length) return -1;
    return this.#compare(at, length) === 0 ? at : -1;
  }

  /**
   * Returns the lengths, in UTF-16 code units, of all words of two letters or more that are proper
   * prefixes of the text.
   */
  lengthsOfBeginnings(text: string): number[] {
    const lengths: number[] = [];
    let end = 0;
    for (const letter of text) {
      end += letter.length;
      if (end === text.length) break;
      const length = this.#take(text.slice(0, end));
      const at = this.#firstNotBefore(length, false);
      // Among the words with this prefix, the shortest sorts first.
      if (at === this.size || this.#compare(at, length) !== 0) break;
      if (end > 1 && this.#lengthOf(at) === length) lengths.push(end);
    }
    return lengths;
  }

  /** Returns the words that start with the text, including the text itself. */
  startingWith(text: string): WordRange {
    const length = this.#take(text);
    return { first: this.#firstNotBefore(length, false), end: this.#firstNotBefore(length, true) };
  }

  /** Yields the words that end with the text. */
  *endingWith(text: string): Iterable<number> {
    const length = this.#take(text);
    const ending = this.#text.slice(0, length);
    for (let word = 0; word < this.size; word++) {
      const start = numberAt(this.#starts, word + 1) - length;
      if (start < numberAt(this.#starts, word)) continue;
      if (equalsAt(this.#bytes, start, ending)) yield word;
    }
  }

  /** Returns the word with this ID. */
  wordAt(word: number): string {
    const [start, end] = [numberAt(this.#starts, word), numberAt(this.#starts, word + 1)];
    // Nearly all words are short and ASCII, so building the string is several times as fast as
    // decoding.
    let text = '';
    for (let at = start; at < end; at++) {
      const byte = byteAt(this.#bytes, at);
      if (byte >= 0x80) return DECODER.decode(this.#bytes.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Returns the length in bytes. */
  #lengthOf(word: number): number {
    return numberAt(this.#starts, word + 1) - numberAt(this.#starts, word);
  }

  /** Encodes a text as UTF-8 into {@link #text} and returns its length. */
  #take(text: string): number {
    if (this.#text.length < 3 * text.length) this.#text = new Uint8Array(3 * text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return ENCODER.encodeInto(text, this.#text).written;
      this.#text[i] = unit;
    }
    return text.length;
  }

  /**
   * Returns the first word that does not sort before the text or, with `pastPrefix`, the first
   * after all words with this prefix.
   */
  #firstNotBefore(length: number, pastPrefix: boolean): number {
    this.#work.spend(TERM_LOOK_UP_WORK);
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, length);
      if (order < 0 || (pastPrefix && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Compares a word with the text as a prefix: negative if the word sorts before the text, 0 if the
   * word starts with the text, positive otherwise.
   */
  #compare(word: number, length: number): number {
    const start = numberAt(this.#starts, word);
    const end = numberAt(this.#starts, word + 1);
    for (let i = 0; i < length; i++) {
      if (start + i === end) return -1;
      const difference = byteAt(this.#bytes, start + i) - byteAt(this.#text, i);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
