import { lintOrigin } from '../cors/index.ts';

// The input of `cors check` (URL, origin, method, headers, time limit), and the errors for invalid
// values.

/** The options of `checkServer`. */
export interface CheckOptions {
  /** The origin of the calling page, such as `https://app.example.com`; `null` for a file. */
  readonly from: string;
  /** Whether to judge calls that carry cookies (`credentials: 'include'`). Default: false. */
  readonly credentials?: boolean;
  /**
   * The method the page uses, such as `PUT`. The preflight asks for it, but the request
   * itself is always a GET, since other methods may change something. Default: GET.
   */
  readonly method?: string;
  /**
   * Headers that the page sends and the preflight asks for. Default: none, or, if the method needs
   * no preflight, a made-up one.
   */
  readonly headers?: readonly string[];
  /** Time limit for the whole check, in milliseconds, at least 1. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** The validated URL and options of a check. */
export interface Target {
  readonly url: URL;
  readonly from: string;
  readonly credentials: boolean;
  /** The method as browsers send it: the common ones in uppercase. */
  readonly method: string;
  /** The names of headers in lowercase, sorted, without duplicates, as in a preflight. */
  readonly headers: readonly string[];
  /** Whether the caller specified the headers, so that refusing one matters. */
  readonly headersAreChosen: boolean;
  readonly timeoutMs: number;
}

/**
 * Thrown if the URL, the origin or an option cannot be used. The message says why, and what to use.
 */
export class CheckInputError extends Error {
  override readonly name = 'CheckInputError';
}

// The default time limit: long enough for a distant server, but short enough to wait for at a
// prompt.
const DEFAULT_TIMEOUT_MS = 10_000;
// A timer with a longer delay would fire immediately.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const MADE_UP_HEADER = 'x-cors-check';

/**
 * Validates the URL and the options.
 * @throws CheckInputError if a value cannot be used.
 */
export function parseTarget(url: string, options: CheckOptions): Target {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw new CheckInputError(
      `Cannot use timeout "${timeoutMs}": it is not a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}. Use "${DEFAULT_TIMEOUT_MS}".`,
    );
  }
  const method = parseMethod(options.method ?? 'GET');
  const { headers = isSafelisted(method) ? [MADE_UP_HEADER] : [] } = options;
  return {
    url: parseUrl(url),
    from: parseOrigin(options.from),
    credentials: options.credentials ?? false,
    method,
    headers: [...new Set(headers.map(parseHeader))].toSorted(),
    headersAreChosen: options.headers !== undefined,
    timeoutMs,
  };
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Whether a string can be the name of a header or of a method (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Whether a page may use the method without asking first.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-method
 */
export function isSafelisted(method: string): boolean {
  return ['GET', 'HEAD', 'POST'].includes(method);
}

/** https://fetch.spec.whatwg.org/#concept-method-normalize */
function parseMethod(text: string): string {
  if (!isToken(text)) {
    throw new CheckInputError(
      `Cannot use method "${text}": it is not a method name. Use one such as "PUT".`,
    );
  }
  const upper = text.toUpperCase();
  if (['CONNECT', 'TRACE', 'TRACK'].includes(upper)) {
    throw new CheckInputError(
      `Cannot use method "${text}": browsers never let a script send it. Use one such as "PUT".`,
    );
  }
  return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'].includes(upper) ? upper : text;
}

function parseUrl(text: string): URL {
  const refuse = (reason: string) => new CheckInputError(`Cannot check "${text}": ${reason}`);
  const withoutScheme = (guess: string, otherwise: string) =>
    !text.includes('://') && URL.canParse(guess)
      ? refuse(`a URL begins with its scheme. Use "${guess}".`)
      : refuse(otherwise);
  const url = URL.parse(text);
  if (url === null) {
    const example = 'it is not a URL. Use one such as "https://api.example.com/api/food?q=egg".';
    throw withoutScheme(`https://${text}`, example);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    // "localhost:3001/api" parses as a URL with the scheme "localhost".
    throw withoutScheme(
      `http://${text}`,
      'CORS applies only to http and https. Use a URL with one of these schemes.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
    throw refuse(`browsers refuse to fetch a URL with a user or password. Use "${url.href}".`);
  }
  url.hash = '';
  return url;
}

function parseOrigin(text: string): string {
  // In a setting, "*" stands for every page, but a page has one origin.
  if (text === '*') {
    throw new CheckInputError(
      'Cannot use origin "*": a page has one origin. Use one such as "https://app.example.com".',
    );
  }
  // The origin of a page in a file or a sandboxed frame.
  if (text === 'null') return text;
  const fault = lintOrigin(text).find(({ severity }) => severity === 'error');
  if (fault !== undefined) throw new CheckInputError(fault.message);
  return text;
}

function parseHeader(text: string): string {
  if (!isToken(text)) {
    throw new CheckInputError(
      `Cannot use header "${text}": it is not a header name. Use one such as "x-api-key".`,
    );
  }
  return text.toLowerCase();
}
