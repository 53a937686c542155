import { ownedPart } from '../cors/public-suffix.ts';
import { isTrustworthy } from './browser.ts';
import type { Probe, ProbeRequest } from './report.ts';
import type { Target } from './target.ts';

// Plans the doctor's requests (methods, headers, User-Agent, a missing path, redirects), and the
// foreign origins they pretend to come from: unrelated and look-alike ones.

/** How many redirects are followed. Browsers follow 20, but long chains are usually loops. */
export const MAX_REDIRECTS = 5;

/** A request to send, and whether it should be allowed. */
export type PlannedProbe = Pick<Probe, 'name' | 'request' | 'wanted'>;

// A name that is easy to recognize in the server's logs.
const USER_AGENT = 'food-lookup-cors-check';
const ABSENT_PATH = 'cors-check-nothing-here';

/**
 * Plans the page's GET, which is sent first. If it gets no response, no other request is needed.
 */
export function planFirst(target: Target): PlannedProbe {
  return { name: 'get', request: get(target.url, target.from), wanted: 'allowed' };
}

/** Plans all other requests, which are independent of each other. */
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
  // A page on this machine is just as safe over http.
  if (plain !== from && !isTrustworthy(new URL(plain))) {
    plan.push({ name: 'get-plain-http', request: get(url, plain), wanted: 'refused' });
  }
  plan.push({ name: 'get-no-origin', request: get(url, undefined) });
  const absent = new URL(ABSENT_PATH, url);
  plan.push({ name: 'get-error', request: get(absent, from), wanted: 'allowed' });
  return plan;
}

/** Returns the GET of a script that adds no headers. */
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

/** An origin that the server should refuse, and the mistake it would reveal. */
export interface Stranger {
  /** The suffix of the names of this stranger's probes. */
  readonly name: string;
  readonly origin: string;
  /** The mistake that would let this stranger in. */
  readonly mistake: string;
}

// RFC 6761 reserves .invalid, so nobody can register a name under it.
const RESERVED_HOST = 'not-allowed.invalid';

/** An origin unrelated to the page's. */
export const STRANGER = `https://${RESERVED_HOST}`;

/**
 * Returns origins that look like the page's but belong to others. Each passes one kind of careless
 * comparison. These origins only appear in the Origin header; they are never contacted.
 */
export function lookAlikes(from: string): Stranger[] {
  const [, scheme, host, port] = /^([^:]+):\/\/(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(from) ?? [];
  // An IPv6 address has no look-alikes.
  if (scheme === undefined || host === undefined || host.startsWith('[')) return [];
  const origin = (name: string) => `${scheme}://${name}${port ?? ''}`;
  const site = ownedPart(host);
  const found: Stranger[] = [
    {
      name: 'suffix',
      origin: origin(`${host}.${RESERVED_HOST}`),
      mistake: 'only the beginning of the origin is compared',
    },
  ];
  // An IPv4 address with letters before it is neither a valid address nor a valid name.
  if (/\.\d+$/.test(host)) return found;
  found.push({
    name: 'prefix',
    origin: origin(`${host.slice(0, -site.length)}not-allowed${site}`),
    mistake: 'only the end of the origin is compared, without the dot before it',
  });
  const suffix = /(?<=\.).*/.exec(site)?.[0];
  if (suffix !== undefined) {
    found.push({
      name: 'sibling',
      origin: origin(`not-allowed.${suffix}`),
      mistake: `every name under "${suffix}" is allowed, and anybody can get one`,
    });
  }
  const confused = withoutOneDot(host, site);
  if (confused !== undefined) {
    found.push({
      name: 'dot',
      origin: origin(confused),
      mistake: 'a dot in a regular expression matches any character; write "\\."',
    });
  }
  return found;
}

/** Replaces one dot of the host with a letter, if that makes it a name that others can register. */
function withoutOneDot(host: string, site: string): string | undefined {
  const dots = [...host.matchAll(/\./g)].map(({ index }) => index);
  return dots
    .map((dot) => `${host.slice(0, dot)}x${host.slice(dot + 1)}`)
    .find(
      (name) => ownedPart(name).includes('.') && !host.endsWith(ownedPart(name)) && name !== site,
    );
}
