import { show } from '../../errors/shown-value.ts';
import { parseExpression } from '../expression/parse.ts';
import type * as AST from '../expression/syntax.ts';
import { branchesOf } from '../expression/syntax.ts';
import { charactersOf, flagsWithin, membersOf } from '../language/characters.ts';
import { languageOf } from '../language/language.ts';
import { matcherOf } from '../language/matcher.ts';
import { repairOrigin } from './repair-origin.ts';
import { lintString } from './string.ts';

// Words why an expression lets in nobody, and the nearest origin.

/** Why an expression lets in nobody: the shortest text that it requires, and what is wrong with it. */
export function whyNever(expression: RegExp): { readonly reason: string; readonly way?: string } {
  const text = shortestText(expression);
  if (text === undefined) return { reason: 'no origin that a browser sends matches it' };
  const nearest = repairOrigin(text);
  const reason = `it requires ${show(text)}, which no browser sends: ${reasonFor(text)}`;
  return {
    reason,
    ...(nearest !== undefined && { way: `The nearest origin is ${show(nearest)}` }),
  };
}

/** The alternatives that let in nobody, beside others that let in somebody. */
export function deadBranches(expression: RegExp): readonly AST.Alternative[] {
  const branches = branchesOf(parseExpression(expression));
  if (branches.length < 2 || branches.length > MOST_BRANCHES) return [];
  return branches.filter(({ raw, elements }) => {
    const language = languageOf(new RegExp(raw, expression.flags));
    const isDead = language.kind === 'computed' && language.graph.start === undefined;
    // An assertion alone is part of no text.
    return isDead && elements.some(({ type }) => type !== 'Assertion');
  });
}

/** Each is computed on its own. */
const MOST_BRANCHES = 20;

/** Reasons for a string in a setting, reworded for an expression. */
function reasonFor(text: string): string {
  const [fault] = lintString(text, '');
  if (text === '*') return '"*" means everyone in a setting, and no browser sends it as an origin';
  if (/^[a-z]+:\/\/[^/]*[*{]/.test(text)) {
    return 'no host name contains "*" or a brace. Write [\\w.-]+ for any subdomain';
  }
  if (fault?.code === 'list-in-string') {
    return 'it sends one origin, never several. Write | between alternatives';
  }
  return fault?.reason ?? 'it is not an origin';
}

/** The shortest text that an expression matches, of those that are easily found. */
function shortestText(expression: RegExp): string | undefined {
  const text = sampleOf(parseExpression(expression), expression.flags);
  if (text === undefined) return undefined;
  // Our matcher knows ASCII alone.
  const matches = /^[ -~]*$/.test(text)
    ? matcherOf(expression).matches(text)
    : new RegExp(expression).test(text);
  return matches ? text : undefined;
}

/** A text for a part of an expression, whatever its assertions ask. */
function sampleOf(node: AST.Node, flags: string): string | undefined {
  switch (node.type) {
    case 'Pattern':
    case 'Group': {
      const within = node.type === 'Group' ? flagsWithin(node, flags) : flags;
      const samples = node.alternatives.map((each) => sampleOf(each, within));
      const texts = samples.filter((each) => each !== undefined);
      return texts.toSorted((a, b) => a.length - b.length)[0];
    }
    case 'Alternative': {
      const samples = node.elements.map((each) => sampleOf(each, flags));
      return samples.includes(undefined) ? undefined : samples.join('');
    }
    case 'Quantifier':
      return node.min === 0 ? '' : sampleOf(node.element, flags)?.repeat(node.min);
    case 'Assertion':
      return '';
    case 'Backreference':
      return undefined;
    default:
      return charactersOf(membersOf(node.raw, flags))[0] ?? /^.$/su.exec(node.raw)?.[0];
  }
}
