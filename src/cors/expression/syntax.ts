// The syntax tree of a regular expression: its types, and questions to it about anchors, branches, dots and repetitions.

/** The syntax tree of a regular expression, as far as it says what the expression matches. */
export type Node = Alternative | Element;

/** What an alternative consists of. */
export type Element = Group | Assertion | Quantifier | Piece;

interface Part {
  /** Place of its first code unit in the source. */
  readonly start: number;
  /** Place after its last code unit. */
  readonly end: number;
  readonly raw: string;
}

export interface Alternative extends Part {
  readonly type: 'Alternative';
  readonly elements: readonly Element[];
}

/**
 * Of any kind: whether it captures makes no difference without back references. The whole expression
 * is one, too.
 */
export interface Group extends Part {
  readonly type: 'Group';
  readonly alternatives: readonly Alternative[];
  /** The flags that `(?i-s:…)` adds and removes. */
  readonly added: string;
  readonly removed: string;
}

export type Assertion = PlaceAssertion | LookaroundAssertion;

/** `^`, `$`, `\b` or `\B`. */
export interface PlaceAssertion extends Part {
  readonly type: 'Assertion';
  readonly kind: 'start' | 'end' | 'word' | 'no-word';
}

export interface LookaroundAssertion extends Part {
  readonly type: 'Assertion';
  readonly kind: 'lookahead' | 'lookbehind';
  readonly negate: boolean;
  readonly alternatives: readonly Alternative[];
}

export interface Quantifier extends Part {
  readonly type: 'Quantifier';
  readonly min: number;
  /** Infinite where there is no maximum. */
  readonly max: number;
  readonly element: Element;
}

/**
 * One character, escaped or not; `.`, `\d`, `\p{…}` or `[…]`, of which JavaScript's own engine decides
 * what is in it; or a back reference.
 */
export interface Piece extends Part {
  readonly type: 'Character' | 'Set' | 'Backreference';
}

/** An edge of an expression: the beginning of the text or its end. */
export type Edge = 'start' | 'end';

/** Whether whatever this alternative matches lies at that edge of the text. */
export function isAnchored(alternative: Alternative, edge: Edge): boolean {
  const { elements } = alternative;
  const ordered = edge === 'start' ? elements : elements.toReversed();
  for (const element of ordered) {
    if (element.type === 'Assertion') {
      if (element.kind === edge) return true;
      // Other assertions match no text: what stands beyond them is still at the edge.
      continue;
    }
    const inner = element.type === 'Quantifier' && element.min > 0 ? element.element : element;
    return inner.type === 'Group' && inner.alternatives.every((each) => isAnchored(each, edge));
  }
  return false;
}

/**
 * The alternatives of a whole expression, also where a group encloses them all: `(^a$|^b$)` has two.
 */
export function branchesOf({ alternatives }: Group): readonly Alternative[] {
  const [inner, ...rest] = alternatives.flatMap(({ elements }) => elements);
  if (alternatives.length > 1 || rest.length > 0) return alternatives;
  return inner?.type === 'Group' ? branchesOf(inner) : alternatives;
}
