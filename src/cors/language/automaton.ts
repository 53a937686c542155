// The automaton of an expression: nodes that read, fork, check a condition, or accept.
import type { CharacterSet } from './characters.ts';

/**
 * How an expression lets a character in, which decides whether it counts as named: spelled out,
 * spelled out in a part that may repeat without limit, by a lone `.`, by a set, or because the
 * expression is not anchored at its start or end.
 */
export type Provenance = 'literal' | 'repeat' | 'dot' | 'set' | 'start' | 'end';

/** A node of an automaton; `next` holds the number of the next node, or of several. */
export type Node =
  /** Reads one character. */
  | {
      readonly kind: 'read';
      readonly set: CharacterSet;
      /** The set as a table, which is faster to look up: character number → 1 if included. */
      readonly letters: Uint8Array;
      readonly provenance: Provenance;
      readonly next: number;
    }
  | Passage
  | { readonly kind: 'accept' };

/** A node that reads no character. */
export type Passage = { readonly next: readonly number[] } & (
  | { readonly kind: 'fork' }
  /** Passes if a condition on the two neighboring characters holds: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: 'check'; readonly check: Check }
  /** Passes if a lookaround holds or, negated, if it does not. */
  | { readonly kind: 'look'; readonly look: number; readonly negate: boolean }
);

export type Check = 'start' | 'end' | 'word' | 'no-word';

/** The body of a lookahead or lookbehind. Nested ones have lower numbers. */
export interface Look {
  readonly ahead: boolean;
  readonly start: number;
}

/** A nondeterministic automaton that accepts what an expression matches. */
export interface Automaton {
  readonly nodes: readonly Node[];
  readonly start: number;
  /** Whether a match may begin anywhere in the text: no flag `y`, and not anchored by `^`. */
  readonly searches: boolean;
  readonly looks: readonly Look[];
}

/** The kinds of neighbors that a position in the text can have. */
export const EDGE = 0;
export const WORD = 1;
export const OTHER = 2;
export type Neighbor = typeof EDGE | typeof WORD | typeof OTHER;

/**
 * Checks whether a node that reads nothing can be passed.
 *
 * @param bits one bit per lookaround, set if it holds at this position; if omitted, all lookarounds
 *   pass
 */
export function passes(node: Passage, left: Neighbor, right: Neighbor, bits?: number): boolean {
  if (node.kind === 'fork') return true;
  if (node.kind === 'look')
    return bits === undefined || (((bits >> node.look) & 1) === 1) !== node.negate;
  switch (node.check) {
    // The flag m changes nothing, since no origin has a line break.
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
