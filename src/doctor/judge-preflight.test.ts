import { describe, expect, test } from 'vitest';
import { altered, check, codes, codesOf, onPreflight, type Respond } from './faulty-server.case.ts';

describe('checkServer on preflights', () => {
  test.each([
    ['86400', []],
    ['86401', ['hint max-age-too-long']],
    ['1.5', ['warning max-age-invalid']],
  ])('with Max-Age %s', async (seconds, expected) => {
    const report = await check(
      onPreflight((headers) => {
        if (headers['access-control-max-age'] === undefined) return undefined;
        headers['access-control-max-age'] = seconds;
        return undefined;
      }),
    );
    expect(codes(report)).toEqual(expected);
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
      'a preflight without Allow-Origin',
      onPreflight((headers) => {
        for (const name of Object.keys(headers)) delete headers[name];
      }),
      ['error allow-origin-missing'],
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
      onPreflight((headers) => {
        if (headers['access-control-allow-headers'] !== undefined) {
          headers['access-control-allow-headers'] = 'Content-Type';
        }
      }),
      ['hint header-not-allowed'],
    ],
    [
      'Allow-Headers that is not a list',
      onPreflight((headers) => {
        if (headers['access-control-allow-headers'] !== undefined) {
          headers['access-control-allow-headers'] = '["x-cors-check"]';
        }
      }),
      ['error malformed-list'],
    ],
    [
      '"*" for headers, which does not cover Authorization',
      onPreflight((headers) => {
        if (headers['access-control-allow-headers'] !== undefined) {
          headers['access-control-allow-headers'] = '*';
        }
      }),
      ['hint authorization-not-covered'],
    ],
    [
      'an endless Max-Age',
      onPreflight((headers) => {
        if (headers['access-control-max-age'] !== undefined) {
          headers['access-control-max-age'] = '31536000';
        }
      }),
      ['hint max-age-too-long'],
    ],
    [
      'a Max-Age that is not a number',
      onPreflight((headers) => {
        if (headers['access-control-max-age'] !== undefined) {
          headers['access-control-max-age'] = '10m';
        }
      }),
      ['warning max-age-invalid'],
    ],
  ])('finds the fault: %s', async (_, respond, expected) => {
    expect(await codesOf(respond)).toEqual(expected);
  });

  test('asks for the named header', async () => {
    const respond = altered(() => undefined);
    expect(codes(await check(respond, { headers: ['Authorization'] }))).toEqual([]);
    const report = await check(respond, { headers: ['X-Api-Key'] });
    expect(codes(report)).toEqual(['error header-not-allowed']);
    expect(report.findings[0]?.message).toContain('x-api-key');
  });

  test('asks for every named header', async () => {
    const respond = altered(() => undefined);
    const report = await check(respond, { headers: ['X-B', 'Authorization', 'x-a', 'X-A'] });
    const preflight = report.probes.find(({ name }) => name === 'preflight');
    expect(preflight?.request.headers['access-control-request-headers']).toBe(
      'authorization,x-a,x-b',
    );
    expect(report.findings[0]?.fix).toBe('Add x-a, x-b to Access-Control-Allow-Headers.');
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
    const report = await check(listing('put'), { method: 'PUT' });
    expect(codes(report)).toEqual(['error method-not-allowed', sent]);
    expect(report.findings[0]?.fix).toContain('"put" is not "PUT"');
    expect(codes(await check(listing('GET'), { method: 'POST' }))).toEqual([sent]);
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
    const report = await check(
      onPreflight((headers) => {
        if (headers['access-control-allow-headers'] !== undefined) {
          headers['access-control-allow-headers'] = '*';
        }
      }),
      { headers: ['Authorization'] },
    );
    expect(codes(report)).toEqual(['error header-not-allowed']);
  });
});
