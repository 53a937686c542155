import { describe, expect, test } from 'vitest';
import {
  corsCheck,
  isError,
  isMixedContent,
  isOk,
  isRedirect,
  preflightCheck,
  verdict,
  verdictOnFailure,
} from './browser.ts';
import type { HeaderLine } from './report.ts';
import { parseTarget } from './target.ts';

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

describe('verdict', () => {
  const target = parseTarget('https://api.example.com/', { from: origin, headers: ['b', 'a'] });
  const put = parseTarget('https://api.example.com/', { from: origin, method: 'PUT', headers: [] });
  const ask = { url: target.url.href, headers: { origin } };
  const listing = (name: string, value: string): HeaderLine => [
    `access-control-allow-${name}`,
    value,
  ];

  test.each([
    ['GET', target, 200, [allow('*')], true, 'gives the response to the script'],
    ['GET', target, 302, [allow('*')], true, 'gives the response to the script'],
    ['GET', target, 302, [allow('*'), ['Location', '/x']], true, 'follows the redirect to /x'],
    [
      'GET',
      target,
      201,
      [allow('*'), ['Location', '/x']],
      true,
      'gives the response to the script',
    ],
    ['GET', target, 302, [['Location', '/x']], false, 'blocks it: no Access-Control-Allow-Origin'],
    ['GET', target, 200, [allow('x')], false, 'blocks it: Access-Control-Allow-Origin is "x"'],
    [
      'GET',
      { ...target, credentials: true },
      200,
      [allow(origin)],
      false,
      'blocks it: no Access-Control-Allow-Credentials: true',
    ],
    [
      'OPTIONS',
      target,
      204,
      [allow('*'), listing('headers', 'a, b')],
      true,
      'continues, and sends the GET with a, b',
    ],
    [
      'OPTIONS',
      put,
      200,
      [allow('*'), listing('methods', 'PUT')],
      true,
      'continues, and sends the PUT',
    ],
    [
      'OPTIONS',
      put,
      404,
      [allow('*')],
      false,
      'does not send the PUT: the status is 404, not 200 to 299',
    ],
    [
      'OPTIONS',
      put,
      200,
      [allow('*')],
      false,
      'does not send the PUT: Access-Control-Allow-Methods does not list PUT',
    ],
    [
      'OPTIONS',
      put,
      200,
      [allow('*'), listing('methods', 'a b')],
      false,
      'does not send the PUT: Access-Control-Allow-Headers or -Methods is not a list of names',
    ],
    [
      'OPTIONS',
      target,
      200,
      [allow('*'), listing('headers', 'c')],
      false,
      'does not send the GET: Access-Control-Allow-Headers does not list a, b',
    ],
    [
      'OPTIONS',
      target,
      200,
      [allow('*')],
      false,
      'does not send the GET: Access-Control-Allow-Headers does not list a, b',
    ],
  ] as const)('%s %#', (method, asked, status, headers, isAllowed, reason) => {
    expect(verdict({ ...ask, method }, { status, headers }, asked)).toEqual({
      allows: isAllowed,
      reason,
    });
  });

  test.each([
    [
      'http://api.example.com/',
      { origin },
      false,
      'sends nothing: an https page is not allowed to call plain http',
    ],
    [`${origin}/x`, { origin }, true, 'needs no CORS headers from the page’s own origin'],
    [
      target.url.href,
      {},
      true,
      'makes no CORS call without an Origin header; the check does, to see what a cache may store',
    ],
  ])('does not depend on the answer from %s to %j', (url, headers, isAllowed, reason) => {
    const asked = { method: 'GET', url, headers } as const;
    expect(verdict(asked, { status: 200, headers: [] }, target)).toEqual({
      allows: isAllowed,
      reason,
    });
  });

  test('says that there was no answer', () => {
    expect(verdictOnFailure('gone')).toEqual({
      allows: false,
      reason: 'reports a failed fetch: gone',
    });
  });
});

test.each([
  [isOk, [200, 299], [199, 300]],
  [isRedirect, [301, 302, 303, 307, 308], [200, 300, 304, 305, 306, 309]],
  [isError, [400, 500], [399]],
])('%o is true for the statuses %j, and false for %j', (holds, some, others) => {
  expect([...some, ...others].filter(holds)).toEqual(some);
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
