import type * as AST from '../expression/syntax.ts';
import { type CharacterSet, charactersOf, setOf, setWhere } from './characters.ts';

export type SetNode = AST.CharacterSet | AST.CharacterClass;

/** Source and flags of a piece → the characters that it matches. Expressions share most pieces. */
const known = new Map<string, CharacterSet>();
const MAX_KNOWN = 2_000;

/**
 * The characters that a piece of an expression matches, as JavaScript's own engine says with the
 * flags that apply at that place.
 */
export function membersOf(raw: string, flags: string): CharacterSet {
  const key = `${raw}/${flags}`;
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const one = whole(raw, flags);
  const members = setWhere((character) => one.test(character));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, members);
  return members;
}

/** The same for a single character, given by its code point. */
export function membersOfCharacter(codePoint: number, flags: string): CharacterSet {
  if (!flags.includes('i')) return setOf(String.fromCodePoint(codePoint));
  const hex = codePoint.toString(16);
  return membersOf(/[uv]/.test(flags) ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`, flags);
}

/** The strings of a set of flag `v` that are not single characters: those of `\q{…}`. */
export function stringsOf(node: SetNode, flags: string): readonly string[] {
  if (node.type === 'CharacterSet' || node.strings.length === 0) return [];
  const one = whole(node.raw, flags);
  // Properties of strings hold emoji alone, none of which is in an origin.
  return [...new Set(node.strings)].filter((text) => [...text].length !== 1 && one.test(text));
}

/** Whether a set is as good as a letter: it holds one alone, in both cases perhaps. */
export function isOneLetter(set: CharacterSet): boolean {
  return new Set(charactersOf(set).map((each) => each.toLowerCase())).size === 1;
}

/** The flags within a group such as `(?i:…)`. */
export function flagsWithin({ added, removed }: AST.Group, flags: string): string {
  const kept = [...flags].filter((flag) => !removed.includes(flag));
  return [...new Set([...kept, ...added])].join('');
}

function whole(raw: string, flags: string): RegExp {
  return new RegExp(`^(?:${raw})$`, flags.replace(/[dgmy]/g, ''));
}
