// What an expression becomes: nodes that read, fork, ask a condition, or accept.
import type { CharacterSet } from './characters.ts';

/**
 * How an expression lets a character in, which decides whether it counts as named:
 * spelled out, spelled out in a part that may repeat for ever, by a lone `.`, by a set, or because
 * nothing holds the expression at its start or end.
 */
export type Provenance = 'literal' | 'repeat' | 'dot' | 'set' | 'start' | 'end';

/** A node of an automaton; `next` is the number of the node after it, or of those. */
export type Node =
  /** Reads one character. */
  | {
      readonly kind: 'read';
      readonly set: CharacterSet;
      /** The number of a character → 1 where it is in the set, which is quicker to ask. */
      readonly letters: Uint8Array;
      readonly provenance: Provenance;
      readonly next: number;
    }
  | Passage
  | { readonly kind: 'accept' };

/** A node that reads nothing. */
export type Passage = { readonly next: readonly number[] } & (
  | { readonly kind: 'fork' }
  /** Goes on where a condition on the two neighbors holds: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: 'check'; readonly check: Check }
  /** Goes on where a look-around holds, or does not. */
  | { readonly kind: 'look'; readonly look: number; readonly negate: boolean }
);

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
}

/** What stands beside a place in the text. */
export const EDGE = 0;
export const WORD = 1;
export const OTHER = 2;
export type Neighbor = typeof EDGE | typeof WORD | typeof OTHER;

/** Whether word characters are distinguished from others: only \b or \B needs that. */
export function asksForWords({ nodes }: Automaton): boolean {
  return nodes.some((node) => node.kind === 'check' && /word/.test(node.check));
}

/**
 * Whether one gets past a node that reads nothing.
 *
 * @param bits one for each look-around, set where it holds at this place; without, all are taken to
 *   let pass
 */
export function passes(node: Passage, left: Neighbor, right: Neighbor, bits?: number): boolean {
  if (node.kind === 'fork') return true;
  if (node.kind === 'look')
    return bits === undefined || (((bits >> node.look) & 1) === 1) !== node.negate;
  switch (node.check) {
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
