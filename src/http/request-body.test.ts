import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RequestError } from '../errors/user-error.ts';
import { disableBodyParsers, parametersIn, registerPost } from './request-body.ts';
import { ROUTES } from './routes.ts';
import { MAX_PARAMETERS } from './server/request-limits.ts';

test('a body that takes too long gets 408', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = Fastify();
  disableBodyParsers(app);
  registerPost(app, '/', ROUTES.search, (request, reply) => void reply.send({ got: request.body }));
  const post = (payload: Readable) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const body = new Readable({ read: () => undefined });
  const answer = post(body);
  await app.ready();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  body.push('{"a":');
  vi.advanceTimersByTime(10_000);
  const { statusCode, json } = await answer;
  expect([statusCode, json()]).toEqual([408, { error: 'The body took more than 10 s' }]);
  const whole = await post(Readable.from(['{"a":', '1}']));
  expect(whole.json()).toEqual({ got: { a: 1 } });
  expect(vi.getTimerCount()).toBe(0);
});

test('an error thrown by the handler is answered even if the body has already arrived', async () => {
  const app = Fastify();
  disableBodyParsers(app);
  registerPost(app, '/', ROUTES.search, () => {
    throw new Error('broken');
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload: '{}' });
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { message: 'broken' }]);
});

test.each([
  [
    { 'content-type': 'text/plain' },
    '{}',
    415,
    'Content-Type is "text/plain": send application/json',
  ],
  [
    { 'content-type': 'application/jsonx' },
    '{}',
    415,
    'Content-Type is "application/jsonx": send application/json',
  ],
  [
    { 'content-type': 'application/json; charset="latin1"' },
    '{}',
    415,
    'The charset is "latin1": send utf-8',
  ],
  [
    { 'content-type': 'application/x-www-form-urlencoded' },
    '{}',
    415,
    'Content-Type is "application/x-www-form-urlencoded": send application/json',
  ],
  [
    { 'content-encoding': 'gzip' },
    '{}',
    415,
    'Content-Encoding is "gzip": send the body uncompressed',
  ],
  [
    { 'content-encoding': 'identity, br' },
    '{}',
    415,
    'Content-Encoding is "identity, br": send the body uncompressed',
  ],
  [{ 'content-length': '65537' }, '{}', 413, 'The body has more than 65536 bytes: send less'],
  [{}, '{', 400, 'The body is not JSON'],
  [{}, '[{'.repeat(250) + '['.repeat(1), 400, 'The body has more than 500 "[" and "{": send less'],
  [{}, '[{'.repeat(250), 400, 'The body is not JSON'],
  [
    { 'content-type': 'Application/JSON ; Charset=UTF8', 'content-encoding': 'Identity' },
    '[1]',
    200,
    [1],
  ],
])('a POST with %j, body %#, is answered', async (more, payload, status, answer) => {
  const app = Fastify();
  disableBodyParsers(app);
  registerPost(app, '/', ROUTES.search, (request, reply) => void reply.send(request.body));
  const headers = { 'content-type': 'application/json', ...more };
  const { statusCode, ...response } = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload,
  });
  const body = status === 200 ? answer : { error: answer };
  expect([statusCode, response.json()]).toEqual([status, body]);
});

test.each([
  [{ a: 1, b: ['x', null, true], c: null }, 'a=1&b=x&b=true&q=egg'],
  [{}, 'q=egg'],
  [[], 'The body must be a JSON object'],
  [null, 'The body must be a JSON object'],
  ['text', 'The body must be a JSON object'],
  [{ a: { b: 1 } }, '`a` must be a string, a number, or a list of these'],
  [{ a: ['x', []] }, '`a` must be a string, a number, or a list of these'],
])('the parameters in the body %j are %s', (body, parameters) => {
  const read = () => String(parametersIn(body, new URLSearchParams('q=egg')));
  if (parameters.includes('=')) expect(read()).toBe(parameters);
  else expect(read).toThrow(new RequestError(parameters));
});

test('a body has a limited number of parameters', () => {
  const withMembers = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, n) => [`p${n}`, n]));
  const none = new URLSearchParams();
  expect(String(parametersIn(withMembers(MAX_PARAMETERS), none)).split('&')).toHaveLength(
    MAX_PARAMETERS,
  );
  expect(() => parametersIn(withMembers(MAX_PARAMETERS + 1), none)).toThrow(
    `The body has more than ${MAX_PARAMETERS} members`,
  );
});
