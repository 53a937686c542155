import { MAX_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { type CharacterSet, flagsWithin, isOneLetter, membersOf } from './characters.ts';
import type * as AST from './parse-expression.ts';
import { isAnchored, parseExpression } from './parse-expression.ts';

// The automaton of an expression: nodes that read, fork, check a condition, or accept. Builds it
// from the syntax tree. Refuses back references, strings in sets, and too many nodes or
// lookarounds, with a reason.

/**
 * How an expression matches a character. This decides whether the character counts as named.
 * `literal`: it is spelled out. `repeat`: it is spelled out in a part that may repeat without
 * limit. `dot`, `set`: a single `.` or a set matches it. `start`, `end`: the expression is not
 * anchored there.
 */
export type Provenance = 'literal' | 'repeat' | 'dot' | 'set' | 'start' | 'end';

/** A node of an automaton; `next` holds the number of the next node, or of several. */
export type Node =
  /** Reads one character. */
  | {
      readonly kind: 'read';
      readonly set: CharacterSet;
      readonly provenance: Provenance;
      readonly next: number;
    }
  | Passage
  | { readonly kind: 'accept' };

/** A node that reads no character. */
export type Passage = { readonly next: readonly number[] } & (
  | { readonly kind: 'fork' }
  /** Passes if a condition on the two adjacent characters holds: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: 'check'; readonly check: Check }
  /** Passes if a lookaround holds, or with `negate`, if it does not hold. */
  | { readonly kind: 'look'; readonly look: number; readonly negate: boolean }
);

export type Check = 'start' | 'end' | 'word' | 'no-word';

/** The body of a lookahead or lookbehind. Nested ones have lower numbers. */
export interface LookaroundBody {
  readonly ahead: boolean;
  readonly start: number;
}

/** A nondeterministic automaton that accepts what an expression matches. */
export interface Automaton {
  readonly nodes: readonly Node[];
  readonly start: number;
  /** Whether a match may begin anywhere in the text: no flag `y`, and not anchored by `^`. */
  readonly searches: boolean;
  readonly looks: readonly LookaroundBody[];
}

/** The kinds of characters that can be next to a position in the text. */
export type Neighbor = 'edge' | 'word' | 'other';

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
  // The flag m makes no difference, since no origin has a line break.
  if (node.check === 'start') return left === 'edge';
  if (node.check === 'end') return right === 'edge';
  const areAlike = (left === 'word') === (right === 'word');
  return areAlike === (node.check === 'no-word');
}

/** Thrown if no automaton can be built for an expression. The message is a clause that says why. */
export class NoAutomaton extends Error {
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * The maximum number of nodes in an automaton, and so of nodes visited per character. Most
 * expressions have about a hundred. If every node is visited for every character, the longest web
 * origin takes about 30 ms.
 */
export const MAX_NODES = 2_000;

const TOO_LARGE_TO_MATCH =
  'it is too large to match quickly. Where a count only limits the length, as in {1,63}, write +. Write many alternatives as a list';

/**
 * The maximum number of lookarounds: nobody writes more. Each doubles the possible states of a
 * position in the text.
 */
const MAX_LOOKAROUNDS = 16;

/**
 * Builds the automaton of an expression. Lookahead bodies are read from right to left.
 *
 * @throws NoAutomaton if the expression is not supported, or its automaton is too large
 */
export function buildAutomaton(expression: RegExp): Automaton {
  const { alternatives } = parseExpression(expression);
  const builder = new Builder();
  const accept = builder.add({ kind: 'accept' });
  const place = { flags: expression.flags, reversed: false, repeats: false, isCounted: false };
  const start = builder.alternatives(alternatives, accept, place);
  return {
    nodes: builder.nodes,
    start,
    searches: !expression.sticky && !alternatives.every((each) => isAnchored(each, 'start')),
    looks: builder.looks,
  };
}

/** The context of a part of the expression. */
interface Place {
  readonly flags: string;
  /** Whether this part is read from right to left. */
  readonly reversed: boolean;
  /** Whether this part may repeat without limit. */
  readonly repeats: boolean;
  /**
   * Whether a quantifier applies to this part. If so, a `.` is probably not meant as a literal dot.
   */
  readonly isCounted: boolean;
}

/** Builds from the end, so that each part is given the node that follows it. */
class Builder {
  readonly nodes: Node[] = [];
  readonly looks: LookaroundBody[] = [];

  add(node: Node): number {
    if (this.nodes.length >= MAX_NODES) {
      throw new NoAutomaton('regexp-too-slow', TOO_LARGE_TO_MATCH);
    }
    return this.nodes.push(node) - 1;
  }

  alternatives(all: readonly AST.Alternative[], next: number, place: Place): number {
    const starts = all.map(({ elements }) => this.#sequence(elements, next, place));
    const [only] = starts;
    return only !== undefined && starts.length === 1
      ? only
      : this.add({ kind: 'fork', next: starts });
  }

  #sequence(elements: readonly AST.Element[], next: number, place: Place): number {
    const ordered = place.reversed ? elements : elements.toReversed();
    const inner = { ...place, isCounted: false };
    return ordered.reduce((after, element) => this.#element(element, after, inner), next);
  }

  #element(node: AST.Element, next: number, place: Place): number {
    switch (node.type) {
      case 'Set':
        // In a class with the flag v, a brace after q is always escaped, except in \q{.
        if (place.flags.includes('v') && node.raw.includes('\\q{')) {
          const reason = `its set ${node.raw} holds whole strings. Write alternatives, as in (?:ab|c)`;
          throw new NoAutomaton('regexp-texts-in-set', reason);
        }
        return this.#read(node, next, place);
      case 'Character':
        return this.#read(node, next, place);
      case 'Group':
        return this.alternatives(node.alternatives, next, {
          ...place,
          flags: flagsWithin(node, place.flags),
        });
      case 'Quantifier':
        return this.#quantifier(node, next, { ...place, isCounted: true });
      case 'Assertion':
        return this.#assertion(node, next, place);
      case 'Backreference': {
        const reason = `its back reference ${node.raw} repeats text that is only known when it matches, so the origins that it lets in cannot be computed`;
        throw new NoAutomaton('regexp-back-reference', reason);
      }
    }
  }

  #read(node: AST.Element, next: number, { flags, repeats, isCounted }: Place): number {
    const set = membersOf(node.raw, flags);
    const isLiteral = node.type === 'Character' || isOneLetter(set);
    // No host has two dots in a row, so a literal dot never repeats.
    const spelled = repeats && set !== '.' ? 'repeat' : 'literal';
    const isDot = node.raw === '.' && !isCounted;
    const provenance: Provenance = isLiteral ? spelled : isDot ? 'dot' : 'set';
    return this.add({ kind: 'read', set, provenance, next });
  }

  #quantifier({ element, min, max }: AST.Quantifier, next: number, place: Place): number {
    if (max === 0) return next;
    if (max < MAX_ORIGIN_LENGTH) {
      const rest = this.#copies(element, max - min, next, place, true);
      return this.#copies(element, min, rest, place, false);
    }
    // A maximum longer than any origin counts as unlimited.
    const ways: number[] = [];
    const start = this.add({ kind: 'fork', next: ways });
    const body = this.#element(element, start, { ...place, repeats: true });
    ways.push(body, next);
    // The loop already reads one of the required copies.
    return min > 0 ? this.#copies(element, min - 1, body, place, false) : start;
  }

  #copies(element: AST.Element, count: number, next: number, place: Place, areOptional: boolean) {
    let start = next;
    for (let copy = 0; copy < count; copy++) {
      const body = this.#element(element, start, place);
      // A body that adds no node matches only empty text, no matter how often it is repeated.
      if (body === start) break;
      start = areOptional ? this.add({ kind: 'fork', next: [body, next] }) : body;
    }
    return start;
  }

  #assertion(node: AST.Assertion, next: number, place: Place): number {
    if ('alternatives' in node) {
      const ahead = node.kind === 'lookahead';
      const accept = this.add({ kind: 'accept' });
      const inner = { ...place, reversed: ahead };
      const start = this.alternatives(node.alternatives, accept, inner);
      // An empty body always matches, so (?!) never does.
      if (start === accept && node.negate) return this.alternatives([], next, place);
      if (this.looks.length >= MAX_LOOKAROUNDS) {
        throw new NoAutomaton('regexp-too-slow', `it has more than ${MAX_LOOKAROUNDS} lookarounds`);
      }
      const look = this.looks.push({ ahead, start }) - 1;
      return this.add({ kind: 'look', look, negate: node.negate, next: [next] });
    }
    return this.add({ kind: 'check', check: node.kind, next: [next] });
  }
}
