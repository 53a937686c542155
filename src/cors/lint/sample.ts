import type { AST } from '@eslint-community/regexpp';
import { descendants } from '../expression/tree.ts';

/** How to walk through an expression, where it leaves a choice; by default the shortest way. */
export interface Choices {
  /** Group → which alternative; quantifier → how often. */
  readonly picks: ReadonlyMap<AST.Node, number>;
  /** Text to put in for a whole repetition or set. */
  readonly fill?: { readonly node: AST.Node; readonly text: string };
  /** Text to put in for a lone `.`, which is otherwise taken for the dot that was probably meant. */
  readonly dot?: { readonly node: AST.Node; readonly text: string };
  /** Whether to put in what a look-ahead or look-behind asks for, which otherwise adds no text. */
  readonly asserted?: boolean;
}

/** A stretch of a text, and where it comes from. */
export interface Piece {
  readonly text: string;
  /** Whether the expression spells it out, letter by letter. */
  readonly literal: boolean;
  /** Whether it was put in by {@link Choices.fill}. */
  readonly filled?: boolean;
}

/** A text that an expression is likely to match; the caller asks it. */
export interface Sample {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The last stretch of the text that the expression spells out, letter by letter. */
  readonly literalTail: string;
}

// Past this, more ways through an expression say nothing new.
const MAX_WAYS = 60;

/** Ways through an alternative that together take every turn at least once. */
export function waysThrough(alternative: AST.Alternative): ReadonlyMap<AST.Node, number>[] {
  const nodes = [...descendants(alternative)];
  const optional = nodes.filter((node) => node.type === 'Quantifier' && node.min === 0);
  const shortest = new Map<AST.Node, number>();
  const longest = new Map(optional.map((node) => [node, 1]));
  const turns = nodes.flatMap((node): [AST.Node, number][] => {
    if (node.type !== 'Group' && node.type !== 'CapturingGroup') return [];
    return node.alternatives.slice(1).map((_, i) => [node, i + 1]);
  });
  return [
    shortest,
    longest,
    ...optional.map((node) => new Map([[node, 1]])),
    ...turns.flatMap(([node, pick]) => [
      new Map([[node, pick]]),
      new Map([...longest, [node, pick]]),
    ]),
  ].slice(0, MAX_WAYS);
}

/** The text met on one way through an alternative. */
export function sample(alternative: AST.Alternative, flags: string, choices: Choices): Sample {
  const pieces = walkAll(alternative.elements, { flags, choices });
  const end = pieces.findLastIndex(({ literal, text }) => literal && text !== '');
  const begin = pieces
    .slice(0, end + 1)
    .findLastIndex(({ literal, text }) => !literal && text !== '');
  return {
    text: textOf(pieces),
    pieces,
    literalTail: textOf(pieces.slice(begin + 1, end + 1)),
  };
}

interface Walk {
  readonly flags: string;
  readonly choices: Choices;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function walkAll(elements: readonly AST.Element[], walk: Walk): Piece[] {
  return elements.flatMap((element) => walkElement(element, walk));
}

function walkElement(node: AST.Element, walk: Walk): Piece[] {
  const { flags, choices } = walk;
  if (choices.fill?.node === node) {
    return [{ text: choices.fill.text, literal: false, filled: true }];
  }
  switch (node.type) {
    case 'Character': {
      const character = String.fromCodePoint(node.value);
      return [{ text: flags.includes('i') ? character.toLowerCase() : character, literal: true }];
    }
    case 'CharacterSet':
      if (choices.dot?.node === node) return [{ text: choices.dot.text, literal: true }];
      if (node.kind === 'any' && node.parent.type === 'Alternative') {
        return [{ text: '.', literal: true }];
      }
      return [{ text: memberOf(node, flags), literal: false }];
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return [{ text: memberOf(node, flags), literal: membersOf(node, flags).length === 1 }];
    case 'Group':
    case 'CapturingGroup': {
      const way = node.alternatives[choices.picks.get(node) ?? 0];
      return way === undefined ? [] : walkAll(way.elements, walk);
    }
    case 'Quantifier': {
      const times = choices.picks.get(node) ?? node.min;
      if (times === 0) return [];
      const once = walkElement(node.element, walk);
      // What comes before the last repetition is not spelled out, however literal it is.
      const before = textOf(once).repeat(Math.min(times, MAX_REPEATS) - 1);
      return [{ text: before, literal: false }, ...once];
    }
    case 'Assertion': {
      const isAsked = node.kind === 'lookahead' || node.kind === 'lookbehind';
      if (!choices.asserted || !isAsked || node.negate) return [];
      return walkAll(node.alternatives[0]?.elements ?? [], walk);
    }
    default:
      // Edges match no text, and what a back reference repeats is not worth following.
      return [];
  }
}

const MAX_REPEATS = 64;

// Letters before digits before the rest; 3 because ports and addresses made of it are valid.
const PREFERRED = [...'ax3-._:/'];
const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i));
/** What a serialized origin may consist of, but for its upper-case letters. */
const SENDABLE = PRINTABLE.filter((character) => /[a-z0-9_~.:/[\]+-]/.test(character));

type CharacterNode = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** The characters of origins that a set matches, those that samples are best made of first. */
export function membersOf(node: CharacterNode, flags: string): readonly string[] {
  return known(node, flags).sendable;
}

function memberOf(node: CharacterNode, flags: string): string {
  return known(node, flags).any;
}

interface Members {
  readonly sendable: readonly string[];
  /** One character that it matches, also where no origin has it. */
  readonly any: string;
}

const MEMBERS = new WeakMap<AST.Node, Members>();

function known(node: CharacterNode, flags: string): Members {
  const remembered = MEMBERS.get(node);
  if (remembered !== undefined) return remembered;
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
  const sendable = [...new Set([...PREFERRED, ...SENDABLE])].filter((each) => one.test(each));
  const members = { sendable, any: sendable[0] ?? PRINTABLE.find((each) => one.test(each)) ?? '' };
  MEMBERS.set(node, members);
  return members;
}
