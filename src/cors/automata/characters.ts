import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type * as AST from './parse-expression.ts';

// The characters that an origin can have, as sets, and which of them a piece of an expression
// matches.

/**
 * A subset of printable ASCII, in the order of {@link EVERY_CHARACTER}. ASCII covers every
 * character that a serialized origin can have, and those that people use in expressions by mistake.
 */
export type CharacterSet = string;

const FIRST = 0x20;
const LAST = 0x7e;

/** The number of printable ASCII characters. */
export const ALPHABET_SIZE = LAST - FIRST + 1;

/** Returns the character with a number from 0 to {@link ALPHABET_SIZE} − 1. */
export function characterAt(index: number): string {
  return String.fromCharCode(FIRST + index);
}

/**
 * Returns the number of the character at an index of a string. The number is out of range if the
 * character is not in the alphabet.
 */
export function indexAt(text: string, place: number): number {
  return text.charCodeAt(place) - FIRST;
}

const ALL = Array.from({ length: ALPHABET_SIZE }, (_, index) => characterAt(index));

const PREFERRED = 'xaevilmnt13057-._:/abcdefghijklmnopqrstuvwxyz';

/** All characters, beginning with those that make examples most readable. */
export const EVERY_CHARACTER: CharacterSet = [...new Set([...PREFERRED, ...ALL])].join('');

/** Returns the set of the characters for which `isIn` returns true. */
export function setWhere(isIn: (character: string) => boolean): CharacterSet {
  return [...EVERY_CHARACTER].filter(isIn).join('');
}

/** Returns the characters that are in both sets. */
export function intersect(one: CharacterSet, other: CharacterSet): CharacterSet {
  return other === EVERY_CHARACTER ? one : [...one].filter((each) => other.includes(each)).join('');
}

/**
 * Maps the source and flags of a piece to the characters it matches. Expressions share most pieces.
 */
const membersKnown = new BoundedMap<string, CharacterSet>(1_000);

/**
 * Returns the characters that a piece of an expression matches, asking JavaScript's own engine with
 * the flags in effect there.
 */
export function membersOf(raw: string, flags: string): CharacterSet {
  return remember(membersKnown, `${raw}/${flags}`, () => {
    // In a \c without a letter, the backslash stands for itself.
    const piece = raw === '\\' ? '\\\\' : raw;
    const one = new RegExp(`^(?:${piece})$`, flags.replace(/[dgmy]/g, ''));
    return setWhere((character) => one.test(character));
  });
}

/** Whether a set is a single character, perhaps in both cases. */
export function isOneLetter(set: CharacterSet): boolean {
  return set.length < 3 && new Set(set.toLowerCase()).size === 1;
}

/** Returns the flags in effect inside a group such as `(?i:…)`. */
export function flagsWithin({ added, removed }: AST.Group, flags: string): string {
  const kept = [...flags].filter((flag) => !removed.includes(flag));
  return [...new Set([...kept, ...added])].join('');
}
