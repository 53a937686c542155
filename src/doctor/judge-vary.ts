import { answeredWhere, type Evidence, namesOf } from './evidence.ts';
import { cacheHit, headerValue } from './received-headers.ts';
import type { Finding, Probe } from './report.ts';

// Findings on caching: a missing `Vary: Origin`; their words and fixes.

/** Whether a cache is told that the answers to the same GET depend on the Origin. */
export function judgeVary(evidence: Evidence): Finding[] {
  const { href } = evidence.target.url;
  const probes = answeredWhere(
    evidence,
    ({ request }) => request.method === 'GET' && request.url === href,
  );
  const values = new Set(
    probes.map(({ headers }) => headerValue(headers, 'access-control-allow-origin')),
  );
  // The same for everyone, or absent for everyone: nothing depends on the Origin, unless a cache has
  // given the answer for one origin to all.
  const isStored = probes.some(({ headers }) => cacheHit(headers) !== undefined);
  if (values.size < 2 && !(isStored && !values.has('*') && !values.has(undefined))) return [];
  const lacking = probes.filter((probe) => !variesOnOrigin(probe));
  if (lacking.length === 0) return [];
  const kept = lacking.filter((probe) => !isNeverStored(probe));
  const who = [
    ...new Set(lacking.map(({ request }) => request.headers.origin ?? 'a caller without Origin')),
  ];
  return [
    {
      severity: kept.length > 0 ? 'warning' : 'hint',
      code: 'vary-origin-missing',
      message: `Access-Control-Allow-Origin depends on the caller, but the answer to ${who.slice(0, 3).join(', ')}${who.length > 3 ? ' and others' : ''} has no "Vary: Origin". ${
        kept.length > 0
          ? 'A shared cache can serve it to other origins, whose pages are then blocked.'
          : 'This does no harm as long as the answers are "no-store".'
      }`,
      fix: 'Send "Vary: Origin" on every answer of this URL: allowed, refused, and without Origin.',
      probes: namesOf(lacking),
    },
  ];
}

function variesOnOrigin({ headers }: Probe): boolean {
  const names = (headerValue(headers, 'vary') ?? '').toLowerCase().split(',');
  return names.some((name) => ['origin', '*'].includes(name.trim()));
}

function isNeverStored({ headers }: Probe): boolean {
  return /\bno-store\b/i.test(headerValue(headers, 'cache-control') ?? '');
}
