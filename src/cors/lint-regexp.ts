import type { AST } from '@eslint-community/regexpp';
import { isCatastrophic } from './backtracking.ts';
import { inspectAnchors } from './lint-anchors.ts';
import { inspectSense } from './lint-sense.ts';
import { NULL_REASON } from './lint-string.ts';
import { type Branch, LookAlikes } from './look-alike.ts';
import { type OriginFault, show } from './origin-fault.ts';
import { copyPattern } from './origin-pattern.ts';
import { isOpenToAll } from './public-suffix.ts';
import type { Finding } from './regexp-finding.ts';
import { proposeFix } from './regexp-fix.ts';
import { branchesOf, descendants, isLoneDot, isUnbounded, parsePattern } from './regexp-tree.ts';

/**
 * Every doubt about an expression, each with an origin that it lets in and its author surely did
 * not mean, where there is one. All are warnings: the expression does what it says.
 */
export function lintPattern(pattern: RegExp, where: string): OriginFault[] {
  const findings = inspect(pattern);
  const fix = findings.some(({ mendable }) => mendable) ? soundFix(pattern) : undefined;
  return findings.map((finding) => warning(pattern, where, finding, fix));
}

function inspect(pattern: RegExp): Finding[] {
  const tree = parsePattern(pattern);
  const alternatives = branchesOf(tree);
  if (!isCatastrophic(pattern, tree)) return inspectMeaning(pattern, alternatives);
  // Nothing is tried against it: the linter would be the first to hang.
  return [CATASTROPHIC, ...inspectAnchors(pattern, alternatives), ...inspectFlags(pattern.flags)];
}

function inspectMeaning(pattern: RegExp, alternatives: readonly AST.Alternative[]): Finding[] {
  const flags = inspectFlags(pattern.flags);
  const lookAlikes = new LookAlikes(copyPattern(pattern));
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

/** One example of a kind of fault is enough; the fix mends them all. */
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

const CATASTROPHIC: Finding = {
  code: 'regexp-catastrophic',
  reason:
    'a hostile Origin header can keep it busy for seconds or for ever (catastrophic backtracking)',
  way: 'Take apart repetitions that can match the same text in several ways, such as (a+)+',
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
    return [{ code: 'regexp-wildcard-touches-domain', reason, example, mendable: true }];
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
  return [{ code: 'regexp-unescaped-dot', reason, example, mendable: true }];
}

/** The proposed fix, if there is nothing to say against it and it still allows what was meant. */
function soundFix(pattern: RegExp): RegExp | undefined {
  const tree = parsePattern(pattern);
  if (isCatastrophic(pattern, tree)) return undefined;
  const lookAlikes = new LookAlikes(copyPattern(pattern));
  const branches = branchesOf(tree).map((alternative) => lookAlikes.branch(alternative));
  const fix = proposeFix(pattern, branches);
  if (fix === undefined) return undefined;
  // What it adds cannot backtrack, so the slow check is left out.
  if (inspectMeaning(fix, branchesOf(parsePattern(fix))).length > 0) return undefined;
  const isMeant = branches.every(({ intended }) => intended !== undefined && fix.test(intended));
  return isMeant ? fix : undefined;
}

function warning(
  pattern: RegExp,
  where: string,
  { code, reason, example, way, mendable }: Finding,
  fix: RegExp | undefined,
): OriginFault {
  const letsIn = example === undefined ? '' : ` lets in ${show(example)}`;
  const wayOut =
    mendable && fix !== undefined ? ` Use ${fix}.` : way === undefined ? '' : ` ${way}.`;
  return {
    severity: 'warning',
    code,
    where,
    value: show(pattern),
    reason,
    message: `Origin pattern ${show(pattern)}${letsIn}: ${reason}.${wayOut}`,
    ...(mendable && fix !== undefined && { fix: String(fix) }),
    ...(example !== undefined && { example }),
  };
}
