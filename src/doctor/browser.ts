import { isLoopback } from '../cors/private-host.ts';
import { headerNames, headerValue } from './evidence.ts';
import type { HeaderLine, ProbeRequest, Verdict } from './report.ts';
import { isSafelisted, type Target } from './target.ts';

// How a browser handles a response, step by step (Fetch standard), and in words: "blocks it: …".

/** The step at which a browser refuses to pass a response to the page. */
export type CorsFault = 'allow-origin-missing' | 'allow-origin-differs' | 'credentials-not-allowed';

/**
 * Applies the check that every cross-origin response must pass; returns `undefined` if the response
 * passes.
 * @see https://fetch.spec.whatwg.org/#cors-check
 */
export function corsCheck(
  origin: string,
  credentials: boolean,
  headers: readonly HeaderLine[],
): CorsFault | undefined {
  // Steps 1 and 2. Repeated header lines are joined into one value, which equals no origin.
  const allowed = headerValue(headers, 'access-control-allow-origin');
  if (allowed === undefined) return 'allow-origin-missing';
  // Step 3.
  if (!credentials && allowed === '*') return undefined;
  // Step 4, byte for byte.
  if (allowed !== origin) return 'allow-origin-differs';
  // Steps 5 to 8; "true" is case-sensitive.
  if (!credentials) return undefined;
  return headerValue(headers, 'access-control-allow-credentials') === 'true'
    ? undefined
    : 'credentials-not-allowed';
}

/** The step at which a browser abandons a call after its preflight. */
export type PreflightFault =
  | CorsFault
  | 'status'
  | 'malformed-list'
  | 'method-not-allowed'
  | 'header-not-allowed';

/**
 * Applies the check that a preflight response must pass; returns `undefined` if the call is then
 * sent.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function preflightCheck(
  origin: string,
  target: Pick<Target, 'credentials' | 'method' | 'headers'>,
  status: number,
  headers: readonly HeaderLine[],
): PreflightFault | undefined {
  // Step 7: the CORS check and an ok status. A redirect is not an ok status, and is not followed.
  const fault = corsCheck(origin, target.credentials, headers);
  if (fault !== undefined) return fault;
  if (!isOk(status)) return 'status';
  // Steps 7.1 to 7.3.
  const names = headerNames(headers, 'access-control-allow-headers');
  const methods = headerNames(headers, 'access-control-allow-methods');
  if (names === 'malformed' || methods === 'malformed') return 'malformed-list';
  // Step 7.5.
  if (!coversMethod(methods ?? [], target)) return 'method-not-allowed';
  // Steps 7.6 and 7.7.
  return uncoveredHeaders(names ?? [], target).length === 0 ? undefined : 'header-not-allowed';
}

/** Whether the names in Access-Control-Allow-Methods allow the method. */
export function coversMethod(
  methods: readonly string[],
  { method, credentials }: Pick<Target, 'credentials' | 'method'>,
): boolean {
  return (
    isSafelisted(method) || methods.includes(method) || (methods.includes('*') && !credentials)
  );
}

/** Returns the headers that the names in Access-Control-Allow-Headers do not allow. */
export function uncoveredHeaders(
  names: readonly string[],
  { headers, credentials }: Pick<Target, 'credentials' | 'headers'>,
): string[] {
  // With credentials, `*` is just a name. Even as a wildcard, it does not cover Authorization.
  const isWildcard = names.includes('*') && !credentials;
  return headers.filter(
    (header) =>
      !names.some((name) => name.toLowerCase() === header) &&
      (!isWildcard || header === 'authorization'),
  );
}

/** https://fetch.spec.whatwg.org/#ok-status */
export function isOk(status: number): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether a status says that the request failed. */
export function isError(status: number): boolean {
  return status >= 400;
}

/** https://fetch.spec.whatwg.org/#redirect-status */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Whether a browser considers the URL secure: it is https, or on the same machine. */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  // https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
  return protocol === 'https:' || isLoopback(hostname);
}

/**
 * Whether a browser blocks every call to the URL from a page of this origin.
 * @see https://w3c.github.io/webappsec-mixed-content/#should-block-fetch
 */
export function isMixedContent(origin: string, url: URL): boolean {
  return origin.startsWith('https:') && !isTrustworthy(url);
}

/** Describes what a browser does with a response. */
export function verdict(
  request: ProbeRequest,
  answer: { readonly status: number; readonly headers: readonly HeaderLine[] },
  target: Target,
): Verdict {
  const { origin } = request.headers;
  const url = new URL(request.url);
  if (origin === undefined)
    return allows(
      'makes no CORS call without an Origin header; the check does, to see what a cache may store',
    );
  if (isMixedContent(origin, url)) {
    return blocks('sends nothing: an https page is not allowed to call plain http');
  }
  if (origin === url.origin) return allows('needs no CORS headers from the page’s own origin');
  if (request.method === 'OPTIONS') {
    const fault = preflightCheck(origin, target, answer.status, answer.headers);
    return fault === undefined
      ? allows(`continues, and sends the ${call(target)}`)
      : blocks(`does not send the ${target.method}: ${reason(fault, answer, target)}`);
  }
  const fault = corsCheck(origin, target.credentials, answer.headers);
  if (fault !== undefined) return blocks(`blocks it: ${reason(fault, answer, target)}`);
  const location = headerValue(answer.headers, 'location');
  return isRedirect(answer.status) && location !== undefined
    ? allows(`follows the redirect to ${location}`)
    : allows('gives the response to the script');
}

function call({ method, headers }: Target): string {
  return headers.length === 0 ? method : `${method} with ${headers.join(', ')}`;
}

/** Describes what a browser does if there is no response. */
export function verdictOnFailure(message: string): Verdict {
  return blocks(`reports a failed fetch: ${message}`);
}

function allows(reason: string): Verdict {
  return { allows: true, reason };
}

function blocks(reason: string): Verdict {
  return { allows: false, reason };
}

function reason(
  fault: PreflightFault,
  { status, headers }: { readonly status: number; readonly headers: readonly HeaderLine[] },
  target: Target,
): string {
  switch (fault) {
    case 'allow-origin-missing':
      return 'no Access-Control-Allow-Origin';
    case 'allow-origin-differs':
      return `Access-Control-Allow-Origin is "${headerValue(headers, 'access-control-allow-origin')}"`;
    case 'credentials-not-allowed':
      return 'no Access-Control-Allow-Credentials: true';
    case 'status':
      return `the status is ${status}, not 200 to 299`;
    case 'malformed-list':
      return 'Access-Control-Allow-Headers or -Methods is not a list of names';
    case 'method-not-allowed':
      return `Access-Control-Allow-Methods does not list ${target.method}`;
    case 'header-not-allowed':
      return `Access-Control-Allow-Headers does not list ${uncoveredHeaders(
        [headerNames(headers, 'access-control-allow-headers') ?? []].flat(),
        target,
      ).join(', ')}`;
  }
}
