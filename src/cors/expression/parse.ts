import type * as AST from './syntax.ts';

// Parses a regular expression into its syntax tree.

/**
 * Parses an expression that the engine has accepted: syntax errors in others go unnoticed. The
 * engine also tells which characters a piece matches, so only its extent has to be found.
 *
 * https://tc39.es/ecma262/#sec-patterns and
 * https://tc39.es/ecma262/#sec-regular-expressions-patterns
 */
export function parseExpression(expression: RegExp): AST.Group {
  return new Parser(expression).whole();
}

// These are sticky: each is tried at the current position only.
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const LOOKAROUND = /\(\?(<?)([=!])/y;
const GROUP_START = /\(\?([ims]*)(?:-([ims]*))?:|\((?:\?<[^>]*>)?/y;
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
  /** Without Unicode mode, `\1` and `\k` are references only if there is such a group. */
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

  whole(): AST.Group {
    return this.#groupOf(0, this.#alternatives());
  }

  /** The fields that every node has. */
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

  #alternatives(): AST.Alternative[] {
    const alternatives: AST.Alternative[] = [];
    for (;;) {
      const start = this.#at;
      const elements: AST.Element[] = [];
      while (!/^[|)]?$/.test(this.#next())) elements.push(this.#element());
      alternatives.push({ type: 'Alternative', elements, ...this.#from(start) });
      if (this.#next() !== '|') return alternatives;
      this.#at += 1;
    }
  }

  #element(): AST.Element {
    const start = this.#at;
    const element = this.#assertion() ?? this.#group() ?? this.#piece();
    const [, sign, least, comma, most] = this.#take(QUANTIFIER) ?? [];
    if (sign === undefined && least === undefined) return element;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const counted = comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY;
    const max = sign === undefined ? counted : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { type: 'Quantifier', min, max, element, ...this.#from(start) };
  }

  #assertion(): AST.Assertion | undefined {
    const start = this.#at;
    const [edge] = this.#take(/\^|\$|\\[bB]/y) ?? [];
    if (edge !== undefined) {
      return { type: 'Assertion', kind: EDGE_SIGNS[edge] ?? 'word', ...this.#from(start) };
    }
    const [, behind, sign] = this.#take(LOOKAROUND) ?? [];
    if (sign === undefined) return undefined;
    const kind = behind === '<' ? 'lookbehind' : 'lookahead';
    const alternatives = this.#inGroup();
    const negate = sign === '!';
    return { type: 'Assertion', kind, negate, alternatives, ...this.#from(start) };
  }

  #group(): AST.Group | undefined {
    const start = this.#at;
    const match = this.#take(GROUP_START);
    if (match === undefined) return undefined;
    return this.#groupOf(start, this.#inGroup(), match[1], match[2]);
  }

  #groupOf(start: number, alternatives: AST.Alternative[], added = '', removed = ''): AST.Group {
    return { type: 'Group', alternatives, added, removed, ...this.#from(start) };
  }

  /** Parses the inside of a group, including the closing parenthesis. */
  #inGroup(): AST.Alternative[] {
    const alternatives = this.#alternatives();
    this.#at += 1;
    return alternatives;
  }

  #piece(): AST.Piece {
    const start = this.#at;
    return { type: this.#takePiece(), ...this.#from(start) };
  }

  #takePiece(): AST.Piece['type'] {
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
