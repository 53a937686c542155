import { show } from '../../errors/shown-value.ts';
import { makeFault, type OriginFault, type OriginFix, showFix } from '../origin-fault.ts';
import { isExpression } from '../snapshot.ts';
import { showTrustSetting, type Trust } from '../trust.ts';
import type { Opening } from './expression-openings.ts';
import { findOpenings, isClosed, type LintContext } from './openings.ts';
import type { Words } from './text-faults.ts';

// Turns openings into faults with messages. With credentials, some warnings become errors. Also
// says why the result of an origin function grants nothing.

/** Why nobody should allow the origin `null`. */
const NULL_REASON =
  'any site can send it from a sandboxed frame, and so does every local file that a user opens';

const LIST = 'List the origins that need cookies';

const OWN_PAGES = 'List the origins of your own pages';

const PATTERN_OVER_SUFFIX = 'pattern-public-suffix';

const TOUCHES_DOMAIN = 'regexp-wildcard-touches-domain';

type WordsByKind = Partial<Readonly<Record<Opening['kind'], Words>>>;

/** The messages about openings that are always faults. */
const ALWAYS: WordsByKind & { readonly start: Words } = {
  everyone: {
    code: 'regexp-matches-everything',
    reason: 'it matches every origin',
    hint: 'If you mean that, use true or "*", which is clearer',
  },
  'not-computed': {
    code: 'regexp-not-proved',
    reason:
      'the origins that it lets in cannot be computed, since it is too large or has lookarounds',
    hint: 'Split it into smaller ones, or list the origins',
  },
  start: { code: 'regexp-not-anchored-start', reason: 'it is not anchored at its start with ^' },
  end: { code: 'regexp-not-anchored-end', reason: 'it is not anchored at its end with $' },
  part: {
    code: TOUCHES_DOMAIN,
    reason: 'it does not spell out the whole domain',
  },
  dot: {
    code: 'regexp-unescaped-dot',
    reason: 'it has a dot that matches any character. Write \\. for a literal dot',
  },
  address: { code: TOUCHES_DOMAIN, reason: 'it matches addresses that anybody may have' },
  null: {
    code: 'null-origin',
    reason: `it matches null: ${NULL_REASON}`,
    hint: 'Serve the page over http and list its origin, such as "http://localhost:3000"',
  },
};

/** Returns the message about an opening; `undefined` if it is not a fault without credentials. */
function textOfOpening(
  { kind, suffix, needsStart, example = '' }: Opening,
  isText: boolean,
): Words | undefined {
  const { start } = ALWAYS;
  const words = ALWAYS[kind];
  if (kind === 'suffix') {
    const reason = `strangers can have names under ${suffix}`;
    const both = { code: start.code, reason: `${start.reason}, and ${reason}`, hint: OWN_PAGES };
    const code = isText ? PATTERN_OVER_SUFFIX : 'regexp-public-suffix';
    return needsStart ? both : { code, reason, hint: OWN_PAGES };
  }
  if (kind === 'everyone' && isText) return undefined;
  if (kind === 'start' && example.startsWith('http:')) {
    const pages = HTTPS_ONLY.test(example) ? 'schemes other than https' : 'pages over plain http';
    return { ...start, reason: `${start.reason}, so ${pages} get in` };
  }
  if (words && kind === 'address' && example.includes('://172.')) {
    return { ...words, hint: `${OWN_PAGES}, or for private IPs write 172\\.(?:1[6-9]|2\\d|3[01])` };
  }
  return words && kind === 'null' && isText ? { ...words, reason: NULL_REASON } : words;
}

/**
 * Top-level domains on the HSTS preload list. Browsers open all pages there over https.
 *
 * https://hstspreload.org
 */
const HTTPS_ONLY =
  /\.(?:app|bank|boo|channel|dad|day|dev|esq|foo|gle|google|ing|insurance|meme|mov|new|nexus|page|phd|prof|rsvp|zip)(?::(?:\d+|\*))?$/;

/**
 * Names that only containers can resolve, as people write them for Docker Compose and Kubernetes.
 */
const CONTAINER =
  /^http:\/\/(?:(?:[\w-]+[-_])?(?:front-?end|back-?end|web|webapp|app|client|ui|api|server|nginx|proxy|gateway)(?:[-_][\w-]+)?|.+\.docker\.internal|.+\.svc\.cluster\.local)(?::\d+)?$/;

/** Returns the message about plain http on hosts whose pages visitors cannot open. */
function ifUnreachable({ kind, example = '' }: Opening, credentials: boolean): Words | undefined {
  if (kind !== 'plain-http') return undefined;
  if (HTTPS_ONLY.test(example)) {
    const reason = 'browsers open pages under this top-level domain over https only';
    return { code: 'https-only', reason, hint: 'Use https' };
  }
  // On the author's own machine, such a name may even work.
  if (!credentials || !CONTAINER.test(example)) return undefined;
  const reason = "containers know this name, but visitors' browsers open no page there";
  const hint = 'Use the origin that the browser shows, such as "http://localhost:3000"';
  return { code: 'container-name', reason, hint };
}

const NOT_PROVED: Words = {
  code: 'credentials-not-proved',
  reason: 'with credentials, it must be proved to let in only the origins that it names',
  hint: LIST,
};

/** The messages that openings have only with credentials; `…` is the example. */
const ONLY_WITH_CREDENTIALS: WordsByKind = {
  'plain-http': {
    code: 'credentials-with-plain-http',
    reason:
      'with credentials, anybody on the network of … could read what your users can, since plain http can be altered in transit',
    hint: 'Use https, or turn credentials off',
  },
  scheme: {
    code: 'credentials-with-any-extension',
    reason:
      'with credentials, every extension or program that it matches, such as …, could read what your users can',
    hint: LIST,
  },
  'not-proved': NOT_PROVED,
  'not-computed': NOT_PROVED,
};

/** The messages about openings that are a fault of `credentials`, not of the origin. */
const CREDENTIALS_AT_FAULT: WordsByKind = {
  everyone: {
    code: 'credentials-with-any-origin',
    reason: 'any page on the web could read what your users can',
    hint: LIST,
  },
  null: {
    code: 'credentials-with-null-origin',
    reason: 'any site could read what your users can, from a sandboxed frame',
    hint: 'Remove "null", or turn credentials off',
  },
};

function faultOfCredentials(words: Words, kind: Opening['kind'], element: unknown): OriginFault {
  const start = 'Cannot use credentials true';
  const reason = `with origin ${kind === 'null' ? '"null"' : show(element)}, ${words.reason}`;
  return makeFault({ ...words, where: 'credentials', value: true, start, reason });
}

/**
 * Returns the fault for an opening; `undefined` if it would be a fault only with credentials.
 *
 * @param given - words that replace the usual message (for one branch of an alternation, for
 * example), and a fix
 */
export function faultOfOpening(
  opening: Opening,
  element: unknown,
  where: string,
  context: LintContext,
  given: { readonly words?: Words | undefined; readonly fix?: OriginFix | undefined } = {},
): OriginFault | undefined {
  const { credentials, trust } = context;
  const { kind, example, isStranger } = opening;
  const special = credentials ? CREDENTIALS_AT_FAULT[kind] : undefined;
  if (special !== undefined) return faultOfCredentials(special, kind, element);
  const harm = credentials ? ONLY_WITH_CREDENTIALS[kind] : undefined;
  const isText = !isExpression(element);
  const nowhere = isText || credentials ? ifUnreachable(opening, credentials) : undefined;
  const words = nowhere ?? harm ?? given.words ?? textOfOpening(opening, isText);
  if (words === undefined) return undefined;
  const isHarm = credentials && isStranger;
  const reason = words.reason.replace('…', show(example));
  const first = given.fix === undefined ? (words.hint ?? OWN_PAGES) : `Use ${showFix(given.fix)}`;
  const rest = [first, isHarm && !harm ? READABLE : undefined, trustHint(opening, trust)];
  const hint = rest.filter((each) => each !== undefined).join('. ');
  const start = harm ? undefined : startOf(opening, element);
  const severity = isHarm || words.code === PATTERN_OVER_SUFFIX ? 'error' : 'warning';
  const base = { severity, code: words.code, where, value: element, start } as const;
  return makeFault({ ...base, reason, hint, fix: given.fix, example });
}

const READABLE = 'With credentials, that page could read what your users can';

function startOf({ kind, example }: Opening, element: unknown): string | undefined {
  if (element === 'null') return 'Origin "null" identifies nobody';
  if (kind === 'suffix' && !isExpression(element)) return undefined;
  if (element === example) return `Origin ${show(element)} is probably a mistake`;
  const admitted = example === undefined ? '' : ` lets in ${show(example)}`;
  return `Origin ${isExpression(element) ? 'expression ' : ''}${show(element)}${admitted}`;
}

/** Says which `trust` to set if the opening is intended. */
function trustHint(
  { kind, toTrust = [], example = '', needsHttps, needsStart }: Opening,
  trust: Trust,
): string | undefined {
  const isHttp = kind === 'plain-http';
  if (toTrust.length === 0 || (isHttp && HTTPS_ONLY.test(example))) return undefined;
  if (isHttp) return `If you trust that network, set ${showTrustSetting(trust, toTrust)}`;
  const https = needsHttps ? 'use https and ' : '';
  const first = needsStart ? 'begin it with ^https:\\/\\/.* and ' : https;
  return `If you trust everybody there, ${first}set ${showTrustSetting(trust, toTrust)}`;
}

/** Finds the faults in a string or `true`: origins that the element lets in, but does not name. */
export function faultsOfOpenings(element: string | boolean, where: string, context: LintContext) {
  const https = String(element).replace(/^http:(.*?)(?::443)?$/, 'https:$1');
  const fix = HTTPS_ONLY.test(https) && isClosed(https, context.trust) ? https : undefined;
  return findOpenings(element, context.trust).flatMap(
    (opening) => faultOfOpening(opening, element, where, context, { fix }) ?? [],
  );
}

/**
 * Explains, in sentences, why origins that a function allows are refused with credentials;
 * `undefined` if they are not. A function cannot be proved closed, so each of its results is
 * checked.
 */
export function whyRefused(origins: readonly string[], context: LintContext): string | undefined {
  if (!context.credentials) return undefined;
  const [fault] = origins.flatMap((origin) => faultsOfOpenings(origin, 'origin', context));
  return fault && `With credentials, the origin function's answer grants nothing. ${fault.message}`;
}
