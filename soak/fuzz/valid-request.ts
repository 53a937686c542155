import { METHODS } from 'node:http';
import {
  MAX_HEADER_LINES,
  MAX_PARAMETERS,
  MAX_TARGET_BYTES,
  MAX_VALUE_BYTES,
  READ_HEADERS,
} from '../../src/http/server/request-limits.ts';
import { fuzzOrigin } from './origins.ts';
import type { Random } from './random.ts';
import { type FuzzedTarget, fuzzTarget, type Known } from './targets.ts';

/** A request that is valid under RFC 9112, however odd, and the required response. */
export interface ValidRequest {
  readonly bytes: Buffer;
  readonly method: string;
  readonly statuses: readonly number[];
  readonly isApi: boolean;
  /** The origin that must be granted access. */
  readonly granted: string | undefined;
  readonly isPreflight: boolean;
  readonly hasPost?: boolean | undefined;
  readonly echo: string | undefined;
  /** Whether the connection must be closed after the response. */
  readonly isLast: boolean;
}

// CONNECT has a different form of target, and Node gives its connection to the application.
const OTHER_METHODS = METHODS.filter(
  (method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method),
);
const OWN_HOSTS = ['localhost', '127.0.0.1:3001', '[::1]:80', 'LOCALHOST.', 'a.localhost'] as const;
const OTHER_HOSTS = ['evil.example', 'localhost.evil.example', '0.0.0.0', 'localhost@x', 'a b'];

export function fuzzValidRequest(random: Random, known: Known): ValidRequest {
  const target = fuzzTarget(random, known);
  const origin = fuzzOrigin(random);
  const method = fuzzMethod(random, target);
  const lines = origin.lines.map((value) => `${fuzzCase(random, 'Origin')}: ${value}`);
  const version = random.chance(0.02) ? '1.0' : '1.1';
  const otherHost = random.chance(0.3) ? undefined : random.pick(OTHER_HOSTS);
  const host = random.chance(0.04) ? otherHost : random.pick(OWN_HOSTS);
  if (host !== undefined) lines.push(`Host: ${host}`);
  const isOwnHost = isOwn(target.target, host, version);

  const asked = random.chance(method === 'OPTIONS' ? 0.7 : 0.02) ? fuzzPreflight(random) : [];
  lines.push(...asked);
  const isPreflight =
    asked.length > 0 && method === 'OPTIONS' && origin.lines.length > 0 && target.isApi;

  const condition = random.chance(0.1) ? fuzzCondition(random, known.etag) : undefined;
  if (condition !== undefined) lines.push(`If-None-Match: ${condition.value}`);
  if (random.chance(0.3)) lines.push(...fuzzHeaders(random));

  const body = fuzzBody(random, method);
  const ends = fuzzEnds(random, version);
  lines.push(...body.lines, ...ends);
  const shuffledLines = random.chance(0.3) ? lines.toReversed() : lines;
  const head = [`${method} ${target.target} HTTP/${version}`, ...shuffledLines, '', ''].join(
    '\r\n',
  );
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body.bytes]),
    method,
    statuses: statusesOf(target, {
      ...{ method, isPreflight, isOwnHost, hasHost: isHost(host), condition, lines },
    }),
    isApi: target.isApi,
    granted: target.isApi ? origin.granted : undefined,
    isPreflight,
    hasPost: target.hasPost,
    echo: target.echo,
    isLast: version === '1.0' || body.bytes.length > 0 || ends.length > 0,
  };
}

/** Whether a request is for this service. A host in the target counts (RFC 9112, 3.2.2). */
function isOwn(target: string, host: string | undefined, version: string): boolean {
  if (host === undefined) return version === '1.0';
  return (target.startsWith('http:') && isHost(host)) || OWN_HOSTS.some((own) => own === host);
}

function isHost(host: string | undefined): boolean {
  return host !== undefined && !/[@ ]/.test(host);
}

/** Returns request headers after which the server must close the connection. */
function fuzzEnds(random: Random, version: string): string[] {
  return [
    ...(random.chance(0.02) && version === '1.1' ? ['Expect: 100-continue'] : []),
    ...(random.chance(0.03) ? ['Connection: close'] : []),
  ];
}

function fuzzPreflight(random: Random): string[] {
  const names = ['x-a', 'X-A,x-b', ' ', 'content-type, x y', 'x'.repeat(3_000), '\x80'];
  const method = `Access-Control-Request-Method: ${random.pick(['GET', 'PUT', 'x y', ''])}`;
  const isMore = random.chance(0.5);
  return isMore ? [method, `Access-Control-Request-Headers: ${random.pick(names)}`] : [method];
}

interface RequestFacts {
  readonly method: string;
  readonly isPreflight: boolean;
  readonly isOwnHost: boolean;
  readonly hasHost: boolean;
  readonly condition: { readonly matches: boolean } | undefined;
  readonly lines: readonly string[];
}

function statusesOf(target: FuzzedTarget, has: RequestFacts): readonly number[] {
  if (areTooLong(has.lines)) return [431];
  if (has.isPreflight) return [200];
  if (target.target.length > MAX_TARGET_BYTES) return [414];
  if (target.target.split('&').length > MAX_PARAMETERS) return [400];
  if (!has.isOwnHost && target.isHealth !== true) {
    // The router rejects a path with a broken percent-encoding before anything checks Host.
    const isBroken = target.target.includes('%zz');
    return [has.hasHost ? 421 : 400, ...(isBroken ? [404] : [])];
  }
  return statusesOfRoute(target, has);
}

function statusesOfRoute(target: FuzzedTarget, has: RequestFacts): readonly number[] {
  if (target.statuses.includes(404) && !target.hasOptions) return [404];
  if (has.method === 'OPTIONS') return target.hasOptions ? [200] : [405];
  if (has.method !== 'GET' && has.method !== 'HEAD') return [405];
  // None of the If-Match headers contains the response's tag.
  const isUnmet = has.lines.some((line) => /^if-match:/i.test(line));
  const unmet = isUnmet && target.hasEtag !== false ? [412] : [];
  if (has.condition === undefined || !has.condition.matches || target.hasEtag === false)
    return [...unmet, ...target.statuses];
  return target.hasEtag ? [304, ...unmet] : [304, ...unmet, ...target.statuses];
}

function areTooLong(lines: readonly string[]): boolean {
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/:[ \t]*/, 2);
    values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value.trim()]);
  }
  return (
    lines.length > MAX_HEADER_LINES ||
    READ_HEADERS.some((name) => (values.get(name) ?? []).join(', ').length > MAX_VALUE_BYTES)
  );
}

function fuzzMethod(random: Random, { hasPost = false }: FuzzedTarget): string {
  const kind = random.next();
  if (kind < 0.76) return 'GET';
  if (kind < 0.84) return 'HEAD';
  if (kind < 0.92) return 'OPTIONS';
  const method = random.pick(OTHER_METHODS);
  return hasPost && method === 'POST' ? 'GET' : method;
}

function fuzzCase(random: Random, name: string): string {
  return random.pick([name, name, name.toLowerCase(), name.toUpperCase()]);
}

function fuzzCondition(random: Random, etag: string): { value: string; matches: boolean } {
  if (random.chance(0.6)) {
    const weak = `W/${etag.replace(/^W\//, '')}`;
    const value = random.pick([etag, weak, `"a", ${etag}`, '*', `,${etag},`]);
    return { value, matches: true };
  }
  const junk = random.text(random.integer(0, 40), 0x21, 0xff).replace(/[*\x7f]/g, '"');
  const broken = ['"', 'W/', '""', 'W/"x"', etag.slice(0, -2), junk];
  return { value: random.pick(broken), matches: false };
}

function fuzzHeaders(random: Random): string[] {
  const value = () =>
    random.make([
      () => random.text(random.integer(0, 60)),
      () => random.text(random.integer(0, 60), 0x80, 0xff),
      () => '\t',
      () => `"${'\\'.repeat(20)}`,
      () => ','.repeat(random.integer(1, 500)),
      () => String(random.integer(-1e9, 1e9)),
    ]);
  const names = [
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Content-Type', 'Cookie'],
    ...['Forwarded', 'If-Modified-Since', 'If-Match', 'Range', 'Referer', 'TE', 'Upgrade'],
    ...['User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
    ...['X-HTTP-Method-Override', 'X-Request-Id', '__proto__', 'constructor'],
  ];
  const lines = Array.from(
    { length: random.integer(1, random.chance(0.02) ? 200 : 6) },
    () => `${fuzzCase(random, random.pick(names))}: ${value()}`,
  );
  const encodings = ['gzip', 'br', 'gzip;q=0, *', 'br;q=1.0001', 'identity;q=0', 'gzip, br', ';'];
  if (random.chance(0.5)) lines.push(`Accept-Encoding: ${random.pick(encodings)}`);
  return lines;
}

/** Sometimes returns a body, which no request here needs. */
function fuzzBody(random: Random, method: string): { lines: string[]; bytes: Buffer } {
  const isUsual = ['POST', 'PUT', 'PATCH', 'QUERY'].includes(method);
  if (!random.chance(isUsual ? 0.8 : 0.02)) return { lines: [], bytes: Buffer.alloc(0) };
  const text = random.text(random.integer(0, 200), 0, 0xff);
  const types = ['application/json', 'text/plain', 'x', 'application/json; charset=nope', 'a/b;;;'];
  const lines = [`Content-Type: ${random.pick(types)}`];
  if (random.chance(0.5)) {
    lines.push(`Content-Length: ${text.length}`);
    return { lines, bytes: Buffer.from(text, 'latin1') };
  }
  lines.push('Transfer-Encoding: chunked');
  const chunk = text === '' ? '' : `${text.length.toString(16)};a=b\r\n${text}\r\n`;
  return { lines, bytes: Buffer.from(`${chunk}0\r\nX-Trailer: 1\r\n\r\n`, 'latin1') };
}
