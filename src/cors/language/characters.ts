// The characters that an origin can have, as sets of bits.
import { BoundedMap, remember } from '../../memo/bounded-map.ts';

/**
 * Printable ASCII: every character of a serialized origin, and those that people put into an
 * expression by mistake. A set of them is a `bigint` with one bit for each.
 */
export type CharacterSet = bigint;

const FIRST = 0x20;
const LAST = 0x7e;

/** The number of characters. */
export const ALPHABET_SIZE = LAST - FIRST + 1;

/** The character with a number from 0 to {@link ALPHABET_SIZE} − 1. */
export function characterAt(index: number): string {
  return String.fromCharCode(FIRST + index);
}

/** The number of the character at a place of a text; out of range where it is not in the alphabet. */
export function indexAt(text: string, place: number): number {
  return text.charCodeAt(place) - FIRST;
}

const ALL = Array.from({ length: ALPHABET_SIZE }, (_, index) => characterAt(index));
const BITS = new Map(ALL.map((character, index) => [character, 1n << BigInt(index)]));

/** The set of the characters for which `isIn` holds. */
export function setWhere(isIn: (character: string) => boolean): CharacterSet {
  return ALL.reduce((set, each, index) => (isIn(each) ? set | (1n << BigInt(index)) : set), 0n);
}

/** The set of the characters of a text. */
export function setOf(characters: string): CharacterSet {
  return [...characters].reduce((set, each) => set | (BITS.get(each) ?? 0n), 0n);
}

export const EVERY_CHARACTER: CharacterSet = setWhere(() => true);

/** Letters, digits and `_`: what `\b` tells from the rest. */
export const WORD_CHARACTERS: CharacterSet = setWhere((each) => /\w/.test(each));

export const DOT: CharacterSet = setOf('.');

/** A set in parts, each of which is wholly in one of the others or wholly outside. */
export function partition(set: CharacterSet, others: Iterable<CharacterSet>): CharacterSet[] {
  let parts = [set];
  for (const other of new Set(others)) {
    parts = parts.flatMap((part) => [part & other, part & ~other].filter((each) => each !== 0n));
  }
  return parts;
}

/** The set as 32-bit words, the first characters in the first, for quick questions. */
export function wordsOf(set: CharacterSet): Uint32Array {
  return Uint32Array.from([0n, 32n, 64n], (shift) => Number((set >> shift) & 0xffff_ffffn));
}

// Letters before digits before the rest make the examples that people read best.
const PREFERRED = [...new Set([...'xaevilmnt13057-._:/', ...ALL])];
const PREFERRED_BITS = PREFERRED.map((character) => ({ character, bit: setOf(character) }));

/** Set → its characters. Expressions have few different sets. */
const known = new BoundedMap<CharacterSet, readonly string[]>(1_000);

/** The characters of a set, those first that examples are best made of. */
export function charactersOf(set: CharacterSet): readonly string[] {
  return remember(known, set, () =>
    PREFERRED_BITS.filter(({ bit }) => (set & bit) !== 0n).map(({ character }) => character),
  );
}

/**
 * The character of a set that examples are best made of.
 *
 * @throws RangeError for the empty set: a bug
 */
export function characterOf(set: CharacterSet): string {
  const [first] = charactersOf(set);
  if (first === undefined) throw new RangeError('The empty set has no character');
  return first;
}
