import { checkHeader } from '../errors/check-arguments.ts';

// Parses an Origin header in the format that browsers send. Limits the length of origins.

/**
 * The maximum length of an origin, in characters. Longer ones are never allowed, so that no
 * expression runs on a long string from an attacker.
 */
export const MAX_ORIGIN_LENGTH = 1024;

/** No http or https origin is longer, since a host has at most 254 characters. */
export const MAX_WEB_ORIGIN_LENGTH = 300;

export const HIGHEST_PORT = 65_535;

/** The parts of a serialized origin. */
export interface OriginParts {
  /** Lowercase, without the colon: `https`. */
  readonly scheme: string;
  /** The host, as serialized: a domain, an IPv4 address, or an IPv6 address in brackets. */
  readonly host: string;
  /** The port as written; empty if there is none. */
  readonly port: string;
}

/**
 * Schemes whose pages have an opaque origin, sent as `null`, or from which pages are never loaded.
 */
export const OPAQUE_SCHEME = /^(?:about|blob|data|file|ftp|javascript|mailto|wss?)$/;

const SERIALIZED =
  /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:]+\]|[\w~-]+(?:\.[\w~-]+)*\.?|\.)(?::([1-9]\d{0,4}))?$/;

// Only letters, digits, hyphens and underscores, although the URL Standard accepts more. A host
// such as `example.com{.evil.test` exists only to fool patterns.
const DOMAIN = /^(?=.{1,254}$)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?$/;

/** The default port of each scheme. https://url.spec.whatwg.org/#default-port */
export const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

// IPv6, Punycode, and hosts that end in a number, which are read as IPv4.
const NEEDS_PARSER = /^\[|xn--|(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/;

/**
 * Returns the parts of `text` if it is one serialized origin, exactly as browsers send it: no path,
 * a lowercase scheme and, for http and https, a lowercase host, no default port, canonical IP
 * addresses. Otherwise `undefined`, even for `null`, which is an origin without parts.
 *
 * https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin
 */
export function parseSerializedOrigin(text: string): OriginParts | undefined {
  // JavaScript programs may pass null, or a URL.
  if (typeof text !== 'string' || text.length > MAX_ORIGIN_LENGTH) return undefined;
  const [, scheme, host, port = ''] = SERIALIZED.exec(text) ?? [];
  if (scheme === undefined || host === undefined || OPAQUE_SCHEME.test(scheme)) return undefined;
  if (Number(port) > HIGHEST_PORT) return undefined;
  const isWeb = scheme === 'http' || scheme === 'https';
  if (isWeb && !isWebOrigin(text, host, port === DEFAULT_PORTS[scheme])) return undefined;
  return { scheme, host, port };
}

function isWebOrigin(text: string, host: string, hasDefaultPort: boolean): boolean {
  if (text.length > MAX_WEB_ORIGIN_LENGTH || hasDefaultPort) return false;
  if (!host.startsWith('[') && !DOMAIN.test(host)) return false;
  // The URL parser checks the rest: canonical IP addresses and valid Punycode. The URL parser is
  // slow, so plain names, which it never changes, skip it.
  if (!NEEDS_PARSER.test(host)) return true;
  if (!URL.canParse(text) || new URL(text).origin !== text) return false;
  return !host.includes('xn--') || isPunycode(host);
}

/**
 * Whether every `xn--…` label of a host is valid Punycode. Browsers refuse invalid ones, as Node's
 * URL parser did before version 26. Outside Node, the URL parser decides.
 */
export function isPunycode(host: string): boolean {
  const url = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:url');
  // A label that cannot be decoded is returned unchanged.
  return url === undefined || !/(?:^|\.)xn--/.test(url.domainToUnicode(host) || 'xn--');
}

/**
 * Whether `text` can be the value of an Origin header: `null` or one serialized origin of at most
 * {@link MAX_ORIGIN_LENGTH} characters.
 */
export function isSerializedOrigin(text: string): boolean {
  checkHeader(text);
  return text === 'null' || parseSerializedOrigin(text) !== undefined;
}
