/**
 * The syntax tree of a regular expression, as far as it says what the expression matches. The names
 * are those of ESTree and regexpp.
 */
export type Node = Pattern | Alternative | Element;

/** What an alternative consists of. */
export type Element =
  | Group
  | CapturingGroup
  | Assertion
  | Quantifier
  | CharacterSet
  | CharacterClass
  | Character
  | Backreference;

interface Part {
  /** Place of its first code unit in the source. */
  readonly start: number;
  /** Place after its last code unit. */
  readonly end: number;
  readonly raw: string;
  /** What it is directly in; `undefined` for the whole. */
  parent: Node | undefined;
}

export interface Pattern extends Part {
  readonly type: 'Pattern';
  readonly alternatives: readonly Alternative[];
}

export interface Alternative extends Part {
  readonly type: 'Alternative';
  readonly elements: readonly Element[];
}

export interface Group extends Part {
  readonly type: 'Group';
  readonly alternatives: readonly Alternative[];
  /** The flags that `(?i-s:…)` adds and removes. */
  readonly added: string;
  readonly removed: string;
}

export interface CapturingGroup extends Part {
  readonly type: 'CapturingGroup';
  readonly alternatives: readonly Alternative[];
}

export type Assertion = EdgeAssertion | WordBoundaryAssertion | LookaroundAssertion;

export interface EdgeAssertion extends Part {
  readonly type: 'Assertion';
  readonly kind: 'start' | 'end';
}

export interface WordBoundaryAssertion extends Part {
  readonly type: 'Assertion';
  readonly kind: 'word';
  readonly negate: boolean;
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

/** `.`, `\d`, `\p{…}` and the like. */
export interface CharacterSet extends Part {
  readonly type: 'CharacterSet';
  readonly kind: 'any' | 'escape';
}

/** `[…]`. What is in it, JavaScript's own engine says. */
export interface CharacterClass extends Part {
  readonly type: 'CharacterClass';
  /** Those of `\q{…}`, also nested ones. */
  readonly strings: readonly string[];
}

export interface Character extends Part {
  readonly type: 'Character';
  /** A code point; a code unit without the flags `u` and `v`. */
  readonly value: number;
}

export interface Backreference extends Part {
  readonly type: 'Backreference';
}
