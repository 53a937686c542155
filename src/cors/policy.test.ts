import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type CorsOptions, createCorsPolicy, explainRefusal, type OriginSetting } from './index.ts';
import { A, ALLOW_ORIGIN, allowed, answer, B, preflight } from './policy.case.ts';

describe('createCorsPolicy with each form of origin', () => {
  test.each<[string, OriginSetting, string | undefined, string | undefined]>([
    ['a string grants itself', A, A, A],
    ['a string refuses another', A, B, undefined],
    ['a string refuses a request without Origin', A, undefined, undefined],
    ['a string refuses its own look-alike', A, `${A}.evil.test`, undefined],
    ['"*" grants everyone', '*', A, '*'],
    ['"*" grants a request without Origin', '*', undefined, '*'],
    ['"*" grants a malformed Origin', '*', 'not an origin', '*'],
    ['true reflects', true, A, A],
    ['true reflects null', true, 'null', 'null'],
    ['true does not reflect a malformed origin', true, `${A}, ${B}`, undefined],
    ['true does not reflect "*"', true, '*', undefined],
    ['true has nothing to reflect', true, undefined, undefined],
    ['false grants nobody', false, A, undefined],
    ['an expression grants what it matches', /^https:\/\/a\.example$/, A, A],
    ['an expression refuses the rest', /^https:\/\/a\.example$/, B, undefined],
    ['an expression is tested as written', /example/, `${A}.evil.test`, `${A}.evil.test`],
    ['an expression never sees a missing Origin', /undefined/, undefined, undefined],
    ['an expression never sees two origins', /./, `${A}, ${B}`, undefined],
    ['an expression never sees a path', /./, `${A}/`, undefined],
    ['an expression may match null', /^null$/, 'null', 'null'],
    ['an array grants any element', [A, /^https:\/\/b\./], B, B],
    ['an array refuses the rest', [A, B], 'https://c.example', undefined],
    ['an array with "*" is the wildcard', [A, '*'], B, '*'],
    ['an array with "*" is the wildcard without Origin', [A, '*'], undefined, '*'],
    ['an empty array grants nobody', [], A, undefined],
    ['"null" is granted where it is listed', ['null'], 'null', 'null'],
    ['"null" is granted only where it is listed', [A], 'null', undefined],
  ])('%s', async (_, origin, asking, expected) => {
    expect(await allowed(origin, asking)).toBe(expected);
  });

  test('decides without a promise, except with a function', () => {
    for (const origin of [true, false, '*', A, /^https:\/\/x\.example$/, [A]]) {
      expect(createCorsPolicy({ origin }).decide(A)).not.toBeInstanceOf(Promise);
    }
    expect(createCorsPolicy({ origin: () => true }).decide(A)).toBeInstanceOf(Promise);
  });
});

describe('Vary', () => {
  test.each<[OriginSetting, string | undefined]>([
    ['*', undefined],
    [[A, '*'], undefined],
    [false, undefined],
    [true, 'Origin'],
    [A, 'Origin'],
    [[], 'Origin'],
    [/^https:\/\/x\.example$/, 'Origin'],
    [() => '*', 'Origin'],
  ])('under %s, a response has Vary %s', async (origin, vary) => {
    for (const asking of [A, B, undefined]) {
      expect((await answer({ origin }, asking)).Vary).toBe(vary);
    }
  });

  test.each<[OriginSetting, string | undefined]>([
    ['*', 'Access-Control-Request-Method, Access-Control-Request-Headers'],
    [false, undefined],
    [A, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ])('under %s, a preflight has Vary %s', async (origin, vary) => {
    for (const asking of [A, B]) expect((await preflight({ origin }, asking)).Vary).toBe(vary);
  });
});

describe('headers', () => {
  test('a response to an allowed origin has all headers', async () => {
    const options = { origin: A, credentials: true, exposedHeaders: ['ETag', 'X-Total'] };
    expect(await answer(options, A)).toEqual({
      [ALLOW_ORIGIN]: A,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'ETag, X-Total',
      Vary: 'Origin',
    });
    expect(await answer(options, B)).toEqual({ Vary: 'Origin' });
  });

  test('a preflight response to an allowed origin has all headers', async () => {
    const options = {
      origin: [A],
      credentials: true,
      allowedHeaders: ['X-Api-Key', 'Content-Type'],
      exposedHeaders: ['ETag'],
      maxAge: 600,
    };
    const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
    expect(await preflight(options, A, 'x-other')).toEqual({
      [ALLOW_ORIGIN]: A,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type',
      'Access-Control-Max-Age': '600',
      Vary: vary,
    });
    expect(await preflight(options, B, 'x-other')).toEqual({ Vary: vary });
  });

  test.each<[string | undefined, string | undefined]>([
    ['x-a', 'x-a'],
    ['x-a,x-b', 'x-a, x-b'],
    ['x-a , x-b', 'x-a, x-b'],
    [undefined, undefined],
    ['', undefined],
    ['x-a,, x-b,', 'x-a, x-b'],
    [',,', undefined],
    ['x a', undefined],
    ['x-a\r\nset-cookie: y', undefined],
    // At most 2,048 characters of requested headers are granted.
    ['x'.repeat(2_048), 'x'.repeat(2_048)],
    ['x'.repeat(2_049), undefined],
  ])('in the response to a preflight that asks for %j grant %j', async (requested, granted) => {
    const headers = await preflight({ origin: true }, A, requested);
    expect(headers[ALLOW_ORIGIN]).toBe(A);
    expect(headers['Access-Control-Allow-Headers']).toBe(granted);
  });

  test('no request headers are granted if the configured list is empty', async () => {
    const headers = await preflight({ origin: A, allowedHeaders: [] }, A, 'x-a');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Headers');
  });

  test.each<[Partial<CorsOptions>, Record<string, string | undefined>]>([
    [{ methods: ['PUT', 'GET', 'PUT'] }, { 'Access-Control-Allow-Methods': 'PUT, GET' }],
    [{ allowedHeaders: ['X-A', 'x-a', 'X-B'] }, { 'Access-Control-Allow-Headers': 'X-A, X-B' }],
    [{ allowedHeaders: ['*'] }, { 'Access-Control-Allow-Headers': '*' }],
    [
      { allowedHeaders: ['*', 'Authorization'] },
      { 'Access-Control-Allow-Headers': '*, Authorization' },
    ],
    [
      { allowedHeaders: ['*'], credentials: true },
      { 'Access-Control-Allow-Headers': 'x-asked, x-also' },
    ],
    [{ maxAge: -1 }, { 'Access-Control-Max-Age': '0' }],
    [{ maxAge: 0 }, { 'Access-Control-Max-Age': '0' }],
  ])('a preflight follows the options %j', async (options, expected) => {
    expect(await preflight({ origin: A, ...options }, A, 'x-asked,x-also')).toMatchObject(expected);
  });

  test('an exposed header is listed once', async () => {
    const headers = await answer({ origin: A, exposedHeaders: ['ETag', 'etag', 'X-B'] }, A);
    expect(headers['Access-Control-Expose-Headers']).toBe('ETag, X-B');
  });
});

describe('createCorsPolicy keeps its original settings', () => {
  test('a changed array has no effect', async () => {
    const origin = [A];
    const policy = createCorsPolicy({ origin });
    origin[0] = B;
    origin.push('*');
    expect(policy.responseHeaders(await policy.decide(A))[ALLOW_ORIGIN]).toBe(A);
    expect(policy.responseHeaders(await policy.decide(B))[ALLOW_ORIGIN]).toBeUndefined();
  });

  test('a changed array has no effect on explanations', () => {
    const origin = [A];
    const policy = createCorsPolicy({ origin });
    origin[0] = B;
    expect(explainRefusal(policy, 'http://a.example').nearest?.value).toBe(JSON.stringify(A));
  });

  test('recompiling an expression later has no effect', async () => {
    const origin = /^https:\/\/a\.example$/;
    const policy = createCorsPolicy({ origin });
    origin.compile('.*');
    expect(policy.responseHeaders(await policy.decide(B))[ALLOW_ORIGIN]).toBeUndefined();
  });

  test('changed header names have no effect', async () => {
    const allowedHeaders = ['X-A'];
    const policy = createCorsPolicy({ origin: A, allowedHeaders });
    allowedHeaders.push('X-B');
    const headers = policy.preflightHeaders(await policy.decide(A));
    expect(headers['Access-Control-Allow-Headers']).toBe('X-A');
  });

  test.each(['', 'g', 'y', 'gy'])(
    'the flags "%s" keep no state between requests',
    async (flags) => {
      const origin = new RegExp('^https://a\\.example', flags);
      origin.lastIndex = 5;
      const policy = createCorsPolicy({ origin: [origin] });
      for (let i = 0; i < 3; i++) expect(policy.decide(A)).toEqual({ kind: 'allowed', origin: A });
    },
  );

  test('a sticky expression matches only at the beginning, every time', async () => {
    expect(await allowed(/a\.example/y, A)).toBeUndefined();
    expect(await allowed(/https:..a\.example/y, A)).toBe(A);
  });

  test('an expression of another realm is accepted, even in a list', async () => {
    const foreign: RegExp = runInNewContext('/^https:\\/\\/a\\.example$/g');
    expect(foreign).not.toBeInstanceOf(RegExp);
    expect(await allowed(foreign, A)).toBe(A);
    expect(await allowed([foreign], B)).toBeUndefined();
  });

  test('an expression whose test() is overridden is still matched by its source', async () => {
    const origin = Object.assign(/^https:\/\/a\.example$/, { test: () => true });
    expect(await allowed(origin, B)).toBeUndefined();
  });
});
