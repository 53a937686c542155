// Which characters a piece of an expression matches with its flags, asked of JavaScript's engine.
import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import type * as AST from '../expression/syntax.ts';
import { type CharacterSet, charactersOf, setWhere } from './characters.ts';

/** Source and flags of a piece → the characters that it matches. Expressions share most pieces. */
const known = new BoundedMap<string, CharacterSet>(1_000);

/**
 * The characters that a piece of an expression matches, as JavaScript's own engine says with the
 * flags that apply at that place.
 */
export function membersOf(raw: string, flags: string): CharacterSet {
  return remember(known, `${raw}/${flags}`, () => {
    const one = whole(raw, flags);
    return setWhere((character) => one.test(character));
  });
}

/**
 * The strings of a set of flag `v` that are not single characters: those of `\q{…}`, each as the
 * sets of its characters.
 */
export function stringsOf({ raw, strings }: AST.CharacterSet, flags: string): string[][] {
  if (strings.length === 0) return [];
  const one = whole(raw, flags);
  // Properties of strings hold emoji alone, none of which is in an origin.
  const spelled = strings.filter(({ length }) => length !== 1);
  return spelled
    .map((pieces) => pieces.map((piece) => `[${piece}]`))
    .filter((pieces) => {
      const letters = pieces.map((piece) => charactersOf(membersOf(piece, flags))[0]);
      return !letters.includes(undefined) && one.test(letters.join(''));
    });
}

/** Whether a set is as good as a letter: it holds one alone, in both cases perhaps. */
export function isOneLetter(set: CharacterSet): boolean {
  const characters = charactersOf(set);
  return characters.length < 3 && new Set(characters.map((each) => each.toLowerCase())).size === 1;
}

/** The flags within a group such as `(?i:…)`. */
export function flagsWithin({ added, removed }: AST.Group, flags: string): string {
  const kept = [...flags].filter((flag) => !removed.includes(flag));
  return [...new Set([...kept, ...added])].join('');
}

function whole(raw: string, flags: string): RegExp {
  // The backslash of a \c without a letter stands for itself.
  const piece = raw === '\\' ? '\\\\' : raw;
  return new RegExp(`^(?:${piece})$`, flags.replace(/[dgmy]/g, ''));
}
