import { describe, expect, test } from 'vitest';
import { corsCheck, isMixedContent, preflightCheck } from './browser.ts';
import type { HeaderLine } from './report.ts';

const origin = 'https://app.example.com';
const allow = (value: string): HeaderLine => ['Access-Control-Allow-Origin', value];
const credentials: HeaderLine = ['Access-Control-Allow-Credentials', 'true'];

describe('corsCheck', () => {
  test.each<[HeaderLine[], string | undefined, string | undefined]>([
    [[], 'allow-origin-missing', 'allow-origin-missing'],
    [[allow('*')], undefined, 'allow-origin-differs'],
    [[allow('*'), credentials], undefined, 'allow-origin-differs'],
    [[allow(origin)], undefined, 'credentials-not-allowed'],
    [[allow(`  ${origin}\t`)], undefined, 'credentials-not-allowed'],
    [[allow(origin), credentials], undefined, undefined],
    [
      [allow(origin), ['access-control-allow-credentials', 'TRUE']],
      undefined,
      'credentials-not-allowed',
    ],
    [[allow(origin), credentials, credentials], undefined, 'credentials-not-allowed'],
    [[allow(origin), allow(origin)], 'allow-origin-differs', 'allow-origin-differs'],
    [[allow('*'), allow('*')], 'allow-origin-differs', 'allow-origin-differs'],
    [[allow(`${origin}/`)], 'allow-origin-differs', 'allow-origin-differs'],
    [[allow('')], 'allow-origin-differs', 'allow-origin-differs'],
  ])('%j', (headers, without, withCredentials) => {
    expect(corsCheck(origin, false, headers)).toBe(without);
    expect(corsCheck(origin, true, headers)).toBe(withCredentials);
  });
});

describe('preflightCheck', () => {
  const names = (value: string): HeaderLine => ['access-control-allow-headers', value];
  const plain = { credentials: false, method: 'GET', headers: ['x-key'] };

  test.each<[string, number, HeaderLine[], string | undefined]>([
    ['a good answer', 200, [allow('*'), names('a, X-Key')], undefined],
    ['204', 204, [allow('*'), names('x-key')], undefined],
    ['lines that make a list', 200, [allow('*'), names('a'), names('x-key')], undefined],
    ['a wildcard', 299, [allow('*'), names('*')], undefined],
    ['a list with a gap', 200, [allow('*'), names('a,, x-key,')], undefined],
    ['the first status that is not ok', 300, [allow('*'), names('*')], 'status'],
    ['a redirect', 307, [allow('*'), names('*')], 'status'],
    ['an error', 500, [allow('*'), names('*')], 'status'],
    ['no grant', 500, [names('*')], 'allow-origin-missing'],
    ['no list', 200, [allow('*')], 'header-not-allowed'],
    ['an empty list', 200, [allow('*'), names('')], 'header-not-allowed'],
    ['a broken list', 200, [allow('*'), names('x-key, a b')], 'malformed-list'],
    [
      'broken methods',
      200,
      [allow('*'), names('x-key'), ['access-control-allow-methods', 'GET;HEAD']],
      'malformed-list',
    ],
  ])('on %s', (_, status, headers, expected) => {
    expect(preflightCheck(origin, plain, status, headers)).toBe(expected);
  });

  test('does not treat "*" as a wildcard with credentials, or for Authorization', () => {
    const headers = [allow(origin), credentials, names('*')];
    expect(preflightCheck(origin, { ...plain, credentials: true }, 200, headers)).toBe(
      'header-not-allowed',
    );
    const authorization = { ...plain, headers: ['authorization'] };
    expect(preflightCheck(origin, authorization, 200, headers)).toBe('header-not-allowed');
  });
});

describe('preflightCheck of a method', () => {
  const methods = (value: string): HeaderLine => ['access-control-allow-methods', value];
  const put = { credentials: false, method: 'PUT', headers: [] };

  test.each<[string, HeaderLine[], string | undefined]>([
    ['named', [allow('*'), methods('GET, PUT')], undefined],
    ['a wildcard', [allow('*'), methods('*')], undefined],
    ['not named', [allow('*'), methods('GET, POST')], 'method-not-allowed'],
    ['in lower case', [allow('*'), methods('put')], 'method-not-allowed'],
    ['no list', [allow('*')], 'method-not-allowed'],
  ])('that is %s', (_, headers, expected) => {
    expect(preflightCheck(origin, put, 200, headers)).toBe(expected);
    expect(preflightCheck(origin, { ...put, method: 'POST' }, 200, headers)).toBeUndefined();
  });

  test('does not treat "*" as a wildcard with credentials', () => {
    const headers = [allow(origin), credentials, methods('*')];
    expect(preflightCheck(origin, { ...put, credentials: true }, 200, headers)).toBe(
      'method-not-allowed',
    );
  });
});

describe('isMixedContent', () => {
  test.each([
    ['https://app.example.com', 'http://api.example.com/', true],
    ['https://app.example.com', 'http://10.0.0.1/', true],
    ['https://app.example.com', 'http://127.0.0.1.example/', true],
    ['https://app.example.com', 'http://localhost:3001/', false],
    ['https://app.example.com', 'http://api.localhost/', false],
    ['https://app.example.com', 'http://127.9.9.9/', false],
    ['https://app.example.com', 'http://[::1]/', false],
    ['https://app.example.com', 'https://api.example.com/', false],
    ['http://app.example.com', 'http://api.example.com/', false],
    ['null', 'http://api.example.com/', false],
  ])('%s calling %s: %s', (page, url, expected) => {
    expect(isMixedContent(page, new URL(url))).toBe(expected);
  });
});
