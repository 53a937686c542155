import type { AST } from '@eslint-community/regexpp';
import { show } from '../../errors/shown-value.ts';
import { copyExpression } from '../expression/copy.ts';
import {
  branchesOf,
  descendants,
  isAnchored,
  isLoneDot,
  parseExpression,
} from '../expression/tree.ts';
import type { OriginFault } from '../origin-fault.ts';
import { isPrivateHost } from '../private-host.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { inspectAnchors } from './anchors.ts';
import { proposeFix } from './expression-fix.ts';
import type { Finding } from './finding.ts';
import { type Branch, domainOf, LookAlikes, openParts } from './look-alikes.ts';
import { inspectSense } from './never-matches.ts';
import { sample } from './sample.ts';
import { NULL_REASON } from './string.ts';
import { createTrial, type Trial } from './trial.ts';

/**
 * Every doubt about an expression, each with an origin that it lets in and its author surely did
 * not mean, where there is one. All are warnings: the expression does what it says.
 */
export function lintExpression(expression: RegExp, where: string): OriginFault[] {
  const study = studyOf(expression);
  const findings = inspect(study);
  const fix = findings.some(({ fixable }) => fixable) ? soundFix(study) : undefined;
  return findings.map((finding) => warning(expression, where, finding, fix));
}

/** A page over plain http, of another machine, that the expression lets in; see {@link LookAlikes}. */
export function findPlainHttp(expression: RegExp): string | undefined {
  const { branches, lookAlikes } = studyOf(copyExpression(expression));
  return branches
    .map((branch) => lookAlikes.plainHttp(branch))
    .find((example) => example !== undefined);
}

/** An expression, taken apart and ready to be tried. */
interface Study {
  readonly trial: Trial;
  readonly alternatives: readonly AST.Alternative[];
  readonly lookAlikes: LookAlikes;
  readonly branches: readonly Branch[];
}

function studyOf(expression: RegExp): Study {
  const trial = createTrial(expression);
  const alternatives = branchesOf(parseExpression(expression));
  const lookAlikes = new LookAlikes(trial);
  const branches = alternatives.map((alternative) => lookAlikes.branch(alternative));
  return { trial, alternatives, lookAlikes, branches };
}

function inspect(study: Study): Finding[] {
  const { kind, reason, expression } = study.trial;
  switch (kind) {
    case 'linear':
      return inspectMeaning(study);
    case 'limited':
      return [TIME_LIMITED, ...inspectMeaning(study)];
    case 'unusable':
      return [
        { code: 'regexp-too-slow', severity: 'error', reason: reason ?? '' },
        ...inspectAnchors(expression, study.alternatives),
        ...inspectFlags(expression.flags),
      ];
  }
}

function inspectMeaning({ trial, alternatives, lookAlikes, branches }: Study): Finding[] {
  const { expression } = trial;
  const flags = inspectFlags(expression.flags);
  if (STRANGERS.every((origin) => lookAlikes.admits(origin))) {
    return [{ ...MATCHES_EVERYTHING, example: STRANGERS[0] }, ...flags];
  }
  return [
    ...inspectSenses(branches, lookAlikes),
    ...inspectAnchors(expression, alternatives, { branches, lookAlikes }),
    ...firstOfEach(branches, (branch) => [
      ...inspectStart(branch, lookAlikes, expression.flags),
      ...inspectOpenParts(branch, lookAlikes, expression.flags),
    ]),
    ...firstOfEach(branches, (branch) => inspectDots(branch, lookAlikes, expression.flags)),
    ...flags,
    ...(lookAlikes.admits('null') ? [ADMITS_NULL] : []),
  ];
}

/** An expression none of whose alternatives can match lets in nobody, which nobody means. */
function inspectSenses(branches: readonly Branch[], lookAlikes: LookAlikes): Finding[] {
  const findings = branches.flatMap((branch) => inspectSense(branch, lookAlikes));
  const severity = findings.length === branches.length ? 'error' : 'warning';
  return findings.map((finding) => ({ ...finding, severity }));
}

/** One example of a kind of fault is enough; the fix takes care of all. */
function firstOfEach(branches: readonly Branch[], look: (branch: Branch) => Finding[]): Finding[] {
  const findings = branches.flatMap(look);
  return findings.filter(({ code }, i) => findings.findIndex((each) => each.code === code) === i);
}

const STRANGERS = [
  'https://evil.test',
  'https://www.attacker.invalid',
  'https://a1-b2.co.uk',
  'https://xyz.com',
];

const MATCHES_EVERYTHING: Finding = {
  code: 'regexp-matches-everything',
  reason: 'it matches every origin',
  way: 'If you mean that, use true or "*", which is easier to see',
};

const TIME_LIMITED: Finding = {
  code: 'regexp-time-limited',
  reason:
    'lookaround and backreferences cannot be matched in linear time, so it runs under a time limit',
  fixable: true,
  way: 'Rewrite it without them, so that no origin can make it run for long',
};

const ADMITS_NULL: Finding = {
  code: 'null-origin',
  reason: `it matches null: ${NULL_REASON}`,
  example: 'null',
};

function inspectFlags(flags: string): Finding[] {
  const reasons: readonly [string, string][] = [
    ['g', 'its flag g would carry a position from one request to the next, and is ignored'],
    ['y', 'its flag y anchors it at the start, for which ^ is clearer'],
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

function inspectOpenParts(branch: Branch, lookAlikes: LookAlikes, flags: string): Finding[] {
  return openParts(branch.alternative, flags).flatMap((node) => {
    const found = lookAlikes.through(branch, node, flags);
    if (found === undefined) return [];
    const { example, domain } = found;
    if (isOpenToAll(domain)) return [publicSuffix(domain, example)];
    const reason = `its ${node.raw} is right before the domain, and matches more than subdomains`;
    return [{ code: 'regexp-wildcard-touches-domain', reason, example, fixable: true }];
  });
}

function publicSuffix(domain: string, example: string): Finding {
  const reason = `anybody can get a name under ${domain}`;
  return {
    code: 'regexp-public-suffix',
    reason,
    example,
    way: 'List the origins of your own pages',
  };
}

/** Every name under a public suffix gets in because nothing holds the expression at its start. */
function inspectStart(
  { alternative, ways }: Branch,
  lookAlikes: LookAlikes,
  flags: string,
): Finding[] {
  if (isAnchored(alternative, 'start')) return [];
  const [picks = new Map()] = ways;
  const { text, literalTail } = sample(alternative, flags, { picks });
  const domain = domainOf(literalTail);
  if (!isOpenToAll(domain)) return [];
  const example = ['https://evil', 'https://evil.']
    .map((start) => `${start}${text}`)
    .find((each) => lookAlikes.admits(each));
  return example === undefined ? [] : [publicSuffix(domain, example)];
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
  const reason = 'it has a dot that matches any character. Write \\. for a literal dot';
  return [{ code: 'regexp-unescaped-dot', reason, example, fixable: true }];
}

/** The proposed fix, if there is nothing to say against it and it still allows what was meant. */
function soundFix({ trial, branches }: Study): RegExp | undefined {
  const fix = proposeFix(trial.expression, branches);
  if (fix === undefined) return undefined;
  const study = studyOf(fix);
  if (study.trial.kind !== 'linear' || inspect(study).length > 0) return undefined;
  const isMeant = branches.every(
    ({ intended }) =>
      intended !== undefined && namesHost(intended) && study.lookAlikes.admits(intended),
  );
  return isMeant ? fix : undefined;
}

/** Whether the host is a whole one: of a bare word, nobody knows what was meant to follow. */
function namesHost(origin: string): boolean {
  const { scheme = '', host = '' } = parseSerializedOrigin(origin) ?? {};
  return host.includes('.') || isPrivateHost(host) || !/^https?$/.test(scheme);
}

function warning(
  expression: RegExp,
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
    value: show(expression),
    reason,
    message: `Origin expression ${show(expression)}${letsIn}: ${reason}.${wayOut}`,
    ...(fixable && fix !== undefined && { fix: String(fix) }),
    ...(example !== undefined && { example }),
  };
}
