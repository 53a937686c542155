import type { HeaderLine, Probe } from './report.ts';
import { isToken, type Target } from './target.ts';

// The evidence for findings: finds probes by name, leaves out rate-limited ones, reads headers.

/** The evidence that findings are based on. */
export interface Evidence {
  readonly target: Target;
  readonly probes: readonly Probe[];
}

/** A probe that got a response. */
export type AnsweredProbe = Probe & { readonly status: number };

const TOO_MANY_REQUESTS = 429;

/**
 * Whether a probe was rejected by a rate limit, which the check itself may have triggered. Such a
 * response says nothing about CORS. The page's GET and preflight are always judged.
 */
export function isRateLimited(probe: Probe): boolean {
  return probe.status === TOO_MANY_REQUESTS && !isPageGet(probe) && probe.name !== 'preflight';
}

/** Returns the probe with this name, if it got a response and was not rate-limited. */
export function answered({ probes }: Evidence, name: string): AnsweredProbe | undefined {
  return probes.filter(isAnswered).find((probe) => probe.name === name);
}

/** Returns the probes that meet a condition, got a response, and were not rate-limited. */
export function answeredWhere(
  { probes }: Evidence,
  condition: (probe: Probe) => boolean,
): AnsweredProbe[] {
  return probes.filter(isAnswered).filter(condition);
}

const AFTER_REDIRECT = 'get-redirect-';

/** Names the probe that follows the n-th redirect of the page's GET, counted from 1. */
export function redirectProbe(n: number): string {
  return `${AFTER_REDIRECT}${n}`;
}

/** Whether a probe is the page's GET or follows one of its redirects. */
export function isPageGet({ name }: Probe): boolean {
  return name === 'get' || name.startsWith(AFTER_REDIRECT);
}

/** Returns the names of probes, for a finding. */
export function namesOf(probes: readonly Probe[]): string[] {
  return probes.map(({ name }) => name);
}

function isAnswered(probe: Probe): probe is AnsweredProbe {
  return probe.status !== null && !isRateLimited(probe);
}

/** Returns the values of a header, one per line received, trimmed. */
export function headerLines(headers: readonly HeaderLine[], name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim());
}

/**
 * Returns a header's value as a browser reads it, its lines joined with a comma; `undefined` if
 * absent.
 * @see https://fetch.spec.whatwg.org/#concept-header-list-get
 */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  const lines = headerLines(headers, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** Headers by which caches mark stored responses; only the first is a standard. */
const HIT = /^(?:cache-status|(?:cf|x)-cache.*|x-proxy-cache)$/i;

/** Returns the header that shows that a response came from a cache: `Age: 12`, `X-Cache: HIT`. */
export function cacheHit(headers: readonly HeaderLine[]): string | undefined {
  const [name, value] =
    headers.find(([name, value]) =>
      name.toLowerCase() === 'age' ? value !== '0' : HIT.test(name) && /\bhit\b/i.test(value),
    ) ?? [];
  const shown = name?.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  return shown === undefined ? undefined : `${shown}: ${value}`;
}

/**
 * Returns the items of a list of names: `undefined` if the header is absent, `'malformed'` if an
 * item is not a name, since a browser then rejects the whole list.
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
