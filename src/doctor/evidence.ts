import type { HeaderLine, Probe } from './report.ts';
import { isToken, type Target } from './target.ts';

// What the doctor judges: which answers, and how it reads their headers. Most redirects that are
// followed; rate-limited answers are left out.

/** What the judges look at. */
export interface Evidence {
  readonly target: Target;
  readonly probes: readonly Probe[];
}

/** A probe that was answered. */
export type AnsweredProbe = Probe & { readonly status: number };

const TOO_MANY_REQUESTS = 429;

/**
 * Whether a probe was turned away by a rate limit, which the check itself may have triggered. Such an
 * answer says nothing about CORS. The page's own requests are judged as they were answered.
 */
export function isRateLimited(probe: Probe): boolean {
  return probe.status === TOO_MANY_REQUESTS && !isPageGet(probe) && probe.name !== 'preflight';
}

/** The probe of that name, if it was answered, and not by a rate limit. */
export function answered({ probes }: Evidence, name: string): AnsweredProbe | undefined {
  return probes.filter(isAnswered).find((probe) => probe.name === name);
}

/** The answered probes that meet a condition, except those that hit a rate limit. */
export function answeredWhere(
  { probes }: Evidence,
  condition: (probe: Probe) => boolean,
): AnsweredProbe[] {
  return probes.filter(isAnswered).filter(condition);
}

/** Redirects that are followed. Browsers follow 20; more than a few are usually a loop. */
export const MAX_REDIRECTS = 5;

const AFTER_REDIRECT = 'get-redirect-';

/** Name of the probe that follows the n-th redirect of the page's GET, from 1. */
export function redirectProbe(n: number): string {
  return `${AFTER_REDIRECT}${n}`;
}

/** Whether a probe is the page's GET or follows a redirect of it. */
export function isPageGet({ name }: Probe): boolean {
  return name === 'get' || name.startsWith(AFTER_REDIRECT);
}

/** The names of probes, for a finding. */
export function namesOf(probes: readonly Probe[]): string[] {
  return probes.map(({ name }) => name);
}

function isAnswered(probe: Probe): probe is AnsweredProbe {
  return probe.status !== null && !isRateLimited(probe);
}

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

/** Headers with which caches mark stored answers; only the first is a standard. */
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
