import { describe, expect, test } from 'vitest';
import { check, codes, onPreflight, type Respond, spoilt } from './erring-server.case.ts';

describe('checkServer on preflights', () => {
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
      'Allow-Headers that is no list',
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
      'a Max-Age that is no number',
      onPreflight((headers) => {
        if (headers['access-control-max-age'] !== undefined) {
          headers['access-control-max-age'] = '10m';
        }
      }),
      ['warning max-age-invalid'],
    ],
  ])('finds what is wrong: %s', async (_, respond, expected) => {
    expect(codes(await check(respond))).toEqual(expected);
  });

  test('asks for the header named', async () => {
    const respond = spoilt(() => undefined);
    expect(codes(await check(respond, { header: 'Authorization' }))).toEqual([]);
    const report = await check(respond, { header: 'X-Api-Key' });
    expect(codes(report)).toEqual(['error header-not-allowed']);
    expect(report.findings[0]?.message).toContain('x-api-key');
  });

  test('says that "*" does not cover Authorization', async () => {
    const report = await check(
      onPreflight((headers) => {
        if (headers['access-control-allow-headers'] !== undefined) {
          headers['access-control-allow-headers'] = '*';
        }
      }),
      { header: 'Authorization' },
    );
    expect(codes(report)).toEqual(['error header-not-allowed']);
  });
});
