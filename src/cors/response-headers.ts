import type { Decision } from './decision.ts';

// Writes the CORS headers (`Access-Control-…`): default methods, longest list of requested headers.

/** Header names and values, ready to be set. `Vary`, if present, is to be added to the value already there. */
export type CorsHeaders = Readonly<Record<string, string>>;

/** What the headers of a policy depend on, besides the decision. */
export interface HeaderSettings {
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[] | undefined;
  readonly exposedHeaders: readonly string[];
  /** Seconds. */
  readonly maxAge: number | undefined;
  /** Whether the Origin header makes a difference. With `"*"`, it does not. */
  readonly variesOnOrigin: boolean;
}

/** The headers of a policy: one function for actual answers, one for preflights. */
export interface HeaderWriter {
  /** The headers of an answer. Add `Vary` to the value that is already there. */
  readonly responseHeaders: (decision: Decision) => CorsHeaders;
  /**
   * The headers of a preflight's answer. `requestedHeaders` is its Access-Control-Request-Headers,
   * whose names are granted if `allowedHeaders` is not configured and they are well formed.
   */
  readonly preflightHeaders: (decision: Decision, requestedHeaders?: string) => CorsHeaders;
}

/** The methods that a page of another origin may use, unless others are configured. */
export const DEFAULT_METHODS: readonly string[] = ['GET', 'HEAD'];

// More than any page asks for, and too little to make long answers of long requests.
const MAX_REQUESTED_HEADERS_LENGTH = 2_048;

const NO_HEADERS: CorsHeaders = Object.freeze({});
const CREDENTIALS: CorsHeaders = { 'Access-Control-Allow-Credentials': 'true' };

/** Prepares everything that does not depend on the request. */
export function createHeaderWriter(settings: HeaderSettings): HeaderWriter {
  const { credentials, maxAge, variesOnOrigin } = settings;
  const allowedHeaders = settings.allowedHeaders && distinctNames(settings.allowedHeaders);
  const exposedHeaders = distinctNames(settings.exposedHeaders);
  const vary: CorsHeaders = Object.freeze(variesOnOrigin ? { Vary: 'Origin' } : {});
  // The first makes a request a preflight, and the answer may repeat the second.
  const preflightVary: CorsHeaders = Object.freeze({
    Vary: `${variesOnOrigin ? 'Origin, ' : ''}Access-Control-Request-Method, Access-Control-Request-Headers`,
  });
  const everyAnswer = {
    ...(exposedHeaders.length > 0 && {
      'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    }),
    ...vary,
  };
  const everyPreflight = {
    'Access-Control-Allow-Methods': [...new Set(settings.methods)].join(', '),
    ...(maxAge !== undefined && { 'Access-Control-Max-Age': String(Math.max(0, maxAge)) }),
    ...preflightVary,
  };
  // Browsers refuse credentials with "*", and so does the linter.
  const grantOf = (decision: Extract<Decision, { kind: 'any' | 'allowed' }>) => ({
    'Access-Control-Allow-Origin': decision.kind === 'any' ? '*' : decision.origin,
    ...(credentials && decision.kind === 'allowed' && CREDENTIALS),
  });
  // With credentials, "*" is just a name to browsers, so the requested names are granted instead.
  const grantsRequested = credentials && allowedHeaders?.includes('*');
  const configuredNames = grantsRequested ? undefined : allowedHeaders?.join(', ');

  return {
    responseHeaders(decision) {
      if (decision.kind === 'off') return NO_HEADERS;
      if (decision.kind === 'refused') return vary;
      return { ...grantOf(decision), ...everyAnswer };
    },
    preflightHeaders(decision, requestedHeaders) {
      if (decision.kind === 'off') return NO_HEADERS;
      if (decision.kind === 'refused') return preflightVary;
      const names = configuredNames ?? wellFormedNames(requestedHeaders);
      return {
        ...grantOf(decision),
        ...everyPreflight,
        ...(names && { 'Access-Control-Allow-Headers': names }),
      };
    },
  };
}

/** Each name once, ignoring case. */
function distinctNames(names: readonly string[]): readonly string[] {
  return [
    ...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values(),
  ].reverse();
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether `name` may be a header's name: a token. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
export function isHeaderName(name: string): boolean {
  return HEADER_NAME.test(name);
}

/** The elements of a list; empty ones count for nothing: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1 */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The names that a preflight asks for; `undefined` if it is not a list of header names. */
function wellFormedNames(requested: string | undefined): string | undefined {
  if (requested === undefined || requested.length > MAX_REQUESTED_HEADERS_LENGTH) return undefined;
  const names = namesIn(requested);
  return names.every(isHeaderName) ? names.join(', ') : undefined;
}
