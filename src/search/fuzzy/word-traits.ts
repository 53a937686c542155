import { GrowingArray } from '../growing-array.ts';
import { ENCODER, equalsAt } from '../utf8.ts';
import { ROLES, Role } from './negation.ts';

// Words that make a food plain ("raw") or unusual ("dried"), for the order of foods with equal
// penalties.

/** What a table's words say of a food or do to the words beside them, by the numbers of the words. */
export class WordTraits {
  /** Per word its bit among those that say plain or unusual, and from {@link ROLE_SHIFT} on its role. */
  readonly #traits = new GrowingArray();

  /** The number of words so far. */
  get count(): number {
    return this.#traits.length;
  }

  /** Adds the next word, from `start` to `end` of a folded text. */
  add(text: Uint8Array, start: number, end: number): void {
    const is = (one: Uint8Array) => one.length === end - start && equalsAt(text, start, one);
    const kind = KIND_WORDS.findIndex(is);
    const role = ROLE_WORDS.find(({ word }) => is(word))?.role ?? Role.none;
    this.#traits.push((kind === -1 ? 0 : 1 << kind) | (role << ROLE_SHIFT));
  }

  /** Its bit among the words that say plain or unusual; 0 for others. */
  kindOf(word: number): number {
    return this.#traits.at(word) & KIND_MASK;
  }

  /** What it does to negation: see {@link Role}. */
  roleOf(word: number): number {
    return this.#traits.at(word) >>> ROLE_SHIFT;
  }
}

/** Foods that have most of these are what people mean by the bare name of a food. */
const PLAIN_WORDS = ['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'];
/** Those that have one of these are not. */
const UNUSUAL_WORDS = ['sprouted', 'dried', 'dehydrated', 'filled', 'imitation'];
const KIND_WORDS = [...PLAIN_WORDS, ...UNUSUAL_WORDS].map((word) => ENCODER.encode(word));

const PLAIN_MASK = (1 << PLAIN_WORDS.length) - 1;
const KIND_MASK = (1 << KIND_WORDS.length) - 1;
const ROLE_SHIFT = KIND_WORDS.length;
const ROLE_WORDS = [...ROLES].map(([word, role]) => ({ word: ENCODER.encode(word), role }));

/** How plain a food is that has words of these bits: 0 or more. */
export function plainnessOf(kinds: number): number {
  return UNUSUAL_WORDS.length + bitCount(kinds & PLAIN_MASK) - bitCount(kinds & ~PLAIN_MASK);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
