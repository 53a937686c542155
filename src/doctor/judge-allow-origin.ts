import { type CorsFault, corsCheck, isError, isOk } from './browser.ts';
import {
  type AnsweredProbe,
  answered,
  answeredWhere,
  cacheHit,
  type Evidence,
  headerLines,
  headerValue,
  isPageGet,
} from './evidence.ts';
import type { Finding, Probe } from './report.ts';
import type { Target } from './target.ts';

// Findings on Access-Control-Allow-Origin, with messages and fixes: missing, wrong, repeated, `*`
// with credentials.

/** Checks whether the page may read the responses, and if not, which header is the reason. */
export function judgeAllowOrigin(evidence: Evidence): Finding[] {
  const probes = answeredWhere(
    evidence,
    (probe) => !isOfAnotherMethod(probe, evidence.target),
  ).filter(
    // A preflight without an ok status fails because of the status, whatever its headers are.
    (probe) => isPageGet(probe) || (probe.name === 'preflight' && isOk(probe.status)),
  );
  const get = answered(evidence, 'get');
  const mayReadGet = get !== undefined && corsFaultOf(get, evidence.target) === undefined;
  return probes.flatMap((probe) => {
    const { origin } = probe.request.headers;
    const fault = corsFaultOf(probe, evidence.target);
    if (origin === undefined || fault === undefined) return [];
    const finding = { severity: 'error', probes: [probe.name] } as const;
    if (fault === 'credentials-not-allowed') return { ...finding, ...credentialsFault(probe) };
    const isOnly = fault === 'allow-origin-missing' && probe.name === 'preflight' && mayReadGet;
    return { ...finding, ...(isOnly ? ONLY_PREFLIGHT : allowOriginFault(probe, origin)) };
  });
}

/** Returns why a browser hides the response from the page; `undefined` if it does not. */
function corsFaultOf(
  { request: { url, headers: sent }, headers }: AnsweredProbe,
  { credentials }: Target,
): CorsFault | undefined {
  const { origin } = sent;
  if (origin === undefined || origin === new URL(url).origin) return undefined;
  return corsCheck(origin, credentials, headers);
}

/** The fault if a route sets CORS headers only for GET. */
const ONLY_PREFLIGHT: Fault = {
  code: 'allow-origin-missing',
  message:
    'Only the response to the preflight (OPTIONS) has no Access-Control-Allow-Origin; the response to GET has it. A simple GET works, and every call that needs a preflight is blocked.',
  fix: 'Answer OPTIONS on this path with the same CORS headers: set them for the whole application, or for OPTIONS as well.',
};

/** Whether the error may come from sending GET where the page uses a different method. */
function isOfAnotherMethod(probe: Probe, { method }: Target): boolean {
  return isPageGet(probe) && !['GET', 'HEAD'].includes(method) && isError(Number(probe.status));
}

type Fault = Pick<Finding, 'code' | 'message'> & { readonly fix: string };

function allowOriginFault(probe: AnsweredProbe, origin: string): Fault {
  const { fix, ...fault } = namedOriginFault(probe, origin);
  return { ...fault, fix: origin === 'null' ? nullFix(probe) : fix };
}

/** Allowing "null" is never the fix, since any site can have that origin. */
function nullFix(probe: AnsweredProbe): string {
  return probe.name === 'get' || probe.name === 'preflight'
    ? 'Serve the page from a web server, such as http://localhost, instead of a file or a sandboxed frame, and allow that origin.'
    : `Call "${probe.request.url}" itself: after a redirect to another origin, a browser sends "Origin: null".`;
}

function namedOriginFault(probe: AnsweredProbe, origin: string): Fault {
  const lines = headerLines(probe.headers, 'access-control-allow-origin');
  const [value] = lines;
  if (value === undefined) {
    return {
      code: 'allow-origin-missing',
      message: `The response has no Access-Control-Allow-Origin, so the browser hides it from pages on "${origin}".${aside(probe)}`,
      fix: `Allow "${origin}" in the server's CORS setting, and check that any proxy in front of it passes the header on.`,
    };
  }
  if (lines.length > 1) {
    const list = lines.map((line) => `"${line}"`).join(' and ');
    return {
      code: 'allow-origin-two-values',
      message: `Access-Control-Allow-Origin is sent ${lines.length} times (${list}). A browser joins them into one value, which matches no origin.`,
      fix: 'Set the header in one place: in the application or in the proxy, not both.',
    };
  }
  if (value === '*') {
    return {
      code: 'wildcard-with-credentials',
      message:
        'Access-Control-Allow-Origin is "*", which a browser does not accept for a call with credentials.',
      fix: `Send "${origin}" with "Vary: Origin", or call without credentials.`,
    };
  }
  if (/[,\s]/.test(value)) {
    return {
      code: 'allow-origin-two-values',
      message: `Access-Control-Allow-Origin is "${value}". The header can hold only one origin; a list matches none.`,
      fix: `Keep the list in the server's setting, and send "${origin}" alone to the page.`,
    };
  }
  const hit = cacheHit(probe.headers);
  if (hit !== undefined) {
    return {
      code: 'allow-origin-wrong',
      message: `Access-Control-Allow-Origin is "${value}", not "${origin}": a cache has stored this response for another page (${hit}).`,
      fix: 'Send "Vary: Origin" on every response from this URL, and let the cache keep a response for each Origin. Then clear the cache.',
    };
  }
  return {
    code: 'allow-origin-wrong',
    message: `Access-Control-Allow-Origin is "${value}", not "${origin}": ${originDifference(value, origin)}.${aside(probe)}`,
    fix: `Send exactly "${origin}".`,
  };
}

function credentialsFault({ headers }: AnsweredProbe): Fault {
  const value = headerValue(headers, 'access-control-allow-credentials');
  return {
    code: 'credentials-not-allowed',
    message: `Access-Control-Allow-Credentials is ${value === undefined ? 'missing' : `"${value}"`}, so a call with credentials is blocked. The only value that counts is "true".`,
    fix: 'Send "Access-Control-Allow-Credentials: true", or call without credentials.',
  };
}

function aside({ status, headers }: AnsweredProbe): string {
  const hit = cacheHit(headers);
  if (hit !== undefined) {
    return ` The response came from a cache (${hit}), which may have stored it for another origin.`;
  }
  return isError(status) ? ` The status is ${status}, which may be why the header is missing.` : '';
}

/** Describes how a value of Access-Control-Allow-Origin differs from the right origin. */
function originDifference(value: string, origin: string): string {
  if (value === '') return 'it is empty';
  if (value === 'null') return '"null" is the origin of files and sandboxed frames';
  if (value === origin.replace(/^\w+:\/\//, '')) return 'its scheme is missing';
  if (value.toLowerCase() === origin) return 'it differs in case, and an origin is lowercase';
  if (value.startsWith(`${origin}/`)) {
    return value === `${origin}/`
      ? 'it ends with a slash, and an origin has none'
      : 'it has a path, and an origin has none';
  }
  if (value.includes('*')) return 'browsers support no patterns, only "*" by itself';
  if (!URL.canParse(value) || !URL.canParse(origin)) return 'it is a different origin';
  const [theirs, ours] = [new URL(value), new URL(origin)];
  if (theirs.hostname !== ours.hostname) return 'the host is different';
  if (theirs.protocol !== ours.protocol) return 'the scheme is different';
  if (theirs.port !== ours.port) return 'the port is different';
  return 'it includes the default port, which browsers leave out';
}
