import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anyHeader, origin as someOrigin } from '../../test/arbitrary-origins.ts';
import { readCases } from '../../test/cases/read-cases.ts';
import {
  CorsConfigurationError,
  type CorsOptions,
  createCorsPolicy,
  isSerializedOrigin,
  type OriginCallback,
  type OriginDecision,
  type OriginFunction,
  OriginFunctionError,
  type OriginSetting,
} from './index.ts';

const A = 'https://a.example';
const B = 'https://b.example';

/** The headers of an answer to a request from `origin`. */
async function answer(
  options: CorsOptions,
  origin: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const policy = createCorsPolicy(options);
  return policy.responseHeaders(await policy.decide(origin));
}

async function preflight(
  options: CorsOptions,
  origin: string | undefined,
  requested?: string,
): Promise<Readonly<Record<string, string>>> {
  const policy = createCorsPolicy(options);
  return policy.preflightHeaders(await policy.decide(origin), requested);
}

const ALLOW = 'Access-Control-Allow-Origin';
const allowed = async (origin: OriginSetting, asking: string | undefined) =>
  (await answer({ origin }, asking))[ALLOW];

/** Makes an unsound value look sound to the compiler, as a program in plain JavaScript would. */
function untyped(value: unknown): OriginSetting {
  const box: { setting: OriginSetting } = { setting: false };
  Reflect.set(box, 'setting', value);
  return box.setting;
}

/** The same for a list of names. */
function untypedNames(value: unknown): readonly string[] {
  const box: { names: readonly string[] } = { names: [] };
  Reflect.set(box, 'names', value);
  return box.names;
}

function faultsOf(options: CorsOptions): readonly string[] {
  try {
    createCorsPolicy(options);
    return [];
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return error.faults.map(({ where, code }) => `${where}: ${code}`);
  }
}

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
    ['true does not reflect what is not an origin', true, `${A}, ${B}`, undefined],
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

  test('decides without a promise but for a function', () => {
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
  ])('of an answer under %s is %s', async (origin, vary) => {
    for (const asking of [A, B, undefined]) {
      expect((await answer({ origin }, asking)).Vary).toBe(vary);
    }
  });

  test.each<[OriginSetting, string | undefined]>([
    ['*', 'Access-Control-Request-Method, Access-Control-Request-Headers'],
    [false, undefined],
    [A, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ])('of a preflight under %s is %s', async (origin, vary) => {
    for (const asking of [A, B]) expect((await preflight({ origin }, asking)).Vary).toBe(vary);
  });
});

describe('headers', () => {
  test('of a granted answer', async () => {
    const options = { origin: A, credentials: true, exposedHeaders: ['ETag', 'X-Total'] };
    expect(await answer(options, A)).toEqual({
      [ALLOW]: A,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'ETag, X-Total',
      Vary: 'Origin',
    });
    expect(await answer(options, B)).toEqual({ Vary: 'Origin' });
  });

  test('of a granted preflight', async () => {
    const options = {
      origin: [A],
      credentials: true,
      allowedHeaders: ['X-Api-Key', 'Content-Type'],
      exposedHeaders: ['ETag'],
      maxAge: 600,
    };
    const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
    expect(await preflight(options, A, 'x-other')).toEqual({
      [ALLOW]: A,
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
    ['x-a,,x-b', undefined],
    ['x a', undefined],
    ['x-a\r\nset-cookie: y', undefined],
    // At most 2,048 characters.
    ['x'.repeat(2_048), 'x'.repeat(2_048)],
    ['x'.repeat(2_049), undefined],
  ])('of a preflight that asks for %j grant %j', async (requested, granted) => {
    const headers = await preflight({ origin: true }, A, requested);
    expect(headers[ALLOW]).toBe(A);
    expect(headers['Access-Control-Allow-Headers']).toBe(granted);
  });

  test('grant no request header at all where the configured list is empty', async () => {
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
  ])('of a preflight under %j', async (options, expected) => {
    expect(await preflight({ origin: A, ...options }, A, 'x-asked,x-also')).toMatchObject(expected);
  });

  test('list an exposed header once', async () => {
    const headers = await answer({ origin: A, exposedHeaders: ['ETag', 'etag', 'X-B'] }, A);
    expect(headers['Access-Control-Expose-Headers']).toBe('ETag, X-B');
  });
});

/** https://fetch.spec.whatwg.org/#forbidden-request-header, and Cookie2 of old. */
const FORBIDDEN = [
  'Accept-Charset',
  'Accept-Encoding',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Access-Control-Request-Private-Network',
  'Connection',
  'Content-Length',
  'Cookie',
  'Cookie2',
  'Date',
  'DNT',
  'Expect',
  'Host',
  'Keep-Alive',
  'Origin',
  'Referer',
  'Set-Cookie',
  'Set-Cookie2',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Via',
  'Proxy-',
  'Sec-',
];

describe('createCorsPolicy refuses', () => {
  const unsound: [string, unknown, string][] = [
    ['a number', 42, 'origin: bad-type'],
    ['undefined', undefined, 'origin: bad-type'],
    ['null', null, 'origin: bad-type'],
    ['an object', {}, 'origin: bad-type'],
    ['a Set', new Set([A]), 'origin: bad-type'],
    ['a promise', Promise.resolve(false), 'origin: bad-type'],
    ['a symbol', Symbol('x'), 'origin: bad-type'],
    ['a String object', Object(A), 'origin: bad-type'],
    ['an array in an array', [[A]], 'origin[0]: bad-entry-type'],
    ['a boolean in an array', [A, true], 'origin[1]: bad-entry-type'],
    ['a function in an array', [() => true], 'origin[0]: bad-entry-type'],
    ['a hole', Object.assign([], { 1: A, length: 2 }), 'origin[0]: bad-entry-type'],
    ['a path', `${A}/`, 'origin: trailing-slash'],
  ];
  test.each(unsound)('%s as origin', (_, origin, fault) => {
    expect(faultsOf({ origin: untyped(origin) })).toEqual([fault]);
  });

  test('every fault at once', () => {
    const options: CorsOptions = {
      origin: [`${A}/`, '*', 'HTTP://B.example'],
      credentials: true,
      allowedHeaders: ['X-Ok', 'not a name'],
      exposedHeaders: [''],
      maxAge: 86_401,
      methods: ['get'],
    };
    expect(faultsOf(options)).toEqual([
      'origin[0]: trailing-slash',
      'origin[2]: upper-case',
      'credentials: credentials-with-any-origin',
      'methods[0]: lower-case-method',
      'allowedHeaders[1]: bad-header-name',
      'exposedHeaders[0]: bad-header-name',
      'maxAge: bad-max-age',
    ]);
  });

  test('with one line for each fault', () => {
    expect(() => createCorsPolicy({ origin: `${A}/`, maxAge: -2 })).toThrow(
      /^Cannot use origin [^\n]*\nCannot use maxAge [^\n]*$/,
    );
  });

  test.each([86_400, 1, 0, -1])('no maxAge of %s', (maxAge) => {
    expect(faultsOf({ origin: A, maxAge })).toEqual([]);
  });

  test.each([-2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 86_401])('maxAge %s', (maxAge) => {
    expect(faultsOf({ origin: A, maxAge })).toEqual(['maxAge: bad-max-age']);
  });

  test.each<[OriginSetting]>([
    [true],
    ['*'],
    [['*']],
    [[A, '*']],
    [['null']],
    [/.*/],
    [[A, /^(null|x)$/]],
  ])('credentials with origin %s', (origin) => {
    expect(faultsOf({ origin, credentials: true })).toEqual([
      expect.stringMatching(/^credentials: credentials-with-(any|null)-origin$/),
    ]);
    expect(faultsOf({ origin })).toEqual([]);
  });

  test.each<[OriginSetting, string[]]>([
    [
      /example\.com$/,
      [
        'origin: regexp-not-anchored-start',
        'origin: credentials-with-plain-http',
        'origin: credentials-with-any-extension',
      ],
    ],
    [
      /^[a-z]+:\/\/[a-z0-9-]+\.vercel\.app$/,
      [
        'origin: regexp-public-suffix',
        'origin: credentials-with-plain-http',
        'origin: credentials-with-any-extension',
      ],
    ],
    [
      /^https?.*example\.com$/,
      [
        'origin: regexp-wildcard-touches-domain',
        'origin: credentials-with-plain-http',
        'origin: credentials-with-any-extension',
      ],
    ],
    [
      /^.*:\/\/localhost.*$/,
      [
        'origin: regexp-wildcard-touches-domain',
        'origin: credentials-with-plain-http',
        'origin: credentials-with-any-extension',
      ],
    ],
    [
      /^.*\.example\.com$/,
      ['origin: credentials-with-plain-http', 'origin: credentials-with-any-extension'],
    ],
    [/^chrome-extension:\/\/[a-p]{32}$/, ['origin: credentials-with-any-extension']],
    [/^chrome-extension:\/\/abcdefghijklmnopabcdefghijklmnop$/, []],
    [/^https:\/\/example[0-9]\.com$/, ['origin: regexp-public-suffix']],
    [/^https:\/\/example[.-]com$/, ['origin: regexp-wildcard-touches-domain']],
    [/^https:\/\/(a|b)\.vercel\.app$/, []],
    [/^https:\/\/(?!www\.)[a-z]+\.a\.com$/, []],
    ['https://*.a.com', []],
    ['https://*.a.com:*', []],
    ['http://localhost:*', []],
    [[A, 'http://*.a.com'], ['origin[1]: credentials-with-plain-http']],
    [[A, /^https:\/\/a\.com/], ['origin[1]: regexp-not-anchored-end']],
    [/^https:\/\/a.com$/, ['origin: regexp-unescaped-dot']],
    [/^https:\/\/.*a\.com$/, ['origin: regexp-wildcard-touches-domain']],
    [/^https:\/\/[a-z-]+\.vercel\.app$/, ['origin: regexp-public-suffix']],
    [/^https?:\/\/a\.com$/, ['origin: credentials-with-plain-http']],
    [/^http:\/\/192\.168\.1\.\d+$/, ['origin: credentials-with-plain-http']],
    ['http://a.com', ['origin: credentials-with-plain-http']],
    [[A, 'http://192.168.1.2:3000'], ['origin[1]: credentials-with-plain-http']],
    ['http://localhost:3000', []],
    [['http://127.0.0.1:3000', 'http://[::1]', 'http://app.localhost'], []],
    [/^https?:\/\/localhost(:\d+)?$/, []],
    [/^https:\/\/(.+\.)?a\.com$/, []],
    ['capacitor://localhost', []],
  ])('with credentials, whoever %s lets in by mistake', (origin, expected) => {
    expect(faultsOf({ origin, credentials: true })).toEqual(expected);
    expect(faultsOf({ origin })).toEqual([]);
  });

  test('what cannot be proved, with credentials', () => {
    const origin = /^https:\/\/(?:(?:\w|\w*)*|(?:a{2,}|.*)*){1,48}a\.com$/;
    const options = { origin, credentials: true };
    expect(faultsOf(options)).toEqual(['origin: credentials-not-proved']);
    expect(faultsOf({ origin })).toEqual([]);
  });

  test('a pattern for the names under a public suffix', () => {
    expect(faultsOf({ origin: 'https://*.github.io' })).toEqual(['origin: pattern-public-suffix']);
    // amazonaws.com is Amazon's, but s3.amazonaws.com is everybody's.
    expect(faultsOf({ origin: 'https://*.amazonaws.com' })).toEqual([
      'origin: pattern-public-suffix',
    ]);
  });

  test('trust in strangers only where it is asked for by name', () => {
    const suffixes = { origin: ['https://*.github.io', /^https:\/\/[a-z]+\.vercel\.app$/] };
    expect(faultsOf({ ...suffixes, credentials: true })).not.toEqual([]);
    const trusted = { ...suffixes, credentials: true, dangerouslyTrustSharedSuffixes: true };
    expect(faultsOf(trusted)).toEqual([]);
    const plain = { origin: ['http://a.com', /^https?:\/\/b\.com$/], credentials: true };
    expect(faultsOf(plain)).toHaveLength(2);
    expect(faultsOf({ ...plain, dangerouslyTrustPlainHttp: true })).toEqual([]);
    const everyone = { dangerouslyTrustPlainHttp: true, dangerouslyTrustSharedSuffixes: true };
    expect(faultsOf({ origin: /./, credentials: true, ...everyone })).toHaveLength(1);
    expect(faultsOf({ origin: A, dangerouslyTrustPlainHttp: Object('yes') })).toEqual([
      'dangerouslyTrustPlainHttp: bad-type',
    ]);
  });

  test.each<[Partial<CorsOptions>, string[]]>([
    [{ allowedHeaders: ['X-A', 'Host'] }, ['allowedHeaders[1]: forbidden-header']],
    [{ allowedHeaders: ['cookie'] }, ['allowedHeaders[0]: forbidden-header']],
    [{ allowedHeaders: ['Sec-Fetch-Mode'] }, ['allowedHeaders[0]: forbidden-header']],
    [{ allowedHeaders: ['proxy-authorization'] }, ['allowedHeaders[0]: forbidden-header']],
    [{ allowedHeaders: ['Access-Control-Allow-Origin'] }, ['allowedHeaders[0]: forbidden-header']],
    [{ allowedHeaders: ['Secret', 'Proximity', 'Hosted'] }, []],
    [
      { allowedHeaders: FORBIDDEN },
      FORBIDDEN.map((_, place) => `allowedHeaders[${place}]: forbidden-header`),
    ],
    [{ allowedHeaders: ['*', 'Authorization'] }, []],
    [{ allowedHeaders: ['*'], credentials: true }, []],
    [{ exposedHeaders: ['Set-Cookie'] }, ['exposedHeaders[0]: forbidden-header']],
    [{ exposedHeaders: ['set-cookie2'] }, ['exposedHeaders[0]: forbidden-header']],
    [{ exposedHeaders: ['Access-Control-Max-Age'] }, ['exposedHeaders[0]: forbidden-header']],
    [{ exposedHeaders: ['*'] }, []],
    [
      { exposedHeaders: ['*'], credentials: true },
      ['exposedHeaders[0]: wildcard-with-credentials'],
    ],
    [{ methods: ['GET', 'PUT'] }, []],
    [{ methods: ['*'] }, []],
    [{ methods: ['*'], credentials: true }, ['methods[0]: wildcard-with-credentials']],
    [{ methods: ['TRACE'] }, ['methods[0]: forbidden-method']],
    [{ methods: ['connect'] }, ['methods[0]: forbidden-method']],
    [{ methods: ['patch'] }, ['methods[0]: lower-case-method']],
    [{ methods: ['a b'] }, ['methods[0]: bad-method']],
    [{ methods: untypedNames([1]) }, ['methods[0]: bad-method']],
    [{ methods: untypedNames('GET') }, ['methods: bad-type']],
    [{ maxAge: -1 }, []],
    [{ maxAge: 0 }, []],
  ])('what is wrong in %j', (options, expected) => {
    expect(faultsOf({ origin: A, ...options })).toEqual(expected);
  });

  test('options that are not options', () => {
    const call = (options: unknown) => Reflect.apply(createCorsPolicy, undefined, [options]);
    expect(() => call(undefined)).toThrow(CorsConfigurationError);
    expect(() => call(null)).toThrow(CorsConfigurationError);
    expect(() => call('*')).toThrow(CorsConfigurationError);
    expect(() => call({ origin: A, orgin: B })).toThrow(/"orgin"/);
  });
});

describe('createCorsPolicy keeps what it was given', () => {
  test('when the array changes', async () => {
    const origin = [A];
    const policy = createCorsPolicy({ origin });
    origin[0] = B;
    origin.push('*');
    expect(policy.responseHeaders(await policy.decide(A))[ALLOW]).toBe(A);
    expect(policy.responseHeaders(await policy.decide(B))[ALLOW]).toBeUndefined();
  });

  test('when the array changes, also in what it explains', () => {
    const origin = [A];
    const policy = createCorsPolicy({ origin });
    origin[0] = B;
    expect(policy.explainRefusal('http://a.example').nearest?.value).toBe(JSON.stringify(A));
  });

  test('when the expression is compiled anew', async () => {
    const origin = /^https:\/\/a\.example$/;
    const policy = createCorsPolicy({ origin });
    origin.compile('.*');
    expect(policy.responseHeaders(await policy.decide(B))[ALLOW]).toBeUndefined();
  });

  test('when the header names change', async () => {
    const allowedHeaders = ['X-A'];
    const policy = createCorsPolicy({ origin: A, allowedHeaders });
    allowedHeaders.push('X-B');
    const headers = policy.preflightHeaders(await policy.decide(A));
    expect(headers['Access-Control-Allow-Headers']).toBe('X-A');
  });

  test.each(['', 'g', 'y', 'gy'])('with flags "%s" from one request to the next', async (flags) => {
    const origin = new RegExp('^https://a\\.example', flags);
    origin.lastIndex = 5;
    const policy = createCorsPolicy({ origin: [origin] });
    for (let i = 0; i < 3; i++) expect(policy.decide(A)).toEqual({ kind: 'allowed', origin: A });
  });

  test('a sticky expression goes on to match at the beginning only', async () => {
    expect(await allowed(/a\.example/y, A)).toBeUndefined();
    expect(await allowed(/https:..a\.example/y, A)).toBe(A);
  });

  test('an expression of another realm is one, also as an element', async () => {
    const foreign: RegExp = runInNewContext('/^https:\\/\\/a\\.example$/g');
    expect(foreign).not.toBeInstanceOf(RegExp);
    expect(await allowed(foreign, A)).toBe(A);
    expect(await allowed([foreign], B)).toBeUndefined();
  });

  test('an expression with a test() of its own is asked by its source', async () => {
    const origin = Object.assign(/^https:\/\/a\.example$/, { test: () => true });
    expect(await allowed(origin, B)).toBeUndefined();
  });
});

describe('an origin function', () => {
  afterEach(() => void vi.useRealTimers());

  const twice =
    (first: Parameters<OriginCallback>, second: Parameters<OriginCallback>) =>
    (_: string | undefined, cb: OriginCallback): void => {
      cb(...first);
      cb(...second);
    };
  const decided: [string, OriginFunction, string | undefined][] = [
    ['true by callback', (_: string | undefined, cb: OriginCallback) => cb(null, true), A],
    ['later, by callback', (_, cb: OriginCallback) => void setTimeout(cb, 1, null, true), A],
    ['false by callback', (_, cb: OriginCallback) => cb(null, false), undefined],
    ['nothing by callback', (_, cb: OriginCallback) => cb(null), undefined],
    ['twice: the first counts', twice([null], [null, true]), undefined],
    ['twice, an error last', twice([null, true], [new Error('x')]), A],
    ['by callback, async', async (_: string | undefined, cb: OriginCallback) => cb(null, true), A],
    ['true', () => true, A],
    ['a promise of true', async () => true, A],
    ['undefined', () => undefined, undefined],
    ['undefined, given the origin', (_: string | undefined) => undefined, undefined],
    ['a promise of undefined', async (_: string | undefined) => undefined, undefined],
    ['null', () => null, undefined],
    ['false', () => false, undefined],
    ['its own string', () => A, A],
    ['another string', () => B, undefined],
    ['"*"', () => '*', '*'],
    ['an expression', () => /^https:\/\/a\./, A],
    ['an array', async () => [B, /^https:\/\/a\./], A],
    ['an empty array', () => [], undefined],
  ];
  test.each(decided)('answers %s', async (_, origin, expected) => {
    expect(await allowed(origin, A)).toBe(expected);
  });

  const failing: [string, unknown, RegExp][] = [
    ['an error by callback', (_: string, cb: OriginCallback) => cb(new Error('ouch')), /ouch/],
    ['an error after nothing', (_: string, cb: OriginCallback) => cb('ouch', true), /ouch/],
    [
      'a throw',
      () => {
        throw new Error('ouch');
      },
      /ouch/,
    ],
    ['a rejection', () => Promise.reject(new Error('ouch')), /ouch/],
    ['an async rejection', async (_: string, _cb: unknown) => Promise.reject('ouch'), /ouch/],
    ['a number', () => 42, /42, a number/],
    ['an object', () => ({}), /an Object/],
    ['a Set', async () => new Set([A]), /a Set/],
    ['a boxed boolean', () => Object(false), /a Boolean/],
    ['a function', () => () => true, /a function/],
    ['an array of a number', () => [A, 1], /a list/],
    [
      'an expression that is too large',
      () => /([a-z0-9]{1,60}-?){1,90}\.com$/,
      /cannot be used: its counted repetitions/,
    ],
  ];
  test.each(failing)('fails with %s', async (_, origin, message) => {
    const policy = createCorsPolicy({ origin: untyped(origin) });
    await expect(policy.decide(A)).rejects.toThrow(OriginFunctionError);
    const error: unknown = await Promise.resolve(policy.decide(A)).catch((fault) => fault);
    const { cause } = error instanceof Error ? error : {};
    expect(cause instanceof Error ? cause.message : cause).toMatch(message);
    // A framework may send the message or the stack to the caller.
    expect(String(error)).toBe(`OriginFunctionError: The origin function failed for "${A}"`);
  });

  test('fails when it gives no answer in time, and a late answer does nothing', async () => {
    vi.useFakeTimers();
    let late: OriginCallback = () => {};
    const policy = createCorsPolicy({
      origin: (_: string | undefined, cb: OriginCallback) => {
        late = cb;
      },
    });
    const decision = Promise.resolve(policy.decide(A));
    const failed = expect(decision).rejects.toThrow(OriginFunctionError);
    await vi.advanceTimersByTimeAsync(5_000);
    await failed;
    late(null, true);
    await failed;
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await createCorsPolicy({ origin: () => true }).decide(A);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, OriginSetting, 'allowed' | 'refused']>([
    [
      'with two parameters may answer later',
      (_, callback) => void setImmediate(callback, null, true),
      'allowed',
    ],
    ['with two parameters may return its answer', async (_origin, _callback) => true, 'allowed'],
    ['with two parameters may return no as well', (_origin, _callback) => false, 'refused'],
    [
      'with one parameter that returns nothing refuses',
      (_origin: string | undefined) => undefined,
      'refused',
    ],
    ['that returns null refuses', () => null, 'refused'],
  ])('%s', async (_, origin, kind) => {
    expect(await createCorsPolicy({ origin }).decide(A)).toMatchObject({ kind });
  });

  describe('with credentials', () => {
    const plain = 'http://a.example';
    test.each<[OriginDecision, string | undefined, boolean]>([
      [true, A, true],
      [A, A, true],
      [B, A, false],
      [[A, B], A, true],
      [/^https:\/\/a\.example$/, A, true],
      [true, 'http://localhost:3000', true],
      ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', true],
      [true, 'capacitor://localhost', true],
      [true, 'https://mine.vercel.app', true],
      [true, 'null', false],
      ['null', 'null', false],
      [['null', A], 'null', false],
      [['null', A], A, false],
      [true, plain, false],
      [plain, plain, false],
      [[plain, A], A, false],
      ['*', A, false],
      ['*', undefined, false],
      [['*'], A, false],
      [/./, A, false],
      [/^https?:\/\/a\.example$/, A, false],
      [/^https:\/\/[a-z]+\.vercel\.app$/, 'https://mine.vercel.app', false],
      [[/example$/], A, false],
      [true, undefined, false],
    ])('an answer of %s to %s: a grant is %s', async (decision, asking, isGranted) => {
      const policy = createCorsPolicy({ origin: () => decision, credentials: true });
      // Judged twice: the second time, from memory.
      for (const made of [await policy.decide(asking), await policy.decide(asking)]) {
        expect(made.kind).toBe(isGranted ? 'allowed' : 'refused');
        const isJudged = !isGranted && asking !== undefined && decision !== B;
        if (isJudged) expect(made).toHaveProperty('note', expect.stringMatching(/grants nothing/));
      }
      const open = createCorsPolicy({ origin: () => decision });
      expect((await open.decide(asking)).kind).not.toBe(isGranted ? 'refused' : undefined);
    });
  });

  test('is not proved, which is a warning with credentials', () => {
    const origin = () => true;
    const codes = createCorsPolicy({ origin, credentials: true }).warnings.map(({ code }) => code);
    expect(codes).toEqual(['function-not-proved']);
    expect(createCorsPolicy({ origin }).warnings).toEqual([]);
  });

  test.each<[object, RegExp]>([
    [{ optionsSuccessStatus: 204 }, /"optionsSuccessStatus": .* always answered with 200\.$/],
    [{ preflightContinue: true }, /"preflightContinue": .* a preflight is answered here/],
    [{ delegator: () => {} }, /"delegator": .* its third argument is the request\.$/],
    [{ allowMethods: ['PUT'] }, /"allowMethods": .* Use methods\.$/],
    [{ anything: 1 }, /"anything": .* Use origin, credentials, methods,/],
    [{ methods: 'GET,POST' }, /methods "GET,POST": .* Use \["GET", "POST"\]\.$/],
    [{ allowedHeaders: 'X-A, X-B' }, /allowedHeaders "X-A, X-B": .* Use \["X-A", "X-B"\]\.$/],
    [{ exposedHeaders: 'ETag' }, /exposedHeaders "ETag": .* Use \["ETag"\]\.$/],
    [{ methods: '' }, /methods "": it must be an array of names\.$/],
  ])('what other libraries have, as in %j, is told what to do instead', (options, message) => {
    expect(() => createCorsPolicy({ origin: A, ...options })).toThrow(message);
  });

  test('gets the request as its third argument', async () => {
    const seen: unknown[] = [];
    const origin: OriginSetting = (_origin, callback, request) => {
      seen.push(request);
      callback(null, true);
    };
    await createCorsPolicy({ origin }).decide(A, 'the request');
    expect(seen).toEqual(['the request']);
  });

  test('is not bothered by a rejection after its callback', async () => {
    const origin = (_: string | undefined, cb: OriginCallback) => {
      cb(null, true);
      return Promise.reject(new Error('too late'));
    };
    expect(await allowed(untyped(origin), A)).toBe(A);
  });

  test('gets the Origin as sent, undefined without, and never what is not an origin', async () => {
    const seen: (string | undefined)[] = [];
    const origin = (asking: string | undefined) => seen.push(asking) > 0;
    for (const asking of [A, undefined, 'null', `${A}/`, '*', 'x'.repeat(2_000)]) {
      await allowed(origin, asking);
    }
    expect(seen).toEqual([A, undefined, 'null']);
  });

  test('that answers true without an Origin has nothing to reflect', async () => {
    expect(await answer({ origin: () => true }, undefined)).toEqual({ Vary: 'Origin' });
  });
});

describe('properties', () => {
  const runs = { numRuns: 3_000 };
  // Expressions are linted for every policy.
  const fewerRuns = { numRuns: 400 };

  test('a string grants to no origin but itself', () => {
    fc.assert(
      fc.property(someOrigin, anyHeader, (origin, asking) => {
        const { kind } = firstDecision(origin, asking);
        expect(kind).toBe(asking === origin ? 'allowed' : 'refused');
      }),
      runs,
    );
  });

  test('an array of strings grants to no origin it does not contain', () => {
    fc.assert(
      fc.property(fc.array(someOrigin), anyHeader, (origins, asking) => {
        const { kind } = firstDecision(origins, asking);
        expect(kind).toBe(origins.includes(asking) ? 'allowed' : 'refused');
      }),
      runs,
    );
  });

  const setting = fc.oneof(
    fc.constantFrom<OriginSetting>(true, false, '*', /./, /example/, []),
    someOrigin,
    fc.array(fc.oneof(someOrigin, fc.constantFrom('*', 'null', /\.test$/, /^null$/))),
  );
  const header = fc.option(anyHeader, { nil: undefined });

  test('the header is "*" or exactly the one origin that asks', () => {
    fc.assert(
      fc.property(setting, header, (origin, asking) => {
        const value = answerHeaders(origin, asking)[ALLOW];
        if (value === undefined || value === '*') return;
        expect(value).toBe(asking);
        expect(isSerializedOrigin(value)).toBe(true);
      }),
      fewerRuns,
    );
  });

  test('Vary names Origin wherever two origins get different answers', () => {
    fc.assert(
      fc.property(setting, header, header, (origin, asking, other) => {
        const [one, two] = [answerHeaders(origin, asking), answerHeaders(origin, other)];
        if (one[ALLOW] === two[ALLOW]) return;
        expect([one.Vary, two.Vary]).toEqual(['Origin', 'Origin']);
      }),
      fewerRuns,
    );
  });

  function answerHeaders(origin: OriginSetting, asking: string | undefined) {
    const policy = createCorsPolicy({ origin });
    const decision = policy.decide(asking);
    if (decision instanceof Promise) throw new Error('not for these settings');
    return policy.responseHeaders(decision);
  }

  function firstDecision(origin: OriginSetting, asking: string) {
    const decision = createCorsPolicy({ origin }).decide(asking);
    if (decision instanceof Promise) throw new Error('not for these settings');
    return decision;
  }
});

describe('createCorsPolicy under the collected cases', () => {
  const cases: readonly CorsCase[] = JSON.parse(readCases('cors.json'));

  test.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const policy = createCorsPolicy({ origin: readSetting(each.config.origin) });
    for (const request of [...(each.before ?? []), ...Array(each.repeat ?? 1).fill(each.request)]) {
      const { method, headers }: CorsRequest = request;
      const decision = policy.decide(headers.Origin);
      if (each.expect.status === 500) {
        await expect(decision).rejects.toThrow(OriginFunctionError);
        return;
      }
      const isPreflight = method === 'OPTIONS' && 'Access-Control-Request-Method' in headers;
      const sent = isPreflight
        ? policy.preflightHeaders(await decision, headers['Access-Control-Request-Headers'])
        : policy.responseHeaders(await decision);
      if (request === each.request) checkHeaders(sent, each.expect.headers);
    }
  });
});

interface CorsRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CorsCase {
  readonly name: string;
  readonly config: { readonly origin: unknown };
  readonly request: CorsRequest;
  readonly before?: readonly CorsRequest[];
  readonly repeat?: number;
  readonly expect: { readonly status?: number; readonly headers: ExpectedHeaders };
}

interface ExpectedHeaders {
  readonly present: Readonly<Record<string, string | { readonly tokens: readonly string[] }>>;
  readonly absent: readonly string[];
  readonly lacksTokens?: Readonly<Record<string, readonly string[]>>;
}

function checkHeaders(sent: Readonly<Record<string, string>>, expected: ExpectedHeaders): void {
  const headers = new Headers(sent);
  const tokens = (name: string) =>
    (headers.get(name) ?? '').split(',').map((token) => token.trim().toLowerCase());
  for (const [name, value] of Object.entries(expected.present)) {
    // Content-Length and the like are the server's, and tested there.
    if (!/^(access-control-|vary$)/.test(name)) continue;
    if (typeof value === 'string') expect(headers.get(name)).toBe(value);
    else
      expect(tokens(name)).toEqual(
        expect.arrayContaining(value.tokens.map((t) => t.toLowerCase())),
      );
  }
  for (const name of expected.absent) expect(headers.has(name), name).toBe(false);
  for (const [name, lacking] of Object.entries(expected.lacksTokens ?? {})) {
    for (const token of lacking) expect(tokens(name)).not.toContain(token.toLowerCase());
  }
}

/** The setting that a case writes in JSON. */
function readSetting(value: unknown): OriginSetting {
  if (Array.isArray(value)) return untyped(value.map(readSetting));
  if (typeof value !== 'object' || value === null) return untyped(value);
  if ('$regexp' in value) {
    const { source, flags } = Object(value.$regexp);
    return new RegExp(source, flags);
  }
  const fn = '$fn' in value ? Object(value.$fn) : {};
  const callback =
    (answerWith: (cb: OriginCallback, asking: string | undefined) => void) =>
    (asking: string | undefined, cb: OriginCallback): void => {
      setTimeout(() => answerWith(cb, asking), fn.delayMs ?? 0);
    };
  switch (fn.kind) {
    case 'callback':
      return callback((cb) => cb(fn.error ? new Error(fn.error) : null, fn.result));
    case 'allowlist':
      return callback((cb, asking) => cb(null, fn.allow.includes(asking)));
    case 'twice':
      return callback((cb) => {
        cb(null, fn.first);
        cb(null, fn.second);
      });
    case 'throw':
      return () => {
        throw new Error(fn.error);
      };
    case 'promise':
      return () => (fn.error ? Promise.reject(new Error(fn.error)) : Promise.resolve(fn.result));
    default:
      throw new Error(`no such function: ${fn.kind}`);
  }
}
