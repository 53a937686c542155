// The types of the syntax tree of a regular expression.

/** The syntax tree of a regular expression, as far as it says what the expression matches. */
export type Node = Pattern | Alternative | Element;

/** What an alternative consists of. */
export type Element = Group | Assertion | Quantifier | CharacterSet | Character | Backreference;

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

/** Of any kind: whether it captures makes no difference without back references. */
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

/** `.`, `\d`, `\p{…}`, `[…]`. What is in it, JavaScript's own engine says. */
export interface CharacterSet extends Part {
  readonly type: 'Set';
  /** Those of `\q{…}`, also nested ones, each as the pieces for its characters. */
  readonly strings: readonly (readonly string[])[];
}

/** One character, escaped or not. */
export interface Character extends Part {
  readonly type: 'Character';
}

export interface Backreference extends Part {
  readonly type: 'Backreference';
}
