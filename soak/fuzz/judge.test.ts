import { expect, test } from 'vitest';
import type { Answer } from '../answer-reader.ts';
import { faultsOf } from './judge.ts';
import type { ValidRequest } from './valid-request.ts';

const PAGE = 'https://app.example';

const REQUEST: ValidRequest = {
  bytes: Buffer.alloc(0),
  method: 'GET',
  statuses: [200],
  isApi: true,
  granted: PAGE,
  isPreflight: false,
  echo: undefined,
  isLast: false,
};

function answer(changes: Readonly<Record<string, string | undefined>> = {}, body = '[]'): Answer {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': PAGE,
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding, Origin',
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value]] as const],
  );
  return { status: 200, headers: new Map(lines), body: Buffer.from(body) };
}

test('faultsOf finds nothing wrong with the expected response', () => {
  expect(faultsOf(REQUEST, answer())).toEqual([]);
});

test.each([
  ['a status', { statuses: [400, 503] }, answer(), 'status 200 instead of 400 or 503'],
  [
    'a grant that is missing',
    {},
    answer({ 'access-control-allow-origin': undefined }),
    'wrong CORS headers',
  ],
  ['another origin', {}, answer({ 'access-control-allow-origin': '*' }), 'wrong CORS headers'],
  ['one grant too many', { granted: undefined }, answer(), 'access it must not grant'],
  ['a cache that mixes origins', {}, answer({ vary: 'Accept-Encoding' }), 'no Vary: Origin'],
  ['sniffing', {}, answer({ 'x-content-type-options': undefined }), 'no nosniff'],
  [
    'a preflight without methods',
    { isPreflight: true },
    answer(),
    'wrong Access-Control-Allow-Methods',
  ],
  ['half of an answer', {}, answer({}, '[{'), 'JSON that cannot be parsed'],
  ['a body that must be absent', { method: 'HEAD' }, answer(), 'a body'],
] as const)('faultsOf finds %s', (_name, changes, given, fault) => {
  expect(faultsOf({ ...REQUEST, ...changes }, given)).toContain(fault);
});
