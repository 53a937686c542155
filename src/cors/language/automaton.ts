// What an expression becomes: nodes that read, fork, ask a condition, or accept.
import type { CharacterSet } from './characters.ts';

/**
 * How an expression lets a character in, which decides whether it counts as named:
 * spelled out, spelled out in a part that may repeat for ever, by a lone `.`, by a set, or because
 * nothing holds the expression at its start or end.
 */
export type Provenance = 'literal' | 'repeat' | 'dot' | 'set' | 'start' | 'end';

/** A node of an automaton; `next` is the number of the node after it. */
export type Node =
  /** Reads one character. */
  | {
      readonly kind: 'read';
      readonly set: CharacterSet;
      readonly provenance: Provenance;
      /** Which alternative of the whole expression it belongs to. */
      readonly branch: number;
      /** For a character that no set holds, the character. */
      readonly foreign?: string;
      readonly next: number;
    }
  /** Goes on at each of several nodes. */
  | { readonly kind: 'fork'; readonly next: number[] }
  /** Goes on where a condition on the two neighbors holds: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: 'check'; readonly check: Check; readonly next: number }
  /** Goes on where a look-around holds, or does not. */
  | {
      readonly kind: 'look';
      readonly look: number;
      readonly negate: boolean;
      readonly next: number;
    }
  | { readonly kind: 'accept' };

export type Check = 'start' | 'end' | 'word' | 'no-word';

/** The body of a look-ahead or look-behind. Those inside it have lower numbers. */
export interface Look {
  readonly ahead: boolean;
  readonly start: number;
}

/** A nondeterministic automaton with the language of an expression. */
export interface Automaton {
  readonly nodes: readonly Node[];
  readonly start: number;
  /** Whether it may begin at any place of the text: without the flag `y`, and not held by `^`. */
  readonly searches: boolean;
  readonly looks: readonly Look[];
  /**
   * Node → nodes that accept nothing but what it does, too: in `x{0,3}`, who has read one x may
   * still read whatever one may who has read two.
   */
  readonly below: readonly (readonly number[] | undefined)[];
}

/** What stands beside a place in the text. */
export const EDGE = 0;
export const WORD = 1;
export const OTHER = 2;
export type Neighbor = typeof EDGE | typeof WORD | typeof OTHER;

/** Whether words and the rest have to be told apart: only where \b or \B asks for it. */
export function asksForWords({ nodes }: Automaton): boolean {
  return nodes.some((node) => node.kind === 'check' && /word/.test(node.check));
}

/** Whether a condition holds between two neighbors. */
export function holds(check: Check, left: Neighbor, right: Neighbor): boolean {
  switch (check) {
    // No origin has a line break, so that the flag m changes nothing.
    case 'start':
      return left === EDGE;
    case 'end':
      return right === EDGE;
    case 'word':
      return (left === WORD) !== (right === WORD);
    case 'no-word':
      return (left === WORD) === (right === WORD);
  }
}

/**
 * Whether a node asks a condition or a look-around that holds.
 *
 * @param bits one for each look-around, set where it holds at this place
 */
export function passes(
  node: Node,
  left: Neighbor,
  right: Neighbor,
  bits: number,
): node is Extract<Node, { kind: 'check' | 'look' }> {
  if (node.kind === 'look') return (((bits >> node.look) & 1) === 1) !== node.negate;
  return node.kind === 'check' && holds(node.check, left, right);
}
