import type { AST } from '@eslint-community/regexpp';
import {
  branchesOf,
  descendants,
  isLoneDot,
  isUnbounded,
  parseExpression,
} from '../expression/tree.ts';
import { type OriginFault, show } from '../origin-fault.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { inspectAnchors } from './anchors.ts';
import { proposeFix } from './expression-fix.ts';
import type { Finding } from './finding.ts';
import { type Branch, LookAlikes } from './look-alikes.ts';
import { inspectSense } from './never-matches.ts';
import { NULL_REASON } from './string.ts';
import { createTrial, type Trial } from './trial.ts';

/**
 * Every doubt about an expression, each with an origin that it lets in and its author surely did
 * not mean, where there is one. All are warnings: the expression does what it says.
 */
export function lintExpression(pattern: RegExp, where: string): OriginFault[] {
  const findings = inspect(pattern);
  const fix = findings.some(({ fixable }) => fixable) ? soundFix(pattern) : undefined;
  return findings.map((finding) => warning(pattern, where, finding, fix));
}

function inspect(pattern: RegExp): Finding[] {
  const trial = createTrial(pattern);
  const alternatives = branchesOf(parseExpression(pattern));
  switch (trial.kind) {
    case 'linear':
      return inspectMeaning(trial, alternatives);
    case 'limited':
      return [TIME_LIMITED, ...inspectMeaning(trial, alternatives)];
    case 'unusable':
      return [
        { code: 'regexp-too-slow', severity: 'error', reason: trial.reason ?? '' },
        ...inspectAnchors(pattern, alternatives),
        ...inspectFlags(pattern.flags),
      ];
  }
}

function inspectMeaning(trial: Trial, alternatives: readonly AST.Alternative[]): Finding[] {
  const pattern = trial.expression;
  const flags = inspectFlags(pattern.flags);
  const lookAlikes = new LookAlikes(trial);
  if (STRANGERS.every((origin) => lookAlikes.admits(origin))) {
    return [{ ...MATCHES_EVERYTHING, example: STRANGERS[0] }, ...flags];
  }
  const branches = alternatives.map((alternative) => lookAlikes.branch(alternative));
  return [
    ...branches.flatMap((branch) => inspectSense(branch, lookAlikes)),
    ...inspectAnchors(pattern, alternatives, { branches, lookAlikes }),
    ...first(branches, (branch) => inspectRepetitions(branch, lookAlikes, pattern.flags)),
    ...first(branches, (branch) => inspectDots(branch, lookAlikes, pattern.flags)),
    ...flags,
    ...(lookAlikes.admits('null') ? [ADMITS_NULL] : []),
  ];
}

/** One example of a kind of fault is enough; the fix fixes them all. */
function first(branches: readonly Branch[], look: (branch: Branch) => Finding[]): Finding[] {
  return branches.flatMap(look).slice(0, 1);
}

const STRANGERS = [
  'https://evil.test',
  'https://www.attacker.invalid',
  'https://a1-b2.co.uk',
  'https://xyz.com',
];

const MATCHES_EVERYTHING: Finding = {
  code: 'regexp-matches-everything',
  reason: 'it matches whatever page asks',
  way: 'Use true or "*" if that is meant, so that everyone can see it',
};

const TIME_LIMITED: Finding = {
  code: 'regexp-time-limited',
  reason:
    'look-around and back references cannot be matched in linear time, so it runs under a time limit',
  way: 'Write it without them, so that no origin can keep it busy',
};

const ADMITS_NULL: Finding = {
  code: 'null-origin',
  reason: `it matches null: ${NULL_REASON}`,
  example: 'null',
};

function inspectFlags(flags: string): Finding[] {
  const reasons: readonly [string, string][] = [
    ['g', 'its flag g would carry a position from one request to the next, and is ignored'],
    ['y', 'its flag y anchors it at the start, which ^ says more plainly'],
    ['m', 'its flag m lets ^ and $ match at line breaks, which no origin has'],
  ];
  return reasons
    .filter(([flag]) => flags.includes(flag))
    .map(([flag, reason]) => ({
      code: `regexp-flag-${flag}`,
      reason,
      way: `Remove the flag ${flag}`,
    }));
}

function inspectRepetitions(branch: Branch, lookAlikes: LookAlikes, flags: string): Finding[] {
  return [...descendants(branch.alternative)].filter(isUnbounded).flatMap((node) => {
    const found = lookAlikes.through(branch, node, flags);
    if (found === undefined) return [];
    const { example, domain } = found;
    if (isOpenToAll(domain)) {
      const reason = `anybody can have a name under ${domain}`;
      return [{ code: 'regexp-public-suffix', reason, example }];
    }
    const reason = `${node.raw} in it touches the domain, and matches more than subdomains`;
    return [{ code: 'regexp-wildcard-touches-domain', reason, example, fixable: true }];
  });
}

function inspectDots(branch: Branch, lookAlikes: LookAlikes, flags: string): Finding[] {
  const examples = [...descendants(branch.alternative)]
    .filter(isLoneDot)
    .map((node) => lookAlikes.throughDot(branch, node, flags))
    .filter((example) => example !== undefined);
  // A name with a dot left in it is one that somebody can register.
  const example =
    examples.find((each) => each.replace(/^.*:\/\//, '').includes('.')) ?? examples[0];
  if (example === undefined) return [];
  const reason = 'a dot in it stands for any character. Write \\. for a dot';
  return [{ code: 'regexp-unescaped-dot', reason, example, fixable: true }];
}

/** The proposed fix, if there is nothing to say against it and it still allows what was meant. */
function soundFix(pattern: RegExp): RegExp | undefined {
  const lookAlikes = new LookAlikes(createTrial(pattern));
  const branches = branchesOf(parseExpression(pattern)).map((alternative) =>
    lookAlikes.branch(alternative),
  );
  const fix = proposeFix(pattern, branches);
  if (fix === undefined) return undefined;
  const left = inspect(fix).filter(({ code }) => code !== TIME_LIMITED.code);
  if (left.length > 0) return undefined;
  const isMeant = branches.every(({ intended }) => intended !== undefined && fix.test(intended));
  return isMeant ? fix : undefined;
}

function warning(
  pattern: RegExp,
  where: string,
  { code, severity = 'warning', reason, example, way, fixable }: Finding,
  fix: RegExp | undefined,
): OriginFault {
  const letsIn = example === undefined ? '' : ` lets in ${show(example)}`;
  const wayOut =
    fixable && fix !== undefined ? ` Use ${fix}.` : way === undefined ? '' : ` ${way}.`;
  return {
    severity,
    code,
    where,
    value: show(pattern),
    reason,
    message: `Origin pattern ${show(pattern)}${letsIn}: ${reason}.${wayOut}`,
    ...(fixable && fix !== undefined && { fix: String(fix) }),
    ...(example !== undefined && { example }),
  };
}
