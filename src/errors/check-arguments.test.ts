import { expect, test } from 'vitest';
import {
  callbackFault,
  checkHeader,
  checkNodeCall,
  checkPolicy,
  checkRequest,
  exact,
  extraFault,
  type Fault,
  linesOf,
  mealFault,
  type OptionName,
  optionsFault,
  refuseExtra,
  requireTexts,
  textFault,
  textsFault,
} from './check-arguments.ts';

const option = (name: OptionName, value: unknown) => optionsFault({ [name]: value }, [name]);
const where = (...condition: unknown[]) => option('where', [condition]);

test.each<[Fault, Fault]>([
  [textFault('the key', '', "'1'"), undefined],
  [textFault('the key', 5, "'1'"), "Cannot use 5 as the key: use a string such as '1'."],
  [textsFault('the keys', [], "['1']"), undefined],
  [textsFault('the keys', 'a', "['1']"), `Cannot use "a" as the keys: use a list such as ['1'].`],
  [
    textsFault('the keys', ['a', 5, 6], "['1']"),
    "Cannot use 5 as one of the keys: use strings such as ['1'].",
  ],
  [mealFault(''), undefined],
  [mealFault(['2 eggs']), undefined],
  [mealFault([]), "Cannot use [] as the lines: use ['2 eggs']."],
  [mealFault(5), "Cannot use 5 as the lines: use a list such as ['2 eggs']."],
  [
    mealFault(Array(1)),
    "Cannot use undefined as one of the lines: use strings such as ['2 eggs'].",
  ],
  [optionsFault(undefined, ['lang']), undefined],
  [
    optionsFault(null, ['lang', 'limit']),
    'Cannot use null as options: use an object such as { limit: 5 }.',
  ],
  [
    optionsFault(new AbortController().signal, ['lang', 'limit']),
    'Cannot use an AbortSignal as options: use an object such as { limit: 5 }.',
  ],
  [
    optionsFault({ lang: 'es', limt: 3 }, ['lang', 'limit']),
    'Unknown option "limt". Use lang, limit.',
  ],
  [option('limit', undefined), undefined],
  ...[5, 5n, '5', true].map((value): [Fault, Fault] => [option('limit', value), undefined]),
  [option('limit', null), 'Cannot use null as `limit`: use a value such as 5.'],
  [option('fields', ['a']), undefined],
  [option('fields', [5]), "Cannot use 5 as one of `fields`: use strings such as ['sodium_mg']."],
  [option('signal', new AbortController().signal), undefined],
  [
    option('signal', new AbortController()),
    'Cannot use an AbortController as `signal`: use AbortSignal.timeout(5000).',
  ],
  [option('fetch', fetch), undefined],
  [option('fetch', 5), 'Cannot use 5 as `fetch`: use fetch.'],
  [
    option('where', 'a<1'),
    `Cannot use "a<1" as \`where\`: use a list such as [['kcal', '<', 100]].`,
  ],
  [
    option('where', ['a<1']),
    `Cannot use "a<1" as a condition of \`where\`: use a list such as ['kcal', '<', 100].`,
  ],
  [where('a', '<', 1), undefined],
  [where('!', 'a'), undefined],
  [where('!', 5), "Cannot use 5 as a column of `where`: use a string such as 'kcal'."],
  [where(5, '<', 1), "Cannot use 5 as a column of `where`: use a string such as 'kcal'."],
  [where('a', 5, 1), "Cannot use 5 as an operator of `where`: use a string such as '<'."],
  [where('a', '<'), 'Cannot use undefined as a value of `where`: use a value such as 100.'],
  [where('!', 'a', []), 'Cannot use [] as a value of `where`: use a value such as 100.'],
  [where('a', '<', 1, 6, 7), 'A condition of `where` does not take 6: leave it out.'],
  [extraFault('close()', []), undefined],
  [extraFault('close()', [undefined]), 'close() does not take undefined: leave it out.'],
  [callbackFault('stop()', ['SIGTERM', 15]), undefined],
  [callbackFault('stop()', [1, fetch]), 'stop() takes no callback: await it.'],
])('the fault %#: %s', (fault, expected) => {
  expect(fault).toBe(expected);
});

const { add } = exact({ add: (a: number, b: number) => a + b });
const isLong = (text: string) => text.length > 3;
const policy = { decide: fetch };
const form = ['an origin', isLong] as const;
const NODE = [{ headers: {} }, { setHeader: fetch }, fetch] as const;
const POLICY = 'use createCorsPolicy({ origin: "https://app.example.com" }).';
const PARTS = 'method, origin, requestMethod, requestHeaders, request';

test.each<[string, (...given: never[]) => unknown, readonly unknown[]]>([
  ['5 as an extra argument: use only the documented ones.', refuseExtra, [[5]]],
  ['undefined as an extra argument: use only the documented ones.', refuseExtra, [[undefined, 5]]],
  ['3 as an extra argument: use only the documented ones.', add, [1, 2, 3]],
  [
    '"abc" as an origin: use a string such as "https://app.example.com".',
    requireTexts,
    [['abc'], [form]],
  ],
  ['5 as an extra argument: use only the documented ones.', requireTexts, [['abcd', 5], [form]]],
  ['5 as requestMethod: use a string such as "GET".', checkHeader, [5, 'requestMethod']],
  ['5 as an origin: use a string such as "https://app.example.com".', checkHeader, [5]],
  [
    '"x" as the faults: use a list such as [{ where: "port", message: "It is in use." }].',
    linesOf,
    ['x'],
  ],
  [`undefined as a CORS policy: ${POLICY}`, checkPolicy, [undefined, []]],
  [`an object as a CORS policy: ${POLICY}`, checkPolicy, [{ origin: '*' }, []]],
  ['5 as an extra argument: use only the documented ones.', checkPolicy, [policy, [5]]],
  [`undefined as a request: use { ${PARTS} }.`, checkRequest, [undefined]],
  [
    `an object as a request: use { ${PARTS} }.`,
    checkRequest,
    [{ method: 'GET', headers: new Headers() }],
  ],
  [`"url" as a part of a request: use ${PARTS}.`, checkRequest, [{ method: 'GET', url: '/' }]],
  [
    '5 as requestHeaders: use a string such as "content-type, x-key".',
    checkRequest,
    [{ method: 'GET', requestHeaders: 5 }],
  ],
  [
    "undefined as a response: use Node's, such as Koa's context.res or Fastify's reply.raw, or fetchCors.",
    checkNodeCall,
    [NODE[0]],
  ],
  ["undefined as a request's headers: use those of Node.", checkNodeCall, [{}, NODE[1], fetch]],
  ['5 as `next`: use a function, or leave it out.', checkNodeCall, [NODE[0], NODE[1], 5]],
])('a TypeError says: Cannot use %s', (message, check, given) => {
  expect(() => Reflect.apply(check, undefined, given)).toThrow(
    new TypeError(`Cannot use ${message}`),
  );
});

test('if arguments are valid, the checks return them or nothing', () => {
  expect([
    add(1, 2),
    requireTexts(['abcd'], [form]),
    [undefined, null, ''].map((header) => checkHeader(header)),
    linesOf([{ a: 'x' }, { a: 'y' }], ({ a }) => a),
    refuseExtra([]),
    checkPolicy(policy, []),
    checkNodeCall(...NODE),
    checkRequest({ method: 'GET', ...{ origin: 'a' }, requestMethod: 'GET', requestHeaders: null }),
  ]).toEqual([3, ['abcd'], [undefined, undefined, ''], 'x\ny', ...Array(4).fill(undefined)]);
});
