import { show } from '../../errors/shown-value.ts';
import { allowedOrigins } from '../automata/allowed-origins.ts';
import { flagsWithin, membersOf } from '../automata/characters.ts';
import { matcherOf } from '../automata/matcher.ts';
import type * as AST from '../automata/parse-expression.ts';
import { branchesOf, isAnchored, parseExpression } from '../automata/parse-expression.ts';
import { makeFault, type OriginFault, type OriginFix } from '../origin-fault.ts';
import { PRIVATE_NETWORKS } from '../trust.ts';
import { deadBranches, fixForNoMatch, proveFix } from './expression-fix.ts';
import type { Opening } from './expression-openings.ts';
import { lintString } from './lint-string.ts';
import { faultOfOpening } from './opening-faults.ts';
import { allowedFix, findOpenings, type LintContext } from './openings.ts';
import { repairOrigin } from './repair-origin.ts';
import type { Words } from './text-faults.ts';
import { lintTemplateWord } from './unwrap.ts';

// Finds the faults in an expression: strangers that get in (expression-openings.ts), alternatives
// that let in nobody, flags. expression-fix.ts proposes what was meant.

/**
 * Finds every fault in an expression. If possible, each has an example: an origin that gets in
 * against the author's clear intention. What the expression lets in is computed, not guessed; see
 * docs/internals/cors-proof.md.
 */
export function lintExpression(
  expression: RegExp,
  where: string,
  context: LintContext,
): OriginFault[] {
  const placeholder = lintTemplateWord(expression.source);
  if (placeholder !== undefined) {
    const hint = 'Put your own name there';
    return [faultOf(expression, where, { ...placeholder, hint })];
  }
  const allowed = allowedOrigins(expression);
  const flags = lintFlags(expression, where);
  if (allowed.kind === 'unusable') return [faultOf(expression, where, allowed), ...flags];
  if (allowed.kind === 'computed' && allowed.graph.start === undefined) {
    const fix = allowedFix(fixForNoMatch(expression), context);
    const none = where === 'origin' ? 'Use false to allow nobody' : 'Remove it';
    const never = { code: NEVER, hint: none, ...whyNever(expression) };
    return [faultOf(expression, where, never, fix), ...flags];
  }
  const alternatives = branchesOf(parseExpression(expression));
  const openings = findOpenings(expression, context.trust);
  const fix = openings.some(isFixable) ? allowedFix(proveFix(expression), context) : undefined;
  const ofBranch = ({ kind }: Opening) => ofOneBranch(kind, alternatives);
  const ends = openings.filter((each) => /^(?:start|end)$/.test(each.kind) && !ofBranch(each));
  // Two unanchored ends are one mistake. If its fix corrects everything, only this mistake is
  // reported.
  const isBare = ends.length === 2;
  const bare = ends.find(({ isStranger }) => isStranger) ?? ends[0];
  // A fix that keeps out strangers also keeps out other schemes, so other schemes need no report.
  // The report on the ends also covers open parts and dots. With credentials, that report covers
  // strangers only if it is itself an error.
  const isCovered = ({ kind, isStranger }: Opening) =>
    kind === 'scheme'
      ? openings.some((each) => each.isStranger && isFixable(each))
      : isBare &&
        /^(?:part|dot)$/.test(kind) &&
        (bare?.isStranger || !isStranger || !context.credentials);
  const reported = openings.filter(
    (each) => !(isBare && ends.includes(each)) && !(fix && isCovered(each)),
  );
  const faultBy = (opening: Opening, words: Words | undefined) => {
    const own = { words, fix: isFixable(opening) ? fix : undefined };
    return faultOfOpening(opening, expression, where, context, own) ?? [];
  };
  return [
    ...(allowed.kind === 'computed' ? lintBranches(expression, where) : []),
    ...(isBare && bare ? [faultBy(bare, BARE)].flat() : []),
    ...reported.flatMap((opening) => faultBy(opening, ofBranch(opening))),
    ...flags,
  ];
}

const BARE: Words = {
  code: 'regexp-not-anchored-start',
  reason: 'it is anchored neither at its start with ^ nor at its end with $',
};

const NEVER = 'regexp-never-matches';

/**
 * Whether the expression itself shows how to fix an opening. An expression with private network
 * addresses does not, since a fix would drop them.
 */
function isFixable({ kind, toTrust = [] }: Opening): boolean {
  if (kind === 'plain-http') return !toTrust.includes(PRIVATE_NETWORKS);
  return /^(?:start|end|part|dot|address)$/.test(kind);
}

function faultOf(expression: RegExp, where: string, words: Words, fix?: OriginFix): OriginFault {
  const start = `Origin expression ${show(expression)}`;
  const base = { ...words, where, value: expression, start, fix };
  return makeFault(fix === undefined ? base : { ...base, hint: undefined });
}

/**
 * The message about an alternative with an open start or end, if other alternatives are anchored.
 */
function ofOneBranch(
  kind: Opening['kind'],
  alternatives: readonly AST.Alternative[],
): Words | undefined {
  if (kind !== 'start' && kind !== 'end') return undefined;
  const open = alternatives.filter((alternative) => !isAnchored(alternative, kind));
  const [first] = open;
  if (first === undefined || open.length === alternatives.length) return undefined;
  const sign = kind === 'start' ? '^' : '$';
  const reason = `its alternative ${first.raw} is not anchored with ${sign}: an anchor applies to one alternative only`;
  return { code: 'regexp-branch-not-anchored', reason };
}

/** Reports alternatives that let in nobody, if others let in somebody. */
function lintBranches(expression: RegExp, where: string): OriginFault[] {
  return deadBranches(expression).flatMap(({ raw }) => {
    const { reason, ...rest } = whyNever(new RegExp(raw, expression.flags));
    const words = { ...rest, reason: `its alternative ${raw} never matches: ${reason}` };
    return [faultOf(expression, where, { severity: 'warning', code: NEVER, ...words })];
  });
}

function lintFlags(expression: RegExp, where: string): OriginFault[] {
  const doubtful = DOUBTFUL_FLAGS.filter(([flag]) => expression.flags.includes(flag));
  return doubtful.map(([flag, reason]) => {
    const words = { code: `regexp-flag-${flag}`, reason, hint: `Remove the flag ${flag}` };
    return faultOf(expression, where, { severity: 'warning', ...words });
  });
}

const DOUBTFUL_FLAGS = [
  ['g', 'its flag g would carry a position from one request to the next, and is ignored'],
  ['y', 'its flag y anchors it at the start, for which ^ is clearer'],
  ['m', 'its flag m lets ^ and $ match at line breaks, which no origin has'],
] as const;

/**
 * Explains why an expression lets in nobody: gives a short string that it requires, and what is
 * wrong with that string.
 */
function whyNever(expression: RegExp): Omit<Words, 'code'> {
  if (/^\\A|\\[zZ]$/.test(expression.source)) {
    const reason =
      'in JavaScript, the anchors are ^ and $, while \\A, \\z and \\Z are plain letters';
    return { reason };
  }
  const text = shortestText(expression);
  if (text === undefined) return { reason: 'no origin that a browser sends matches it' };
  const nearest = repairOrigin(text);
  const reason = `it requires ${show(text)}, which no browser sends: ${reasonFor(text)}`;
  return { reason, ...(nearest && { hint: `The nearest origin is ${show(nearest)}` }) };
}

/** Adapts the reason why a string is invalid to an expression. */
function reasonFor(text: string): string {
  const [first] = lintString(text, '');
  if (/^[a-z]+:\/\/[^/]*[*{]/.test(text)) {
    return 'no host name contains "*" or a brace. Write [\\w.-]+ for any subdomain';
  }
  if (first?.code === 'list-in-string') {
    return 'it sends one origin, never several. Write | between alternatives';
  }
  return first === undefined || first.code === 'regexp-as-text'
    ? 'it is not an origin'
    : first.reason;
}

/** Returns a short text that an expression matches; `undefined` if none is easy to find. */
function shortestText(expression: RegExp): string | undefined {
  const text = sampleOf(parseExpression(expression), expression.flags);
  // Our matcher only supports ASCII.
  const matches = /^[ -~]*$/.test(text)
    ? matcherOf(expression).matches(text)
    : new RegExp(expression).test(text);
  return matches ? text : undefined;
}

/** Returns a string that probably matches a part of an expression. Ignores assertions. */
function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Group': {
      const within = flagsWithin(node, flags);
      const samples = node.alternatives.map((each) => sampleOf(each, within));
      return samples.toSorted((a, b) => a.length - b.length)[0] ?? '';
    }
    case 'Alternative':
      return node.elements.map((each) => sampleOf(each, flags)).join('');
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(node.min);
    case 'Assertion':
    case 'Backreference':
      return '';
    default:
      return membersOf(node.raw, flags)[0] ?? /^.$/su.exec(node.raw)?.[0] ?? '';
  }
}
