import type { Probe } from './report.ts';
import type { Target } from './target.ts';

// Which answers the doctor judges: most redirects that are followed, those of a rate limit left
// out.

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
