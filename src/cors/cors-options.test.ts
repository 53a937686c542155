import { describe, expect, test } from 'vitest';
import { CorsConfigurationError, type CorsOptions, createCorsPolicy } from './index.ts';
import { A, B, faultsOf, untyped, untypedNames } from './policy.case.ts';

/** https://fetch.spec.whatwg.org/#forbidden-request-header, and the obsolete Cookie2. */
const FORBIDDEN = [
  ...'Accept-Charset Accept-Encoding Access-Control-Request-Headers'.split(' '),
  ...'Access-Control-Request-Method Access-Control-Request-Private-Network Connection'.split(' '),
  ...'Content-Length Cookie Cookie2 Date DNT Expect Host Keep-Alive Origin Referer'.split(' '),
  ...'Set-Cookie Set-Cookie2 TE Trailer Transfer-Encoding Upgrade Via Proxy- Sec-'.split(' '),
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

  test('all faults together', () => {
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

  test.each([86_400, 1, 0, -1])('but not a maxAge of %s', (maxAge) => {
    expect(faultsOf({ origin: A, maxAge })).toEqual([]);
  });

  test.each([-2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 86_401])('a maxAge of %s', (maxAge) => {
    expect(faultsOf({ origin: A, maxAge })).toEqual(['maxAge: bad-max-age']);
  });

  test('a pattern for names under a public suffix', () => {
    // ovh.net belongs to OVH, but anybody can get a name under vps.ovh.net.
    for (const domain of ['github.io', 'github.io.', 'com.', 'ovh.net', 'ovh.net.']) {
      const origin = `https://*.${domain}`;
      expect(faultsOf({ origin }), origin).toEqual(['origin: pattern-public-suffix']);
    }
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
  ])('the faults in %j', (options, expected) => {
    expect(faultsOf({ origin: A, ...options })).toEqual(expected);
  });

  test.each<[object, RegExp]>([
    [{ optionsSuccessStatus: 204 }, /"optionsSuccessStatus": .* always answered with 200, /],
    [{ preflightContinue: true }, /"preflightContinue": .* OPTIONS request is passed on\.$/],
    [{ delegator: () => {} }, /"delegator": .* its third argument is the request\.$/],
    [{ allowMethods: ['PUT'] }, /"allowMethods": .* Use methods\.$/],
    [{ anything: 1 }, /"anything": .* Use origin, credentials, methods,/],
    [{ methods: 'GET,POST' }, /methods "GET,POST": .* Use \["GET", "POST"\]\.$/],
    [{ allowedHeaders: 'X-A, X-B' }, /allowedHeaders "X-A, X-B": .* Use \["X-A", "X-B"\]\.$/],
    [{ exposedHeaders: 'ETag' }, /exposedHeaders "ETag": .* Use \["ETag"\]\.$/],
    [{ methods: '' }, /methods "": it must be an array of names\.$/],
  ])('options of other libraries, as in %j, and names the equivalent here', (options, message) => {
    expect(() => createCorsPolicy({ origin: A, ...options })).toThrow(message);
  });

  test('values that are not options', () => {
    const call = (options: unknown) => Reflect.apply(createCorsPolicy, undefined, [options]);
    expect(() => call(undefined)).toThrow(CorsConfigurationError);
    expect(() => call(null)).toThrow(CorsConfigurationError);
    expect(() => call('*')).toThrow(CorsConfigurationError);
    expect(() => call({ origin: A, orgin: B })).toThrow(/"orgin"/);
  });
});
