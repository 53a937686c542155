import { describe, expect, test } from 'vitest';
import { addToVary, answerCors } from './answer.ts';
import { createCorsPolicy } from './policy.ts';

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
  ])('%s from %s asking for %s: a preflight is %s', async (method, origin, requestMethod, is) => {
    const request = { method, origin, requestMethod, requestHeaders: undefined };
    const { isPreflight, headers } = await answerCors(policy, request);
    expect(isPreflight).toBe(is);
    expect('Access-Control-Allow-Methods' in headers).toBe(is && origin === A);
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
