import type { Decision } from './decision.ts';

/** Header names and values, ready to be set. `Vary`, where present, is a list to be added to. */
export type CorsHeaders = Readonly<Record<string, string>>;

/** What the headers of a policy depend on, besides the decision. */
export interface HeaderSettings {
  readonly credentials: boolean;
  readonly allowedHeaders: readonly string[] | undefined;
  readonly exposedHeaders: readonly string[];
  /** Seconds. */
  readonly maxAge: number | undefined;
  /** Whether the Origin header makes any difference; not so for `"*"` and `false`. */
  readonly variesOnOrigin: boolean;
}

/** The headers of a policy: one function for actual answers, one for preflights. */
export interface HeaderWriter {
  readonly responseHeaders: (decision: Decision) => CorsHeaders;
  readonly preflightHeaders: (decision: Decision, requestedHeaders?: string) => CorsHeaders;
}

/** The methods a cross-origin page may use: the service is read-only. */
export const ALLOWED_METHODS = 'GET, HEAD';

// Generous for a browser's list of custom headers, and no amplifier for anybody else's.
const MAX_REQUESTED_HEADERS_LENGTH = 2_048;

const NONE: CorsHeaders = Object.freeze({});

/** Puts together, once, whatever does not depend on the request. */
export function createHeaderWriter(settings: HeaderSettings): HeaderWriter {
  const { credentials, allowedHeaders, exposedHeaders, maxAge, variesOnOrigin } = settings;
  const vary = variesOnOrigin ? { Vary: 'Origin' } : {};
  // A preflight is told by these two headers, and may be answered with what one of them asks for.
  const preflightVary = {
    Vary: `${variesOnOrigin ? 'Origin, ' : ''}Access-Control-Request-Method, Access-Control-Request-Headers`,
  };
  const onAnswers = {
    ...(exposedHeaders.length > 0 && {
      'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    }),
    ...vary,
  };
  const onPreflights = {
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    ...(maxAge !== undefined && { 'Access-Control-Max-Age': String(maxAge) }),
    ...preflightVary,
  };
  // Requests in a row mostly come from one page: its headers need not be made again.
  let latest: { readonly origin?: string; readonly headers: CorsHeaders } = { headers: NONE };
  const configuredNames = allowedHeaders?.join(', ');

  return {
    responseHeaders(decision) {
      if (decision.kind === 'off') return NONE;
      if (decision.kind === 'refused') return vary;
      const origin = decision.kind === 'any' ? '*' : decision.origin;
      if (origin !== latest.origin) {
        const headers = Object.freeze({ ...grant(decision, credentials), ...onAnswers });
        latest = { origin, headers };
      }
      return latest.headers;
    },
    preflightHeaders(decision, requestedHeaders) {
      if (decision.kind === 'off') return NONE;
      if (decision.kind === 'refused') return preflightVary;
      const names = configuredNames ?? wellFormedNames(requestedHeaders);
      return {
        ...grant(decision, credentials),
        ...(names && { 'Access-Control-Allow-Headers': names }),
        ...onPreflights,
      };
    },
  };
}

/** A function may answer `"*"` though credentials are on: then everyone reads, but without them. */
function grant(
  decision: Decision & { kind: 'any' | 'allowed' },
  credentials: boolean,
): CorsHeaders {
  if (decision.kind === 'any') return { 'Access-Control-Allow-Origin': '*' };
  return credentials
    ? {
        'Access-Control-Allow-Origin': decision.origin,
        'Access-Control-Allow-Credentials': 'true',
      }
    : { 'Access-Control-Allow-Origin': decision.origin };
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether `name` may be a header's name: a token. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
export function isHeaderName(name: string): boolean {
  return TOKEN.test(name);
}

/** The names a preflight asks for, to be granted; nothing where it is no list of header names. */
function wellFormedNames(requested: string | undefined): string | undefined {
  if (requested === undefined || requested.length > MAX_REQUESTED_HEADERS_LENGTH) return undefined;
  const names = requested.split(',').map((name) => name.trim());
  return names.every(isHeaderName) ? names.join(', ') : undefined;
}
