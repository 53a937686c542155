import { PLAIN_WORDS, UNUSUAL_WORDS } from '../../amount/languages/kinds.ts';
import { GrowingArray } from '../growing-array.ts';
import { DECODER } from '../utf8.ts';
import { ROLES, Role } from './negation.ts';

// Words that make a food plain ("raw") or unusual ("dried"). Among foods with equal penalties,
// plainer ones come first.

/** For each word of a table: how plain it makes a food, and its role in negation. */
export class WordTraits {
  /** For each word, its bit among the plain and unusual words. */
  readonly #kinds = new GrowingArray();
  readonly #roles = new GrowingArray();

  /** The number of words added so far. */
  get count(): number {
    return this.#kinds.length;
  }

  /** Adds the next word, from `start` to `end` of a folded text. */
  add(text: Uint8Array, start: number, end: number): void {
    const word = DECODER.decode(text.subarray(start, end));
    this.#kinds.push(KIND_BITS.get(word) ?? 0);
    this.#roles.push(ROLES.get(word) ?? Role.none);
  }

  /**
   * Returns a word's bit among the plain and unusual words; 0 for other words. Words in an aside do
   * not make a food unusual: "Olives, ripe, canned (small-extra large)".
   */
  kindOf(word: number, isAside: boolean): number {
    const kind = this.#kinds.at(word);
    return isAside ? kind & PLAIN_MASK : kind;
  }

  /** Returns a word's role in negation: see {@link Role}. */
  roleOf(word: number): number {
    return this.#roles.at(word);
  }
}

/** The bit of each plain or unusual word. */
const KIND_BITS = new Map(
  [...PLAIN_WORDS, ...UNUSUAL_WORDS].flatMap((words, i) =>
    words.split(' ').map((word) => [word, 1 << i] as const),
  ),
);

const PLAIN_MASK = (1 << PLAIN_WORDS.length) - 1;

/** Returns how plain a food with these words (as bits) is: 0 or more. */
export function plainnessOf(kinds: number): number {
  return UNUSUAL_WORDS.length + bitCount(kinds & PLAIN_MASK) - bitCount(kinds & ~PLAIN_MASK);
}

/** Returns the number of bits that are set. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
