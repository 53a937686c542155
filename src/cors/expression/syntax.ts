// The syntax tree of a regular expression: its types, anchoring and alternatives.

/** A node of the syntax tree, limited to what affects the matches. */
export type Node = Alternative | Element;

/** A part of an alternative. */
export type Element = Group | Assertion | Quantifier | Piece;

interface Part {
  /** Index of its first code unit in the source. */
  readonly start: number;
  /** Index after its last code unit. */
  readonly end: number;
  readonly raw: string;
}

export interface Alternative extends Part {
  readonly type: 'Alternative';
  readonly elements: readonly Element[];
}

/**
 * A group of any kind, or the whole expression. Without back references, it makes no difference
 * whether a group captures.
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
  /** Infinity if there is no maximum. */
  readonly max: number;
  readonly element: Element;
}

/**
 * One character, escaped or not; a set such as `.`, `\d`, `\p{…}` or `[…]`, whose members
 * JavaScript's own engine decides; or a back reference.
 */
export interface Piece extends Part {
  readonly type: 'Character' | 'Set' | 'Backreference';
}

/** The beginning or end of the text. */
export type Edge = 'start' | 'end';

/** Checks whether all matches of this alternative lie at that edge of the text. */
export function isAnchored(alternative: Alternative, edge: Edge): boolean {
  const { elements } = alternative;
  const ordered = edge === 'start' ? elements : elements.toReversed();
  for (const element of ordered) {
    if (element.type === 'Assertion') {
      if (element.kind === edge) return true;
      // Other assertions match no text, so what follows them is still at the edge.
      continue;
    }
    const inner = element.type === 'Quantifier' && element.min > 0 ? element.element : element;
    return inner.type === 'Group' && inner.alternatives.every((each) => isAnchored(each, edge));
  }
  return false;
}

/**
 * Returns the alternatives of a whole expression, even if a group encloses them all: `(^a$|^b$)`
 * has two.
 */
export function branchesOf({ alternatives }: Group): readonly Alternative[] {
  const [inner, ...rest] = alternatives.flatMap(({ elements }) => elements);
  if (alternatives.length > 1 || rest.length > 0) return alternatives;
  return inner?.type === 'Group' ? branchesOf(inner) : alternatives;
}
