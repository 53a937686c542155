import type * as AST from './syntax.ts';

/** Flags that change the syntax. */
export interface SyntaxFlags {
  readonly unicode: boolean;
  readonly unicodeSets: boolean;
}

/**
 * Parses the source of an expression that the engine has accepted: what is wrong in others is not
 * noticed. A hundredth of the size of a parser that knows all properties of Unicode.
 *
 * https://tc39.es/ecma262/#sec-patterns and https://tc39.es/ecma262/#sec-regular-expressions-patterns
 */
export function parsePattern(source: string, flags: SyntaxFlags): AST.Pattern {
  return new Parser(source, flags).pattern();
}

// Each is tried at one place.
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const LOOKAROUND = /\(\?(<?)([=!])/y;
const GROUP = /\(\?([ims]*)(?:-([ims]*))?:/y;
const CAPTURE = /\((?:\?<[^>]*>)?/y;
const SET = /\.|\\[dDsSwW]/y;
const PROPERTY = /\\[pP]\{[^}]*\}/y;
const NAMED_REFERENCE = /\\k<[^>]*>/y;
const NUMBERED_REFERENCE = /\\([1-9]\d*)/y;
const LEGACY_OCTAL = /\\([0-3][0-7]{0,2}|[4-7][0-7]?)/y;
const CONTROL = /\\c([A-Za-z])/y;
const HEX = /\\x([\da-f]{2})/iy;
const SURROGATES = /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy;
const UNIT = /\\u([\da-f]{4})/iy;
const CODE_POINT = /\\u\{([\da-f]+)\}/iy;

const CONTROL_LETTERS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

class Parser {
  readonly #source: string;
  readonly #isUnicode: boolean;
  readonly #hasSets: boolean;
  /** Without Unicode, `\1` and `\k` are references only if there is such a group. */
  readonly #groups: { readonly count: number; readonly areNamed: boolean };
  #at = 0;

  constructor(source: string, { unicode, unicodeSets }: SyntaxFlags) {
    this.#source = source;
    this.#isUnicode = unicode || unicodeSets;
    this.#hasSets = unicodeSets;
    const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '');
    const found = Array.from(bare.matchAll(/\((?!\?)|\(\?<(?![=!])/g), ([start]) => start);
    this.#groups = { count: found.length, areNamed: found.includes('(?<') };
  }

  pattern(): AST.Pattern {
    return adopt({ type: 'Pattern', alternatives: this.#alternatives(), ...this.#from(0) });
  }

  /** What every node has. */
  #from(start: number) {
    const end = this.#at;
    return { start, end, raw: this.#source.slice(start, end), parent: undefined };
  }

  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source);
    if (match === null) return undefined;
    this.#at = form.lastIndex;
    return match;
  }

  #alternatives(): AST.Alternative[] {
    const alternatives: AST.Alternative[] = [];
    for (;;) {
      const start = this.#at;
      const elements: AST.Element[] = [];
      while (this.#at < this.#source.length && !/[|)]/.test(this.#next())) {
        elements.push(this.#element());
      }
      alternatives.push(adopt({ type: 'Alternative', elements, ...this.#from(start) }));
      if (this.#next() !== '|') return alternatives;
      this.#at += 1;
    }
  }

  #next(): string {
    return this.#source.charAt(this.#at);
  }

  #element(): AST.Element {
    const start = this.#at;
    const element = this.#assertion() ?? this.#group() ?? this.#atom();
    const [, sign, least, comma, most] = this.#take(QUANTIFIER) ?? [];
    if (sign === undefined && least === undefined) return element;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const counted = comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY;
    const max = sign === undefined ? counted : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return adopt({ type: 'Quantifier', min, max, element, ...this.#from(start) });
  }

  #assertion(): AST.Assertion | undefined {
    const start = this.#at;
    const edge = this.#next();
    if (edge === '^' || edge === '$') {
      this.#at += 1;
      const kind = edge === '^' ? 'start' : 'end';
      return { type: 'Assertion', kind, ...this.#from(start) };
    }
    const [word] = this.#take(/\\[bB]/y) ?? [];
    if (word !== undefined) {
      return { type: 'Assertion', kind: 'word', negate: word === '\\B', ...this.#from(start) };
    }
    const [, behind, sign] = this.#take(LOOKAROUND) ?? [];
    if (sign === undefined) return undefined;
    const kind = behind === '<' ? 'lookbehind' : 'lookahead';
    const alternatives = this.#inGroup();
    return adopt({
      ...{ type: 'Assertion', kind, negate: sign === '!', alternatives },
      ...this.#from(start),
    });
  }

  #group(): AST.Group | AST.CapturingGroup | undefined {
    const start = this.#at;
    const plain = this.#take(GROUP);
    if (plain !== undefined) {
      const [, added = '', removed = ''] = plain;
      const alternatives = this.#inGroup();
      return adopt({ type: 'Group', alternatives, added, removed, ...this.#from(start) });
    }
    if (this.#take(CAPTURE) === undefined) return undefined;
    const alternatives = this.#inGroup();
    return adopt({ type: 'CapturingGroup', alternatives, ...this.#from(start) });
  }

  /** What is in a group, up to and with its end. */
  #inGroup(): AST.Alternative[] {
    const alternatives = this.#alternatives();
    this.#at += 1;
    return alternatives;
  }

  #atom(): AST.Element {
    const start = this.#at;
    const [set] = this.#take(SET) ?? [];
    if (set !== undefined || (this.#isUnicode && this.#take(PROPERTY))) {
      return { type: 'CharacterSet', kind: set === '.' ? 'any' : 'escape', ...this.#from(start) };
    }
    if (this.#next() === '[') {
      const strings = this.#class();
      return { type: 'CharacterClass', strings, ...this.#from(start) };
    }
    if (this.#takeReference()) return { type: 'Backreference', ...this.#from(start) };
    const value = this.#character();
    return { type: 'Character', value, ...this.#from(start) };
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

  /** Goes to the end of a class, and gives its strings. */
  #class(): string[] {
    const strings: string[] = [];
    let depth = 0;
    do {
      const next = this.#next();
      if (this.#hasSets && this.#take(/\\q\{/y)) {
        strings.push(...this.#strings());
        continue;
      }
      if (next === '[' && (this.#hasSets || depth === 0)) depth += 1;
      if (next === ']') depth -= 1;
      this.#at += next === '\\' ? 2 : 1;
    } while (depth > 0);
    return strings;
  }

  #strings(): string[] {
    const strings: string[] = [];
    let text = '';
    for (;;) {
      const next = this.#next();
      if (next === '|' || next === '}') {
        this.#at += 1;
        strings.push(text);
        text = '';
        if (next === '}') return strings;
      } else {
        // In a class, \b is a backspace.
        text += this.#take(/\\b/y) ? '\b' : String.fromCodePoint(this.#character());
      }
    }
  }

  /** One character, escaped or not. */
  #character(): number {
    if (this.#next() !== '\\') return this.#plain();
    const numbered = (this.#isUnicode ? this.#codePoint() : undefined) ?? this.#number();
    if (numbered !== undefined) return numbered;
    this.#at += 1;
    // Without a letter, \c is a backslash, and c stands for itself.
    if (this.#next() === 'c' && !this.#isUnicode) return 0x5c;
    const control = CONTROL_LETTERS[this.#next()];
    if (control === undefined) return this.#plain();
    this.#at += 1;
    return control;
  }

  /** `\u{1f600}`, or two surrogates. */
  #codePoint(): number | undefined {
    const [, high = '', low = ''] = this.#take(SURROGATES) ?? [];
    if (low !== '') return String.fromCharCode(hex(high), hex(low)).codePointAt(0);
    const [, point] = this.#take(CODE_POINT) ?? [];
    return point === undefined ? undefined : hex(point);
  }

  #number(): number | undefined {
    const [, digits] = this.#take(HEX) ?? this.#take(UNIT) ?? [];
    if (digits !== undefined) return hex(digits);
    const [, octal] = this.#take(LEGACY_OCTAL) ?? [];
    if (octal !== undefined) return Number.parseInt(octal, 8);
    const [, letter] = this.#take(CONTROL) ?? [];
    return letter === undefined ? undefined : letter.charCodeAt(0) % 32;
  }

  #plain(): number {
    const value = this.#isUnicode
      ? this.#source.codePointAt(this.#at)
      : this.#source.charCodeAt(this.#at);
    if (value === undefined || Number.isNaN(value)) throw new Error('the source ends too early');
    this.#at += value > 0xff_ff ? 2 : 1;
    return value;
  }
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

/** Tells the children of a node where they are. */
function adopt<Parent extends AST.Node>(node: Parent): Parent {
  const children: AST.Node[] = [];
  if ('alternatives' in node) children.push(...node.alternatives);
  if ('elements' in node) children.push(...node.elements);
  if ('element' in node) children.push(node.element);
  for (const child of children) child.parent = node;
  return node;
}
