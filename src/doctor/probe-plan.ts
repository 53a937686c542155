import { isTrustworthy } from './browser.ts';
import type { ProbeRequest } from './report.ts';
import { lookAlikes, STRANGER } from './strangers.ts';
import type { Target } from './target.ts';

// Which requests the doctor sends: methods, headers, User-Agent, an absent path, how many.

/** A request to send, and what the answer should be. */
export interface PlannedProbe {
  readonly name: string;
  readonly request: ProbeRequest;
  readonly wanted?: 'allowed' | 'refused';
}

// Recognizable in the server's logs.
const USER_AGENT = 'food-lookup-cors-check';
const ABSENT_PATH = 'cors-check-nothing-here';

/** The GET of the page. It is sent first: without an answer, the others are not needed. */
export function planFirst(target: Target): PlannedProbe {
  return { name: 'get', request: get(target.url, target.from), wanted: 'allowed' };
}

/** All other requests. They do not depend on each other. */
export function planRest(target: Target): PlannedProbe[] {
  const { url, from } = target;
  const plan: PlannedProbe[] = [
    { name: 'preflight', request: preflight(target, from), wanted: 'allowed' },
    { name: 'get-stranger', request: get(url, STRANGER), wanted: 'refused' },
    { name: 'preflight-stranger', request: preflight(target, STRANGER), wanted: 'refused' },
  ];
  for (const { name, origin } of lookAlikes(from)) {
    plan.push({ name: `get-look-alike-${name}`, request: get(url, origin), wanted: 'refused' });
  }
  if (from !== 'null') {
    plan.push({ name: 'get-null', request: get(url, 'null'), wanted: 'refused' });
  }
  const plain = from.replace(/^https:/, 'http:');
  // A page of this machine is just as safe over http.
  if (plain !== from && !isTrustworthy(new URL(plain))) {
    plan.push({ name: 'get-plain-http', request: get(url, plain), wanted: 'refused' });
  }
  plan.push({ name: 'get-no-origin', request: get(url, undefined) });
  const absent = new URL(ABSENT_PATH, url);
  plan.push({ name: 'get-error', request: get(absent, from), wanted: 'allowed' });
  return plan;
}

/** The GET of a script that adds no headers of its own. */
export function get(url: URL, origin: string | undefined): ProbeRequest {
  return { method: 'GET', url: url.href, headers: headers(origin) };
}

// https://fetch.spec.whatwg.org/#cors-preflight-fetch, steps 1 to 5.
function preflight({ url, method, headers: names }: Target, origin: string): ProbeRequest {
  return {
    method: 'OPTIONS',
    url: url.href,
    headers: {
      ...headers(origin),
      'access-control-request-method': method,
      ...(names.length > 0 && { 'access-control-request-headers': names.join(',') }),
    },
  };
}

function headers(origin: string | undefined): Record<string, string> {
  const common = { accept: '*/*', 'user-agent': USER_AGENT };
  return origin === undefined ? common : { ...common, origin };
}
