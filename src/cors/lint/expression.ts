import { show } from '../../errors/shown-value.ts';
import { parseExpression } from '../expression/parse.ts';
import type * as AST from '../expression/syntax.ts';
import { branchesOf, isAnchored } from '../expression/syntax.ts';
import { languageOf } from '../language/language.ts';
import { makeFault, type OriginFault, type OriginFix } from '../origin-fault.ts';
import { PRIVATE_NETWORKS } from '../trust.ts';
import { fixOfNever, proveFix } from './expression-fix.ts';
import type { Opening } from './expression-openings.ts';
import { deadBranches, whyNever } from './never-matches.ts';
import { faultOfOpening, type LintContext } from './opening-faults.ts';
import { closedFix, findOpenings } from './openings.ts';

// Faults of an expression: whom it lets in, alternatives that let in nobody, flags.

/**
 * Every fault of an expression, each with an origin that it lets in and its author surely did not
 * mean, where there is one. What it lets in is computed, not guessed; see docs/internals/cors-proof.md.
 */
export function lintExpression(
  expression: RegExp,
  where: string,
  context: LintContext,
): OriginFault[] {
  const language = languageOf(expression);
  const flags = lintFlags(expression, where);
  if (language.kind === 'unusable') {
    return [faultOf(expression, where, language, 'error'), ...flags];
  }
  if (language.kind === 'computed' && language.graph.start === undefined) {
    const proved = fixOfNever(expression);
    const fix = context.credentials ? closedFix(proved, context.trust) : proved;
    const none = where === 'origin' ? 'Use false to allow nobody' : 'Remove it';
    const never = { code: NEVER, way: none, ...whyNever(expression) };
    return [faultOf(expression, where, never, 'error', fix), ...flags];
  }
  const alternatives = branchesOf(parseExpression(expression));
  const openings = findOpenings(expression, context.trust);
  const proved = openings.some(isFixable) ? proveFix(expression) : undefined;
  const fix = context.credentials ? closedFix(proved, context.trust) : proved;
  return [
    ...(language.kind === 'computed' ? lintBranches(expression, where) : []),
    ...openings.flatMap((opening) => {
      const own = {
        words: ofOneBranch(opening, alternatives),
        fix: isFixable(opening) ? fix : undefined,
      };
      return faultOfOpening(opening, expression, where, context, own) ?? [];
    }),
    ...flags,
  ];
}

const NEVER = 'regexp-never-matches';

/** What an expression itself says how to put right. A fix would drop addresses of the network. */
function isFixable({ kind, lift = [] }: Opening): boolean {
  if (kind === 'plain-http') return !lift.includes(PRIVATE_NETWORKS);
  return /^(?:start|end|part|dot|address)$/.test(kind);
}

interface Found {
  readonly code: string;
  readonly reason: string;
  readonly way?: string;
}

function faultOf(
  expression: RegExp,
  where: string,
  { code, reason, way }: Found,
  severity: OriginFault['severity'],
  fix?: OriginFix,
): OriginFault {
  const start = `Origin expression ${show(expression)}`;
  const base = { severity, code, where, value: expression, start, reason, fix };
  return makeFault(fix === undefined ? { ...base, way } : base);
}

/** The words for an end that one of several alternatives leaves open. */
function ofOneBranch(
  { kind }: Opening,
  alternatives: readonly AST.Alternative[],
): Found | undefined {
  if (kind !== 'start' && kind !== 'end') return undefined;
  const open = alternatives.filter((alternative) => !isAnchored(alternative, kind));
  const [first] = open;
  if (first === undefined || open.length === alternatives.length) return undefined;
  const sign = kind === 'start' ? '^' : '$';
  const reason = `its alternative ${first.raw} is not anchored with ${sign}, which belongs to one alternative only`;
  return { code: 'regexp-branch-not-anchored', reason };
}

/** Alternatives that let in nobody, beside others that let in somebody. */
function lintBranches(expression: RegExp, where: string): OriginFault[] {
  return deadBranches(expression).flatMap(({ raw }) => {
    const { reason, ...rest } = whyNever(new RegExp(raw, expression.flags));
    const whole = `its alternative ${raw} never matches: ${reason}`;
    return [faultOf(expression, where, { code: NEVER, ...rest, reason: whole }, 'warning')];
  });
}

function lintFlags(expression: RegExp, where: string): OriginFault[] {
  return DOUBTFUL_FLAGS.filter(([flag]) => expression.flags.includes(flag)).map(([flag, reason]) =>
    faultOf(
      expression,
      where,
      { code: `regexp-flag-${flag}`, reason, way: `Remove the flag ${flag}` },
      'warning',
    ),
  );
}

const DOUBTFUL_FLAGS = [
  ['g', 'its flag g would carry a position from one request to the next, and is ignored'],
  ['y', 'its flag y anchors it at the start, for which ^ is clearer'],
  ['m', 'its flag m lets ^ and $ match at line breaks, which no origin has'],
] as const;
