import type { HeaderLine } from './report.ts';

// Reads headers that a server has sent: joined lines, lists of names, signs of a cache.

/** The values of a header, one per line received, trimmed. */
export function headerLines(headers: readonly HeaderLine[], name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim());
}

/**
 * A header's value as a browser reads it, its lines joined with a comma; `undefined` if absent.
 * @see https://fetch.spec.whatwg.org/#concept-header-list-get
 */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  const lines = headerLines(headers, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** Headers by which caches tell that an answer is a stored one; only the first is a standard. */
const HIT = /^(?:cache-status|(?:cf|x)-cache.*|x-proxy-cache)$/i;

/** The header that shows that an answer came from a cache: `Age: 12`, `X-Cache: HIT`. */
export function cacheHit(headers: readonly HeaderLine[]): string | undefined {
  const [name, value] =
    headers.find(([name, value]) =>
      name.toLowerCase() === 'age'
        ? value.trim() !== '0'
        : HIT.test(name) && /\bhit\b/i.test(value),
    ) ?? [];
  const shown = name?.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  return shown === undefined ? undefined : `${shown}: ${value}`;
}

const RECEIVED_TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Whether a text can be the name of a header or of a method (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return RECEIVED_TOKEN.test(text);
}

/**
 * The items of a list of names: `undefined` where the header is absent, `'malformed'` where an
 * item is not a name, since a browser then ignores the whole list.
 * @see https://fetch.spec.whatwg.org/#extract-header-list-values
 */
export function headerNames(
  headers: readonly HeaderLine[],
  name: string,
): readonly string[] | 'malformed' | undefined {
  const value = headerValue(headers, name);
  if (value === undefined) return undefined;
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.every(isToken) ? items : 'malformed';
}
