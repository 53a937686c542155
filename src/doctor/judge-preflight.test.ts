import { describe, expect, test } from 'vitest';
import {
  altered,
  check,
  codes,
  codesOf,
  onPreflight,
  type Respond,
  recorded,
} from './faulty-server.case.ts';

/** A correct server, except for the lists that it sends to the page. */
const allowing = ({ methods, headers: names }: { methods?: string; headers?: string }) =>
  onPreflight((headers) => {
    if (headers['access-control-allow-origin'] === undefined) return undefined;
    if (methods !== undefined) headers['access-control-allow-methods'] = methods;
    if (names !== undefined) headers['access-control-allow-headers'] = names;
    return undefined;
  });

describe('checkServer on preflights', () => {
  test.each([
    ['86400', []],
    ['86401', ['hint max-age-too-long']],
    ['1.5', ['warning max-age-invalid']],
    ['31536000', ['hint max-age-too-long']],
    ['10m', ['warning max-age-invalid']],
    ['-1', ['warning max-age-invalid']],
  ])('with Max-Age %s', async (seconds, expected) => {
    const found = await codesOf(
      onPreflight((headers) => {
        if (headers['access-control-max-age'] === undefined) return undefined;
        headers['access-control-max-age'] = seconds;
        return undefined;
      }),
    );
    expect(found).toEqual(expected);
  });

  test.each<[wrong: string, respond: Respond, expected: string[]]>([
    ['a preflight answered 405', onPreflight(() => 405), ['error preflight-status']],
    ['a preflight answered 401', onPreflight(() => 401), ['error preflight-status']],
    [
      'a preflight redirected',
      onPreflight((headers) => {
        headers.location = '/food/';
        return 308;
      }),
      ['error preflight-redirected'],
    ],
    [
      'a preflight without Allow-Headers',
      onPreflight((headers) => {
        delete headers['access-control-allow-headers'];
      }),
      ['warning allow-headers-missing'],
    ],
    [
      'a closed list of headers',
      allowing({ headers: 'Content-Type' }),
      ['hint header-not-allowed'],
    ],
    [
      'Allow-Headers that is not a list',
      allowing({ headers: '["x-cors-check"]' }),
      ['error malformed-list'],
    ],
    [
      '"*" for headers, which does not cover Authorization',
      allowing({ headers: '*' }),
      ['hint authorization-not-covered'],
    ],
    [
      'Allow-Methods that is not a list',
      allowing({ methods: 'GET;HEAD' }),
      ['error malformed-list'],
    ],
    ['an empty list of methods', allowing({ methods: '' }), ['hint allow-methods-empty']],
    ['an empty list of headers', allowing({ headers: '' }), ['warning allow-headers-missing']],
    ['"*" and Authorization', allowing({ headers: '*, authorization' }), []],
    ['a preflight answered 299', onPreflight(() => 299), []],
    ['a preflight answered 300', onPreflight(() => 300), ['error preflight-status']],
    ['a preflight answered 403', onPreflight(() => 403), ['error preflight-status']],
    ['a preflight redirected to nowhere', onPreflight(() => 301), ['error preflight-redirected']],
  ])('finds the fault: %s', async (_, respond, expected) => {
    expect(await codesOf(respond)).toEqual(expected);
  });

  test('asks for every named header', async () => {
    const respond = altered(() => undefined);
    expect(codes(await check(respond, { headers: ['Authorization'] }))).toEqual([]);
    const report = await check(respond, { headers: ['X-B', 'Authorization', 'x-a', 'X-A'] });
    const preflight = report.probes.find(({ name }) => name === 'preflight');
    expect(preflight?.request.headers['access-control-request-headers']).toBe(
      'authorization,x-a,x-b',
    );
    expect(recorded(report)).toEqual(['error header-not-allowed']);
    const preflightOnly = onPreflight((headers) => {
      delete headers['access-control-allow-headers'];
    });
    expect(await codesOf(preflightOnly, { headers: ['x-a', 'x-b'] })).toEqual([
      'error allow-headers-missing',
    ]);
    expect(codes(await check(preflightOnly, { headers: [] }))).toEqual([]);
  });

  test('asks for the named method, and never sends it', async () => {
    const seen = new Set<string | undefined>();
    const listing = (methods: string) =>
      altered((headers, { method }) => {
        seen.add(method);
        if (headers['access-control-allow-methods'] !== undefined) {
          headers['access-control-allow-methods'] = methods;
        }
        return undefined;
      });
    const sent = 'hint method-not-sent';
    expect(codes(await check(listing('GET, PUT'), { method: 'put' }))).toEqual([sent]);
    const refused = ['error method-not-allowed', sent];
    expect(await codesOf(listing('GET, put'), { method: 'PUT' })).toEqual(refused);
    expect(await codesOf(listing('GET, HEAD'), { method: 'PUT' })).toEqual(refused);
    expect(codes(await check(listing('GET'), { method: 'POST' }))).toEqual([sent]);
    const silent = onPreflight((headers) => {
      delete headers['access-control-allow-methods'];
    });
    expect(await codesOf(silent, { method: 'PUT' })).toEqual(refused);
    expect(codes(await check(silent))).toEqual([]);
    const withCredentials = await check(listing('*'), { method: 'PUT', credentials: true });
    expect(recorded(withCredentials)).toContain('error method-not-allowed');
    expect([...seen].toSorted()).toEqual(['GET', 'OPTIONS']);
  });

  test('does not judge the GET of a path that accepts only another method', async () => {
    const respond = altered((headers, { method }, status) => {
      if (method !== 'GET') headers['access-control-allow-methods'] = 'PUT';
      else if (status === 200) delete headers['access-control-allow-origin'];
      return method === 'GET' && status === 200 ? 405 : undefined;
    });
    const found = codes(await check(respond, { method: 'PUT' }));
    expect(found.filter((code) => code.startsWith('error'))).toEqual([]);
  });

  test('says that "*" does not cover Authorization', async () => {
    const found = await codesOf(allowing({ headers: '*' }), { headers: ['Authorization'] });
    expect(found).toEqual(['error header-not-allowed']);
  });
});
