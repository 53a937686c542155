import type { AST } from '@eslint-community/regexpp';
import { MAX_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { parseExpression } from './tree.ts';

/**
 * The same expression in RE2's syntax, or `undefined` where RE2 has no equivalent: for look-around,
 * back references, and sets that contain strings.
 *
 * It gives the same verdict on every text of ASCII characters, and so on every serialized origin.
 * Sets are written out as the ASCII characters that JavaScript's own engine finds in them, because
 * the two syntaxes differ in what their escapes mean.
 *
 * https://github.com/google/re2/wiki/Syntax
 */
export function toRe2Source(expression: RegExp): string | undefined {
  const { flags } = expression;
  try {
    const text = alternativesText(parseExpression(expression).alternatives, flags);
    return flags.includes('y') ? `\\A${text}` : text;
  } catch (error) {
    if (error instanceof NotExpressible) return undefined;
    throw error;
  }
}

class NotExpressible extends Error {}

function alternativesText(alternatives: readonly AST.Alternative[], flags: string): string {
  const texts = alternatives.map(({ elements }) =>
    elements.map((element) => elementText(element, flags)).join(''),
  );
  return `(?:${texts.join('|')})`;
}

function elementText(node: AST.Element, flags: string): string {
  switch (node.type) {
    case 'Character':
      return characterText(node.value, flags);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      if (hasStrings(node)) throw new NotExpressible();
      return classText(membersOf(node.raw, flags));
    case 'Group':
      return alternativesText(node.alternatives, modifiedFlags(node, flags));
    case 'CapturingGroup':
      return alternativesText(node.alternatives, flags);
    case 'Quantifier':
      return quantifierText(node, flags);
    case 'Assertion':
      return assertionText(node, flags);
    default:
      throw new NotExpressible();
  }
}

function characterText(codePoint: number, flags: string): string {
  if (!flags.includes('i')) return classText([codePoint]);
  const hex = codePoint.toString(16);
  const isUnicode = /[uv]/.test(flags);
  const raw = isUnicode ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  return classText([...new Set([...membersOf(raw, flags), codePoint])]);
}

const ASCII = Array.from({ length: 0x80 }, (_, code) => code);

/** The ASCII characters that a piece of an expression matches. */
function membersOf(raw: string, flags: string): number[] {
  const one = new RegExp(`^(?:${raw})$`, flags.replace(/[dgmy]/g, ''));
  return ASCII.filter((code) => one.test(String.fromCharCode(code)));
}

function classText(members: readonly number[]): string {
  const [only, ...others] = members;
  if (only === undefined) return '[^\\x{0}-\\x{10FFFF}]';
  if (others.length === 0) return hexEscape(only);
  const ranges: string[] = [];
  let first = only;
  members.forEach((code, i) => {
    if (members[i + 1] === code + 1) return;
    ranges.push(first === code ? hexEscape(code) : `${hexEscape(first)}-${hexEscape(code)}`);
    first = members[i + 1] ?? code;
  });
  return `[${ranges.join('')}]`;
}

function hexEscape(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

/** Whether a set of flag `v` may match more than one character at a time. */
function hasStrings(node: AST.Node): boolean {
  if (node.type === 'ClassStringDisjunction') return true;
  if (node.type === 'CharacterSet') return node.kind === 'property' && node.strings;
  if (node.type === 'CharacterClass') return node.elements.some(hasStrings);
  if (node.type === 'ExpressionCharacterClass') return hasStrings(node.expression);
  if (node.type === 'ClassIntersection' || node.type === 'ClassSubtraction') {
    return hasStrings(node.left) || hasStrings(node.right);
  }
  return false;
}

function modifiedFlags({ modifiers }: AST.Group, flags: string): string {
  if (modifiers === null) return flags;
  const namesOf = (each: AST.ModifierFlags | null): string[] =>
    each === null ? [] : [...each.raw];
  const removed = namesOf(modifiers.remove);
  const kept = [...flags].filter((flag) => !removed.includes(flag));
  return [...new Set([...kept, ...namesOf(modifiers.add)])].join('');
}

function quantifierText({ element, min, max }: AST.Quantifier, flags: string): string {
  const text = `(?:${elementText(element, flags)})`;
  if (max === 0) return '(?:)';
  // A maximum that no origin is long enough to reach is not a limit, and RE2 knows none that large.
  const most = max >= MAX_ORIGIN_LENGTH ? '' : String(max);
  return `${text}{${min},${most}}`;
}

function assertionText(node: AST.Assertion, flags: string): string {
  switch (node.kind) {
    case 'start':
      return flags.includes('m') ? '(?m:^)' : '\\A';
    case 'end':
      return flags.includes('m') ? '(?m:$)' : '\\z';
    case 'word':
      return node.negate ? '\\B' : '\\b';
    default:
      throw new NotExpressible();
  }
}
