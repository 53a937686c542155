import { checkHeader, misuse } from '../errors/check-arguments.ts';
import type { Decision } from './decision.ts';
import type { CorsOptions } from './origin-setting.ts';

// Writes the headers for a decision (`Access-Control-…`, `Vary: Origin`). Also has the default
// methods, and the limit on requested headers.

/** Header names and values to set. Add `Vary` to the existing value. */
export type CorsHeaders = Readonly<Record<string, string>>;

/** Settings that a policy's headers depend on, besides the decision. */
type HeaderSettings = {
  readonly [Name in Exclude<keyof CorsOptions, 'origin' | 'trust'>]-?:
    | CorsOptions[Name]
    | undefined;
};

/** Writes the headers of a policy: one function for actual responses, one for preflights. */
export interface HeaderWriter {
  /** Returns the headers of a response. Add `Vary` to the existing value. */
  readonly responseHeaders: (decision: Decision) => CorsHeaders;
  /**
   * Returns the headers of a preflight response. `requestedHeaders` is the
   * Access-Control-Request-Headers of the request, whose names are granted if they are well-formed,
   * and if `allowedHeaders` is not configured or, with credentials, contains `*`.
   */
  readonly preflightHeaders: (decision: Decision, requestedHeaders?: string) => CorsHeaders;
}

/** The methods that a cross-origin page may use, unless others are configured. */
export const DEFAULT_METHODS: readonly string[] = ['GET', 'HEAD'];

// No page sends a longer list. The limit keeps long requests from causing long responses.
const MAX_REQUESTED_HEADERS_LENGTH = 2_048;

/** How to get a decision, for messages: people forget to await it. */
const AWAITED = 'await policy.decide(origin)';

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
const NO_HEADERS: CorsHeaders = Object.freeze({});
const CREDENTIALS: CorsHeaders = { 'Access-Control-Allow-Credentials': 'true' };

/**
 * Prepares everything that does not depend on the request.
 *
 * @param variesOnOrigin whether responses depend on the Origin header, which they do not with `"*"`
 */
export function createHeaderWriter(
  settings: HeaderSettings,
  variesOnOrigin: boolean,
): HeaderWriter {
  const { credentials, methods = DEFAULT_METHODS, maxAge } = settings;
  const allowedHeaders = settings.allowedHeaders && distinctNames(settings.allowedHeaders);
  const exposedHeaders = distinctNames(settings.exposedHeaders ?? []);
  const vary: CorsHeaders = Object.freeze(variesOnOrigin ? { Vary: 'Origin' } : {});
  // Access-Control-Request-Method makes a request a preflight, and the requested headers may be
  // echoed.
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
    'Access-Control-Allow-Methods': [...new Set(methods)].join(', '),
    ...(maxAge !== undefined && { 'Access-Control-Max-Age': String(Math.max(0, maxAge)) }),
    ...preflightVary,
  };
  const headersOf = (decision: Decision, refused: CorsHeaders, granted: CorsHeaders) => {
    if (decision?.kind === 'off') return NO_HEADERS;
    if (decision?.kind === 'refused') return refused;
    // Browsers refuse credentials with "*", and so does the linter.
    if (decision?.kind === 'any') return { [ALLOW_ORIGIN]: '*', ...granted };
    if (decision?.kind !== 'allowed') throw misuse(decision, 'a decision', AWAITED);
    return { [ALLOW_ORIGIN]: decision.origin, ...(credentials && CREDENTIALS), ...granted };
  };
  // With credentials, browsers treat "*" as an ordinary name, so the requested names are granted
  // instead.
  const grantsRequested = credentials && allowedHeaders?.includes('*');
  const configuredNames = grantsRequested ? undefined : allowedHeaders?.join(', ');

  return {
    responseHeaders: (decision) => headersOf(decision, vary, everyAnswer),
    preflightHeaders(decision, requestedHeaders) {
      const requested = checkHeader(requestedHeaders, 'requestHeaders');
      const names = configuredNames ?? wellFormedNames(requested);
      const namesHeader = names && { 'Access-Control-Allow-Headers': names };
      return headersOf(decision, preflightVary, { ...everyPreflight, ...namesHeader });
    },
  };
}

/** Removes duplicate names, ignoring case. */
function distinctNames(names: readonly string[]): readonly string[] {
  const same = Map.groupBy(names, (name) => name.toLowerCase());
  return Array.from(same.values(), ([first = '']) => first);
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether `name` may be a header's name: a token. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
export function isHeaderName(name: string): boolean {
  return HEADER_NAME.test(name);
}

/**
 * The elements of a list, without empty ones: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1
 */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * The names that a preflight asks for, `''` if the list is too long; `undefined` if the header is
 * not a list of header names.
 */
function wellFormedNames(list = ''): string | undefined {
  const names = list.length > MAX_REQUESTED_HEADERS_LENGTH ? [] : namesIn(list);
  return names.every(isHeaderName) ? names.join(', ') : undefined;
}
