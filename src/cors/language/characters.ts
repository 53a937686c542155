import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import type * as AST from '../expression/syntax.ts';

// The characters that an origin can have, as bit sets, and which of them a piece of an expression
// matches.

/**
 * A subset of printable ASCII, which covers every character of a serialized origin, and those that
 * people put into an expression by mistake. A `bigint` with one bit per character.
 */
export type CharacterSet = bigint;

const FIRST = 0x20;
const LAST = 0x7e;

/** The number of printable ASCII characters. */
export const ALPHABET_SIZE = LAST - FIRST + 1;

/** Returns the character with a number from 0 to {@link ALPHABET_SIZE} − 1. */
export function characterAt(index: number): string {
  return String.fromCharCode(FIRST + index);
}

/**
 * Returns the number of the character at an index of a text; out of range if the character is not
 * in the alphabet.
 */
export function indexAt(text: string, place: number): number {
  return text.charCodeAt(place) - FIRST;
}

const ALL = Array.from({ length: ALPHABET_SIZE }, (_, index) => characterAt(index));
const BITS = new Map(ALL.map((character, index) => [character, 1n << BigInt(index)]));

/** Returns the set of the characters for which `isIn` returns true. */
export function setWhere(isIn: (character: string) => boolean): CharacterSet {
  return ALL.reduce((set, each, index) => (isIn(each) ? set | (1n << BigInt(index)) : set), 0n);
}

/** Returns the set of the characters of a text. */
export function setOf(characters: string): CharacterSet {
  return [...characters].reduce((set, each) => set | (BITS.get(each) ?? 0n), 0n);
}

export const EVERY_CHARACTER: CharacterSet = setWhere(() => true);

/** Letters, digits and `_`: what `\b` treats as word characters. */
export const WORD_CHARACTERS: CharacterSet = setWhere((each) => /\w/.test(each));

export const DOT: CharacterSet = setOf('.');

/** Set → its lookup table. Expressions have few different sets. */
const tables = new BoundedMap<CharacterSet, Uint8Array>(1_000);

/** Returns the lookup table of a set: character number → 1 if included. */
export function lettersOf(set: CharacterSet): Uint8Array {
  return remember(tables, set, () =>
    Uint8Array.from(ALL, (_, index) => Number((set >> BigInt(index)) & 1n)),
  );
}

// Lowercase letters, then digits, then the rest: the most readable examples.
const PREFERRED = [...new Set([...'xaevilmnt13057-._:/abcdefghijklmnopqrstuvwxyz', ...ALL])];
const PREFERRED_BITS = PREFERRED.map((character) => ({ character, bit: setOf(character) }));

/** Set → its characters. */
const listed = new BoundedMap<CharacterSet, readonly string[]>(1_000);

/** Returns the characters of a set, those preferred in examples first. */
export function charactersOf(set: CharacterSet): readonly string[] {
  return remember(listed, set, () =>
    PREFERRED_BITS.filter(({ bit }) => (set & bit) !== 0n).map(({ character }) => character),
  );
}

/**
 * Returns the character of a set preferred in examples.
 *
 * @throws RangeError for the empty set: a bug
 */
export function characterOf(set: CharacterSet): string {
  const [first] = charactersOf(set);
  if (first === undefined) throw new RangeError('The empty set has no character');
  return first;
}

/** Source and flags of a piece → the characters it matches. Expressions share most pieces. */
const membersKnown = new BoundedMap<string, CharacterSet>(1_000);

/**
 * Returns the characters that a piece of an expression matches, asking JavaScript's own engine with
 * the flags in effect there.
 */
export function membersOf(raw: string, flags: string): CharacterSet {
  return remember(membersKnown, `${raw}/${flags}`, () => {
    // The backslash of a \c without a letter stands for itself.
    const piece = raw === '\\' ? '\\\\' : raw;
    const one = new RegExp(`^(?:${piece})$`, flags.replace(/[dgmy]/g, ''));
    return setWhere((character) => one.test(character));
  });
}

/** Whether a set amounts to a single letter, perhaps in both cases. */
export function isOneLetter(set: CharacterSet): boolean {
  const characters = charactersOf(set);
  return characters.length < 3 && new Set(characters.map((each) => each.toLowerCase())).size === 1;
}

/** Returns the flags in effect inside a group such as `(?i:…)`. */
export function flagsWithin({ added, removed }: AST.Group, flags: string): string {
  const kept = [...flags].filter((flag) => !removed.includes(flag));
  return [...new Set([...kept, ...added])].join('');
}
