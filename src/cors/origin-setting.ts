import { BoundedMap, remember } from '../cache/bounded-map.ts';
import { type Matcher, matcherOf } from './automata/matcher.ts';
import type { OriginFunction } from './origin-function.ts';
import { MAX_ORIGIN_LENGTH, type OriginParts, parseSerializedOrigin } from './serialized-origin.ts';
import { isExpression } from './snapshot.ts';

// Defines the types of the `cors` options. Compiles `origin` in all its forms (exact, pattern,
// expression, list, function), and finds the element that allows an origin, with a bounded cache.

/**
 * Which origins may read the responses.
 *
 * - `true`: every origin; the requesting origin is echoed. `false`: no CORS at all.
 * - a string: only that origin, compared byte for byte. `"*"`: everyone.
 * - a pattern: `https://*.example.com` for the names under a domain, `http://localhost:*` for any
 *   port, or both combined.
 * - a regular expression: the origins that it matches. It is used as written, so anchor it with `^`
 *   and `$`.
 * - an array of strings, patterns and regular expressions: the origins that any of them allows.
 * - a function: see {@link OriginFunction}.
 */
export type OriginSetting =
  | boolean
  | string
  | RegExp
  | readonly (string | RegExp)[]
  | OriginFunction;

/** The CORS settings of a service. */
export interface CorsOptions {
  /** Which origins may read the responses. */
  readonly origin: OriginSetting;
  /**
   * Whether pages may send cookies and read the responses. Off by default. With credentials,
   * `origin` must not let in everyone, `"null"`, a look-alike, names that anybody can have, or
   * plain http from anywhere but the machine itself, unless `trust` covers the names or the http
   * origins. All of these could read what your users can.
   */
  readonly credentials?: boolean;
  /** The methods that pages may use. Default: GET, HEAD. `["*"]`: all, but not with credentials. */
  readonly methods?: readonly string[];
  /**
   * Request headers that pages may send. Default: whatever they ask for, if well-formed. `"*"`
   * stands for all headers; without credentials, Authorization must be listed as well.
   */
  readonly allowedHeaders?: readonly string[];
  /**
   * Response headers that scripts may read, besides the few they can always read. Default: none.
   * `"*"` stands for all headers, and cannot be combined with credentials.
   */
  readonly exposedHeaders?: readonly string[];
  /**
   * How long browsers may cache a preflight response: 0 to {@link MAX_AGE_LIMIT} seconds. −1 turns
   * caching off, as 0 does.
   */
  readonly maxAge?: number;
  /**
   * Names to trust even though strangers may be behind them. A shared domain such as `vercel.app`
   * stands for the https names under it, in patterns and expressions; an origin such as
   * `http://frontend:3000` for itself; and `private-networks` for the addresses of RFC 1918 and RFC
   * 4193. Default: nobody.
   */
  readonly trust?: readonly string[];
}

/** The longest time that any browser caches a preflight response, in seconds: a day, in Firefox. */
export const MAX_AGE_LIMIT = 86_400;

/** A compiled copy of a setting. Later changes to the original have no effect. */
export type CompiledOrigin =
  | { readonly form: 'off' }
  | { readonly form: 'reflect' }
  | { readonly form: 'function'; readonly ask: OriginFunction }
  | CompiledElements;

/** A compiled string or expression, or a list of them. */
export interface CompiledElements {
  readonly form: 'elements';
  /** Index of the element `"*"`, or −1. */
  readonly wildcard: number;
  /** Maps an origin to the index of its (first) element. */
  readonly exact: ReadonlyMap<string, number>;
  /** Maps a pattern to the index of its (first) element. */
  readonly patterns: ReadonlyMap<string, number>;
  readonly expressions: readonly PlacedExpression[];
  /**
   * A cache of recent results: maps an origin to the index of the element that allows it, or to −1.
   */
  readonly decided: BoundedMap<string, number>;
}

type PlacedExpression = Matcher & { readonly place: number };

/**
 * An origin is at most 1 KiB, and the map holds up to twice this many, so it takes about 1 MiB.
 */
const REMEMBERED_DECISIONS = 500;

/**
 * Prepares a setting for decisions. Returns `undefined` if the setting or any of its elements has
 * the wrong type, so that nothing unknown ever grants access. The linter checks strings: one that is
 * neither an origin, a pattern nor `"*"` matches nothing that browsers send.
 */
export function compileOrigin(setting: unknown): CompiledOrigin | undefined {
  if (setting === true) return { form: 'reflect' };
  if (setting === false) return { form: 'off' };
  if (isOriginFunction(setting)) return { form: 'function', ask: setting };
  return compileElements(Array.isArray(setting) ? setting : [setting]);
}

function compileElements(elements: readonly unknown[]): CompiledElements | undefined {
  const exact = new Map<string, number>();
  const patterns = new Map<string, number>();
  const expressions: PlacedExpression[] = [];
  for (const [place, element] of elements.entries()) {
    if (isExpression(element)) expressions.push({ place, ...matcherOf(element) });
    else if (typeof element !== 'string') return undefined;
    else {
      const places = parseOriginPattern(element) === undefined ? exact : patterns;
      if (!places.has(element)) places.set(element, place);
    }
  }
  const decided = new BoundedMap<string, number>(REMEMBERED_DECISIONS);
  const wildcard = exact.get('*') ?? -1;
  return { form: 'elements', wildcard, exact, patterns, expressions, decided };
}

function isOriginFunction(value: unknown): value is OriginFunction {
  return typeof value === 'function';
}

/**
 * Returns the index of an element that allows `origin`, or −1. Strings are compared first, byte for
 * byte. Expressions are only ever tested against `null` or one serialized origin. The element `"*"`
 * is not considered here, since it does not depend on the origin.
 */
export function findElement(elements: CompiledElements, origin: string): number {
  const { exact, patterns, expressions, decided } = elements;
  const place = exact.get(origin);
  if (place !== undefined) return place;
  if (expressions.length + patterns.size === 0 || origin.length > MAX_ORIGIN_LENGTH) return -1;
  return remember(decided, origin, () => findElementUncached(elements, origin));
}

/**
 * Like {@link findElement}, but without the cache. Also used to guess the intended origin.
 * Expressions come last, and are tested only if no string or pattern matches and the text is `null`
 * or one serialized origin of limited length.
 */
export function findElementUncached(elements: CompiledElements, origin: string): number {
  const { exact, patterns, expressions } = elements;
  const place = exact.get(origin);
  const parts = place === undefined ? parseSerializedOrigin(origin) : undefined;
  if (place !== undefined || (parts === undefined && origin !== 'null')) return place ?? -1;
  const over = patterns.size === 0 ? [] : patternsOver(parts);
  const pattern = over.find((each) => patterns.has(each));
  if (pattern !== undefined) return patterns.get(pattern) ?? -1;
  return expressions.find(({ matches }) => matches(origin))?.place ?? -1;
}

/** A string with `*` for the names under a domain, for the port, or for both. */
export interface OriginPattern {
  readonly scheme: string;
  /** The domain whose names match, or the host whose ports match. */
  readonly host: string;
  /** Whether the names under the host match, rather than the host itself. */
  readonly isParent: boolean;
  /** The pattern as an expression, anchored. */
  readonly expression: RegExp;
}

/**
 * Parses a pattern: `https://*.example.com`, one or more labels before the domain;
 * `http://localhost:*`, any port or none; or both combined. Returns `undefined` if the text is not
 * a pattern. No origin contains `*`, so a string that is an origin always means itself.
 */
export function parseOriginPattern(text: string): OriginPattern | undefined {
  const [, scheme, star = '', host = '', port = ''] = PATTERN.exec(text) ?? [];
  if (scheme === undefined || star + port === '' || !text.includes('*')) return undefined;
  const one = `${scheme}://${star === '' ? '' : 'a.'}${host}${port === ':*' ? '' : port}`;
  const isAddress = /^\[|^\d+(?:\.\d+){3}$/.test(host);
  if (parseSerializedOrigin(one) === undefined || (star !== '' && isAddress)) return undefined;
  const names = star === '' ? '' : '(?:[a-z0-9_-]+\\.)+';
  const ports = port === ':*' ? '(?::\\d+)?' : port;
  const source = `^${scheme}:\\/\\/${names}${host.replace(/[.[\]]/g, '\\$&')}${ports}$`;
  return { scheme, host, isParent: star !== '', expression: new RegExp(source) };
}

const PATTERN = /^(https?):\/\/(\*\.)?([^*:/[\]]+|\[[\da-f:]+\])(:\*|:\d+)?$/;

/**
 * Returns all patterns that could match an origin, so a list of thousands is as fast as a short
 * one.
 */
export function patternsOver(parts: OriginParts | undefined): string[] {
  const { scheme, host = '', port } = parts ?? {};
  if (scheme !== 'http' && scheme !== 'https') return [];
  const end = port === '' ? '' : `:${port}`;
  const found = [`${scheme}://${host}:*`];
  // There are no names under an IP address.
  if (/^\[|\d\.?$/.test(host)) return found;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    const names = `${scheme}://*${host.slice(dot)}`;
    found.push(`${names}${end}`, `${names}:*`);
  }
  return found;
}
