// Parses a regular expression into its syntax tree. Finds alternatives that are anchored.

/** A node of the syntax tree, limited to what affects the matches. */
export type Node = Alternative | Element;

/** A part of an alternative. */
export type Element = Group | Assertion | Quantifier | Piece;

interface Part {
  /** Index of the part's first code unit in the source. */
  readonly start: number;
  /** Index after the part's last code unit. */
  readonly end: number;
  readonly raw: string;
}

export interface Alternative extends Part {
  readonly type: 'Alternative';
  readonly elements: readonly Element[];
}

/**
 * A group of any kind, or the whole expression. Expressions with back references are rejected
 * later, so it makes no difference whether a group captures.
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
 * One character, escaped or not, a back reference, or a set such as `.`, `\d`, `\p{…}` or `[…]`.
 * JavaScript's own engine decides which characters a set has.
 */
export interface Piece extends Part {
  readonly type: 'Character' | 'Set' | 'Backreference';
}

/**
 * Parses an expression that the engine has accepted. Does not detect syntax errors. The engine
 * decides which characters a piece matches, so the parser only has to find where each piece begins
 * and ends.
 *
 * https://tc39.es/ecma262/#sec-patterns and
 * https://tc39.es/ecma262/#sec-regular-expressions-patterns
 */
export function parseExpression(expression: RegExp): Group {
  return new Parser(expression).whole();
}

// These expressions are sticky, so each is tried only at the current position.
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const GROUP_START = /\((?:\?(?:(<?[=!])|([ims]*)(?:-([ims]*))?:|<[^>]*>))?/y;
const SET = /\.|\\[dDsSwW]/y;
const PROPERTY = /\\[pP]\{[^}]*\}/y;
const NAMED_REFERENCE = /\\k<[^>]*>/y;
const NUMBERED_REFERENCE = /\\([1-9]\d*)/y;
// If no letter follows, the backslash of \c stands for itself, and so does the c.
const UNIT =
  /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|(?=c)|[0-3][0-7]{0,2}|[4-7][0-7]?|.)|./sy;
const CODE_POINT =
  /\\u[dD][89ABab][\dA-Fa-f]{2}\\u[dD][C-Fc-f][\dA-Fa-f]{2}|\\(?:u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)|./suy;

class Parser {
  readonly #source: string;
  readonly #isUnicode: boolean;
  readonly #hasSets: boolean;
  /** Outside Unicode mode, `\1` is a reference only if there is a group 1, `\k` if any is named. */
  readonly #groups: { readonly count: number; readonly areNamed: boolean };
  #at = 0;

  constructor({ source, unicode, unicodeSets }: RegExp) {
    this.#source = source;
    this.#isUnicode = unicode || unicodeSets;
    this.#hasSets = unicodeSets;
    const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '');
    const found = Array.from(bare.matchAll(/\((?!\?)|\(\?<(?![=!])/g), ([start]) => start);
    this.#groups = { count: found.length, areNamed: found.includes('(?<') };
  }

  whole(): Group {
    const alternatives = this.#alternatives();
    return { type: 'Group', alternatives, added: '', removed: '', ...this.#from(0) };
  }

  /** Returns the fields of {@link Part}. */
  #from(start: number) {
    const end = this.#at;
    return { start, end, raw: this.#source.slice(start, end) };
  }

  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source);
    if (match === null) return undefined;
    this.#at = form.lastIndex;
    return match;
  }

  #next(): string {
    return this.#source.charAt(this.#at);
  }

  #alternatives(): Alternative[] {
    const alternatives: Alternative[] = [];
    for (;;) {
      const start = this.#at;
      const elements: Element[] = [];
      while (!/^[|)]?$/.test(this.#next())) elements.push(this.#element());
      alternatives.push({ type: 'Alternative', elements, ...this.#from(start) });
      if (this.#next() !== '|') return alternatives;
      this.#at += 1;
    }
  }

  #element(): Element {
    const start = this.#at;
    const element = this.#assertion() ?? this.#group() ?? this.#piece();
    const [, sign, least, comma, most] = this.#take(QUANTIFIER) ?? [];
    if (sign === undefined && least === undefined) return element;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const counted = comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY;
    const max = sign === undefined ? counted : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { type: 'Quantifier', min, max, element, ...this.#from(start) };
  }

  #assertion(): Assertion | undefined {
    const start = this.#at;
    const [edge] = this.#take(/\^|\$|\\[bB]/y) ?? [];
    if (edge === undefined) return undefined;
    return { type: 'Assertion', kind: EDGE_SIGNS[edge] ?? 'word', ...this.#from(start) };
  }

  /** Parses a group or a lookaround. */
  #group(): Group | Assertion | undefined {
    const start = this.#at;
    const match = this.#take(GROUP_START);
    if (match === undefined) return undefined;
    const [, look, added = '', removed = ''] = match;
    const alternatives = this.#alternatives();
    // The closing parenthesis.
    this.#at += 1;
    const part = { alternatives, ...this.#from(start) };
    if (look === undefined) return { type: 'Group', added, removed, ...part };
    const kind = look.startsWith('<') ? 'lookbehind' : 'lookahead';
    return { type: 'Assertion', kind, negate: look.endsWith('!'), ...part };
  }

  #piece(): Piece {
    const start = this.#at;
    return { type: this.#takePiece(), ...this.#from(start) };
  }

  #takePiece(): Piece['type'] {
    if (this.#take(SET) || (this.#isUnicode && this.#take(PROPERTY))) return 'Set';
    if (this.#takeClass()) return 'Set';
    if (this.#takeReference()) return 'Backreference';
    if (this.#take(this.#isUnicode ? CODE_POINT : UNIT)) return 'Character';
    throw new Error('the source ends too early');
  }

  #takeReference(): boolean {
    const start = this.#at;
    if ((this.#isUnicode || this.#groups.areNamed) && this.#take(NAMED_REFERENCE)) return true;
    const [, number] = this.#take(NUMBERED_REFERENCE) ?? [];
    if (number !== undefined && (this.#isUnicode || Number(number) <= this.#groups.count)) {
      return true;
    }
    this.#at = start;
    return false;
  }

  #takeClass(): boolean {
    if (this.#next() !== '[') return false;
    let depth = 0;
    do {
      const next = this.#next();
      if (next === '[' && (this.#hasSets || depth === 0)) depth += 1;
      if (next === ']') depth -= 1;
      this.#at += next === '\\' ? 2 : 1;
    } while (depth > 0);
    return true;
  }
}

const EDGE_SIGNS: Readonly<Record<string, 'start' | 'end' | 'no-word'>> = {
  '^': 'start',
  $: 'end',
  '\\B': 'no-word',
};

/** The beginning or end of the string. */
export type Edge = 'start' | 'end';

/** Checks whether all matches of this alternative are at that edge of the string. */
export function isAnchored(alternative: Alternative, edge: Edge): boolean {
  const { elements } = alternative;
  const ordered = edge === 'start' ? elements : elements.toReversed();
  for (const element of ordered) {
    if (element.type === 'Assertion') {
      if (element.kind === edge) return true;
      // Other assertions match no characters, so what follows them is still at the edge.
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
