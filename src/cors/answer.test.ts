import { describe, expect, test, vi } from 'vitest';
import { addToVary, answerCors } from './answer.ts';
import { fetchCors } from './fetch.ts';
import {
  createCorsPolicy,
  describeOrigin,
  explainOrigin,
  explainRefusal,
  isSerializedOrigin,
  lintOptions,
  localNetworkNote,
  parseOriginText,
} from './index.ts';
import { nodeCors } from './node.ts';

const A = 'https://a.example';
const policy = createCorsPolicy({ origin: A });

describe('answerCors', () => {
  test.each<[string, string | undefined, string | undefined, boolean]>([
    ['OPTIONS', A, 'GET', true],
    ['OPTIONS', 'https://b.example', 'GET', true],
    ['OPTIONS', A, '', true],
    ['OPTIONS', undefined, 'GET', false],
    ['OPTIONS', A, undefined, false],
    ['GET', A, 'GET', false],
    ['options', A, 'GET', false],
  ])('%s from %s asking for %s is a preflight: %s', async (method, origin, requestMethod, is) => {
    const request = { method, origin, requestMethod, requestHeaders: undefined };
    const { isPreflight, headers } = await answerCors(policy, request);
    expect(isPreflight).toBe(is);
    expect('Access-Control-Allow-Methods' in headers).toBe(is && origin === A);
  });
});

test('a response has only the headers that its policy needs', async () => {
  const request = { method: 'GET', origin: A, requestMethod: undefined, requestHeaders: undefined };
  const allowed = { 'Access-Control-Allow-Origin': A, Vary: 'Origin' };
  for (const [options, more] of [
    [{}, {}],
    [{ exposedHeaders: [] }, {}],
    [{ exposedHeaders: ['ETag'] }, { 'Access-Control-Expose-Headers': 'ETag' }],
    [{ credentials: true }, { 'Access-Control-Allow-Credentials': 'true' }],
  ] as const) {
    const { headers } = await answerCors(createCorsPolicy({ origin: A, ...options }), request);
    expect(headers).toEqual({ ...allowed, ...more });
  }
});

test('null means a missing header, as from headers.get', async () => {
  const asking = Object({ method: 'OPTIONS', origin: null, requestMethod: null });
  const preflight = Object({
    method: 'OPTIONS',
    origin: A,
    requestMethod: 'GET',
    requestHeaders: null,
  });
  for (const origin of [true, A, ['https://*.b.example']]) {
    const lenient = createCorsPolicy({ origin });
    expect(await answerCors(lenient, asking)).toMatchObject({
      decision: { kind: 'refused' },
      isPreflight: false,
    });
  }
  expect(await answerCors(policy, preflight)).toMatchObject({ isPreflight: true });
});

test('a missing header may be null', () => {
  expect(Reflect.apply(policy.decide, null, [null])).toEqual({ kind: 'refused' });
  expect(Reflect.apply(explainRefusal, null, [policy, null]).reason).toBe('no-origin');
  const headers = Reflect.apply(policy.preflightHeaders, null, [policy.decide(A), null]);
  expect(headers).toEqual(policy.preflightHeaders({ kind: 'allowed', origin: A }));
});

describe('arguments of the wrong type are reported', () => {
  const options = Object({ origin: A });
  const request = Object(new Request('https://b.example'));
  const wrong = Object('text');
  const url = Object(new URL(A));
  const nodeAsked = (headers: unknown, next: unknown = () => {}) => {
    const response = { setHeader: () => response, hasHeader: () => true, getHeader: () => '' };
    return Reflect.apply(nodeCors(policy), null, [{ headers }, response, next]);
  };
  test.each<[string, string, () => unknown]>([
    ['options', 'an object as a CORS policy: use createCorsPolicy', () => nodeCors(options)],
    [
      'two arguments',
      '5 as an extra argument: use only the documented ones',
      () => Reflect.apply(nodeCors, null, [policy, 5]),
    ],
    [
      'two arguments for createCorsPolicy',
      '5 as an extra argument',
      () => Reflect.apply(createCorsPolicy, null, [{ origin: A }, 5]),
    ],
    ['options for fetchCors', 'as a CORS policy', () => fetchCors(options, () => new Response())],
    ['an application', 'as a function: use one such as app', () => fetchCors(policy, options)],
    [
      'a log that is not a function',
      'as a function',
      () => fetchCors(policy, () => new Response(), options),
    ],
    ['a context', 'undefined as a response', () => Reflect.apply(nodeCors(policy), null, [{}])],
    ['a Request', 'a Request as a request: use { method', () => answerCors(policy, request)],
    [
      'its Headers',
      "a Headers as a request's headers",
      () => nodeAsked(new Headers({ origin: A })),
    ],
    ['a Map', "a Map as a request's headers", () => nodeAsked(new Map([['origin', A]]))],
    [
      'misspelled parts',
      '"Origin" as a part of a request: use method, origin',
      () => answerCors(policy, Object({ method: 'GET', origin: A, Origin: A })),
    ],
    [
      'three arguments for answerCors',
      '5 as an extra argument',
      () => Reflect.apply(answerCors, null, [policy, { method: 'GET' }, 5]),
    ],
    [
      'two arguments for describeOrigin',
      '"b" as an extra',
      () => Reflect.apply(describeOrigin, null, [A, 'b']),
    ],
    [
      'a URL for localNetworkNote',
      "a URL as a page's origin: use",
      () => localNetworkNote(url, 'localhost'),
    ],
    [
      'two arguments for lintOptions',
      '5 as an extra',
      () => Reflect.apply(lintOptions, null, [{ origin: A }, 5]),
    ],
    [
      'no decision',
      'undefined as a decision: use await policy.decide(origin).',
      () => Reflect.apply(policy.responseHeaders, null, []),
    ],
    [
      'a promise as a decision',
      'a Promise as a decision',
      () => policy.preflightHeaders(Object(Promise.resolve())),
    ],
    ['no request', "undefined as a request's headers", () => nodeAsked(undefined)],
    ['5 as next', '5 as `next`: use a function', () => nodeAsked({}, 5)],
    ['a URL for decide', 'a URL as an origin: use a string', () => policy.decide(url)],
    [
      'a URL for explainRefusal',
      'a URL as an origin: use a string',
      () => explainRefusal(policy, url),
    ],
    [
      'four arguments for fetchCors',
      '5 as an extra argument',
      () => Reflect.apply(fetchCors, null, [policy, () => new Response(), () => {}, 5]),
    ],
    [
      'a String object for explainOrigin',
      'a String object as an origin',
      () => explainOrigin(A, wrong),
    ],
    ['options for explainRefusal', 'as a CORS policy', () => explainRefusal(options, A)],
  ])('%s', async (_, message, call) => {
    await expect(async () => call()).rejects.toThrow(message);
  });

  test.each<[string, string, () => unknown]>([
    ['undefined as an answer: use a Response', 'no answer', () => undefined],
    ['an object as an answer', 'options of a Response', () => ({ status: 200, headers: {} })],
    ['"text" as an answer', 'a string', () => 'text'],
  ])('says "%s" if a handler returns %s', async (message, _, handle) => {
    const log = vi.fn();
    const cors: (request: Request) => Promise<Response> = Reflect.apply(fetchCors, null, [
      policy,
      handle,
      log,
    ]);
    expect((await cors(new Request('https://b.example'))).status).toBe(500);
    expect(String(log.mock.lastCall)).toContain(message);
    expect((await cors(options)).status).toBe(500);
    expect(String(log.mock.lastCall)).toContain('an object as a request: use a Request');
    const ofMap = Object({ method: 'GET', headers: new Map([['Origin', A]]) });
    expect((await cors(ofMap)).status).toBe(500);
    expect(String(log.mock.lastCall)).toContain('an object as a request: use a Request');
  });

  test('a missing header is not an origin, and undefined is not a setting', () => {
    expect([undefined, null].map((one) => Reflect.apply(isSerializedOrigin, null, [one]))).toEqual([
      false,
      false,
    ]);
    expect(Reflect.apply(parseOriginText, null, [])).toMatchObject({
      fault: {
        message:
          'Cannot use origin undefined: it is undefined. Use a string such as https://app.example.com.',
      },
    });
  });
});

test.each([
  ['', 'Origin', 'Origin'],
  ['Accept', 'Origin', 'Accept, Origin'],
  ['origin', 'Origin', 'Origin'],
  ['Accept,,Origin', 'Origin, Cookie', 'Accept, Origin, Cookie'],
  ['Accept, *', 'Origin', '*'],
])('addToVary of %j and %j is %j', (present, added, vary) => {
  expect(addToVary(present, added)).toBe(vary);
});
