import { MAX_AGE_LIMIT } from '../cors/index.ts';
import { coversMethod, isOk, isRedirect, uncoveredHeaders } from './browser.ts';
import {
  type AnsweredProbe,
  answered,
  type Evidence,
  headerNames,
  headerValue,
} from './evidence.ts';
import type { Finding } from './report.ts';
import type { Target } from './target.ts';

// Findings on the preflight, with messages and fixes: status, methods, headers, max age.

type Fault = Omit<Finding, 'probes'>;

/**
 * Checks whether the preflight lets a page use the method and the headers. Allow-Origin is judged
 * elsewhere.
 */
export function judgePreflight(evidence: Evidence): Finding[] {
  const probe = answered(evidence, 'preflight');
  if (probe === undefined || evidence.target.from === evidence.target.url.origin) return [];
  const status = judgeStatus(probe);
  const isRefused = headerValue(probe.headers, 'access-control-allow-origin') === undefined;
  // A refusal has no Allow-Origin, and correctly grants nothing else.
  const lists = isRefused ? [] : judgeLists(probe, evidence.target);
  const faults = status === undefined ? [...lists, ...judgeMaxAge(probe)] : [status];
  return faults.map((fault) => ({ ...fault, probes: [probe.name] }));
}

const AUTHENTICATION_FIX =
  'Answer OPTIONS before authentication: a preflight never carries credentials.';
const STATUS_FIXES: Readonly<Record<number, string>> = {
  401: AUTHENTICATION_FIX,
  403: AUTHENTICATION_FIX,
  429: 'Answer OPTIONS before rate limiting: otherwise every call counts twice.',
};
const OTHER_STATUS_FIX =
  'Answer OPTIONS on this path with 200 or 204, before routing and authentication.';

function judgeStatus({ status, headers }: AnsweredProbe): Fault | undefined {
  if (isOk(status)) return undefined;
  if (isRedirect(status)) {
    const location = headerValue(headers, 'location');
    return {
      severity: 'error',
      code: 'preflight-redirected',
      message: `The preflight is redirected${location === undefined ? '' : ` to "${location}"`}. A browser does not follow it, and the call fails.`,
      fix: 'Call the final URL (https, with or without the trailing slash), or answer OPTIONS before anything redirects.',
    };
  }
  return {
    severity: 'error',
    code: 'preflight-status',
    message: `The preflight gets status ${status}. A browser continues only after 200 to 299.`,
    fix: STATUS_FIXES[status] ?? OTHER_STATUS_FIX,
  };
}

function* judgeLists({ headers }: AnsweredProbe, target: Target): Generator<Fault> {
  const names = headerNames(headers, 'access-control-allow-headers');
  const methods = headerNames(headers, 'access-control-allow-methods');
  for (const [name, list] of [
    ['Access-Control-Allow-Headers', names],
    ['Access-Control-Allow-Methods', methods],
  ] as const) {
    if (list !== 'malformed') continue;
    yield {
      severity: 'error',
      code: 'malformed-list',
      message: `${name} is "${headerValue(headers, name.toLowerCase())}", which is not a list of names: a browser blocks the call.`,
      fix: 'Separate the names with commas, without quotes.',
    };
  }
  // GET, HEAD and POST do not have to be listed.
  if (methods !== 'malformed' && !coversMethod(methods ?? [], target)) {
    yield methodFault(methods, target);
  } else if (Array.isArray(methods) && methods.length === 0) {
    yield {
      severity: 'hint',
      code: 'allow-methods-empty',
      message: 'Access-Control-Allow-Methods is empty: pages can make simple calls only.',
    };
  }
  if (target.headers.length === 0) return;
  if (names === undefined || names.length === 0) {
    yield {
      severity: target.headersAreChosen ? 'error' : 'warning',
      code: 'allow-headers-missing',
      message: `The preflight asks for ${target.headers.join(', ')}, but the response has no Access-Control-Allow-Headers: a call with any custom header is blocked.`,
      fix: 'In Access-Control-Allow-Headers, list what pages may send.',
    };
  } else if (names !== 'malformed') {
    yield* judgeNames(names, target);
  }
}

function methodFault(
  methods: readonly string[] | undefined,
  { method, credentials }: Target,
): Fault {
  const because =
    credentials && methods?.includes('*') ? ' With credentials, "*" is just a name.' : '';
  const differently = methods?.find((name) => name.toUpperCase() === method.toUpperCase());
  return {
    severity: 'error',
    code: 'method-not-allowed',
    message:
      methods === undefined
        ? `The preflight asks for ${method}, but the response has no Access-Control-Allow-Methods: the call is blocked.`
        : `Access-Control-Allow-Methods is "${methods.join(', ')}", so a call with ${method} is blocked.${because}`,
    fix:
      differently === undefined
        ? `Add ${method} to Access-Control-Allow-Methods.`
        : `Methods are case-sensitive: "${differently}" is not "${method}". Use uppercase on both sides.`,
  };
}

function* judgeNames(names: readonly string[], target: Target): Generator<Fault> {
  const { headersAreChosen, credentials } = target;
  const wildcard = names.includes('*');
  const missing = uncoveredHeaders(names, target).join(', ');
  if (missing === '') {
    if (!wildcard || names.some((name) => name.toLowerCase() === 'authorization')) return;
    yield {
      severity: 'hint',
      code: 'authorization-not-covered',
      message:
        'Access-Control-Allow-Headers is "*", which does not include Authorization: a call that sends it is blocked.',
      fix: 'Add Authorization next to "*" if pages need to send it.',
    };
    return;
  }
  // If the user chose no headers, the preflight asks for a made-up one, which a server does not
  // have to allow.
  const severity = headersAreChosen || wildcard ? 'error' : 'hint';
  const because = !wildcard
    ? ''
    : credentials
      ? ' With credentials, "*" is just a name.'
      : ' "*" does not include it.';
  yield {
    severity,
    code: 'header-not-allowed',
    message: `Access-Control-Allow-Headers is "${names.join(', ')}", so a call that sends ${missing} is blocked.${because}`,
    ...(severity === 'error' ? { fix: `Add ${missing} to Access-Control-Allow-Headers.` } : {}),
  };
}

function* judgeMaxAge({ headers }: AnsweredProbe): Generator<Fault> {
  const value = headerValue(headers, 'access-control-max-age');
  if (value === undefined) return;
  if (!/^\d+$/.test(value)) {
    yield {
      severity: 'warning',
      code: 'max-age-invalid',
      message: `Access-Control-Max-Age is "${value}", which is not a number of seconds: a browser uses 5 seconds instead.`,
      fix: 'Send whole seconds, such as "600".',
    };
  } else if (Number(value) > MAX_AGE_LIMIT) {
    yield {
      severity: 'hint',
      code: 'max-age-too-long',
      message: `Access-Control-Max-Age is ${value} seconds. Firefox caches a preflight for at most a day, Chromium for two hours.`,
      fix: `Send "${MAX_AGE_LIMIT}" or less.`,
    };
  }
}
