import { show } from '../../errors/shown-value.ts';
import { makeFault, type OriginFault, type OriginFix, showFix } from '../origin-fault.ts';
import { isExpression } from '../snapshot.ts';
import { showTrustSetting, type Trust } from '../trust.ts';
import type { Opening } from './expression-openings.ts';
import { findOpenings, type LintContext } from './openings.ts';
import type { Words } from './text-faults.ts';

// Turns openings into faults: their severity, since credentials make some warnings errors, and their
// messages. Also refuses what an origin function allows.

/** Why nobody should allow the origin `null`. */
export const NULL_REASON =
  'any site can send it from a sandboxed frame, and so does every local file that a user opens';

const LIST = 'List the origins that need cookies';

const OWN_PAGES = 'List the origins of your own pages';

const PATTERN_OVER_SUFFIX = 'pattern-public-suffix';

const TOUCHES_DOMAIN = 'regexp-wildcard-touches-domain';

/** The words for openings of an expression that depend on nothing else. */
const WORDS: Partial<Readonly<Record<Opening['kind'], Words>>> = {
  everyone: {
    code: 'regexp-matches-everything',
    reason: 'it matches every origin',
    way: 'If you mean that, use true or "*", which is clearer',
  },
  'not-computed': {
    code: 'regexp-not-proved',
    reason: 'it is too large, or has too many lookarounds, to compute what it lets in',
    way: 'Write several smaller ones, or list the origins',
  },
  start: { code: 'regexp-not-anchored-start', reason: 'it is not anchored at its start with ^' },
  end: { code: 'regexp-not-anchored-end', reason: 'it is not anchored at its end with $' },
  part: {
    code: TOUCHES_DOMAIN,
    reason: 'a variable part of it reaches into the domain itself',
  },
  dot: {
    code: 'regexp-unescaped-dot',
    reason: 'it has a dot that matches any character. Write \\. for a literal dot',
  },
  address: { code: TOUCHES_DOMAIN, reason: 'it matches addresses that anybody may have' },
  null: {
    code: 'null-origin',
    reason: `it matches null: ${NULL_REASON}`,
    way: 'Serve the page over http and list its origin, such as "http://localhost:3000"',
  },
};

/** The words for an opening without credentials; `undefined` if it only does harm with them. */
function wordsOf(
  { kind, suffix = '', needsStart, example = '' }: Opening,
  isText: boolean,
): Words | undefined {
  const words = WORDS[kind];
  if (kind === 'suffix') {
    const code = isText ? PATTERN_OVER_SUFFIX : 'regexp-public-suffix';
    const reason = `anybody can get a name under ${suffix}`;
    const start = WORDS.start;
    return needsStart && start
      ? { code: start.code, reason: `${start.reason}, and ${reason}`, way: OWN_PAGES }
      : { code, reason, way: OWN_PAGES };
  }
  if (kind === 'everyone' && isText) return undefined;
  if (words && kind === 'null' && isText) return { ...words, reason: NULL_REASON };
  if (words && kind === 'start' && example.startsWith('http:')) {
    return { ...words, reason: `${words.reason}, so pages over plain http get in` };
  }
  return words;
}

const NOT_PROVED: Words = {
  code: 'credentials-not-proved',
  reason: 'it must be proved to let in only the origins that it names',
  way: LIST,
};

/** The words for openings that are only a fault with credentials; `…` stands for the example. */
const HARM: Partial<Readonly<Record<Opening['kind'], Words>>> = {
  'plain-http': {
    code: 'credentials-with-plain-http',
    reason:
      'anybody on the network of … could read what your users can, since plain http can be altered in transit',
    way: 'Use https, or turn credentials off',
  },
  scheme: {
    code: 'credentials-with-any-extension',
    reason: 'every extension or program that it matches, such as …, could read what your users can',
    way: LIST,
  },
  'not-proved': NOT_PROVED,
  'not-computed': NOT_PROVED,
};

/** The words for openings that make credentials themselves the mistake. */
const OF_CREDENTIALS: Partial<Readonly<Record<Opening['kind'], Words>>> = {
  everyone: {
    code: 'credentials-with-any-origin',
    reason: 'any page on the web could read what your users can',
    way: LIST,
  },
  null: {
    code: 'credentials-with-null-origin',
    reason: 'any site could read what your users can, from a sandboxed frame',
    way: 'Remove "null", or turn credentials off',
  },
};

function faultOfCredentials(words: Words, { kind }: Opening, element: unknown): OriginFault {
  const start = 'Cannot use credentials true';
  const reason = `with origin ${kind === 'null' ? '"null"' : show(element)}, ${words.reason}`;
  return makeFault({ ...words, where: 'credentials', value: true, start, reason });
}

/**
 * Returns the fault of an opening; `undefined` if nothing is wrong without credentials.
 *
 * @param given special words, such as those of an alternative, and a fix
 */
export function faultOfOpening(
  opening: Opening,
  element: unknown,
  where: string,
  context: LintContext,
  given: { readonly words?: Words | undefined; readonly fix?: OriginFix | undefined } = {},
): OriginFault | undefined {
  const { credentials, trust } = context;
  const special = credentials ? OF_CREDENTIALS[opening.kind] : undefined;
  if (special !== undefined) return faultOfCredentials(special, opening, element);
  const harm = credentials ? HARM[opening.kind] : undefined;
  const words = harm ?? given.words ?? wordsOf(opening, !isExpression(element));
  if (words === undefined) return undefined;
  const isHarm = credentials && opening.isStranger;
  const isError = isHarm || words.code === PATTERN_OVER_SUFFIX;
  const said = words.reason.replace('…', show(opening.example));
  const reason = harm === undefined ? words.reason : `with credentials, ${said}`;
  const start = startOf(opening, element, harm !== undefined || words.code === PATTERN_OVER_SUFFIX);
  const first = given.fix === undefined ? words.way : `Use ${showFix(given.fix)}`;
  const rest = [first, isHarm && !harm ? READABLE : undefined, liftOf(opening, trust)];
  const way = rest.filter((each) => each !== undefined).join('. ') || undefined;
  const severity = isError ? 'error' : 'warning';
  const base = { severity, code: words.code, where, value: element } as const;
  return makeFault({ ...base, start, reason, way, fix: given.fix, example: opening.example });
}

const READABLE = 'With credentials, that page could read what your users can';

function startOf({ example }: Opening, element: unknown, cannotUse: boolean): string {
  if (cannotUse) return `Cannot use origin ${show(element)}`;
  if (element === 'null') return 'Origin "null" identifies nobody';
  const admitted = example === undefined ? '' : ` lets in ${show(example)}`;
  return `Origin ${isExpression(element) ? 'expression ' : ''}${show(element)}${admitted}`;
}

/** Returns the exact setting that makes this no mistake. */
function liftOf(
  { kind, lift = [], needsHttps, needsStart }: Opening,
  trust: Trust,
): string | undefined {
  if (lift.length === 0) return undefined;
  if (kind === 'plain-http')
    return `If you trust that network, set ${showTrustSetting(trust, lift)}`;
  const https = needsHttps ? 'use https and ' : '';
  const first = needsStart ? 'begin it with ^https:\\/\\/ and ' : https;
  return `If you trust everybody there, ${first}set ${showTrustSetting(trust, lift)}`;
}

/**
 * Explains, in sentences, why origins that a function allows grant nothing with credentials;
 * `undefined` if they may. A function cannot be proved closed, so each of its results is judged
 * when it decides.
 */
export function refuseAnswer(origins: readonly string[], trust: Trust): string | undefined {
  const context = { credentials: true, trust };
  const [fault] = origins.flatMap((origin) =>
    findOpenings(origin, trust).map((each) => faultOfOpening(each, origin, 'origin', context)),
  );
  return (
    fault && `With credentials, the answer of the origin function grants nothing. ${fault.message}`
  );
}
