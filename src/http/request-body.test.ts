import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disableBodyParsers, registerPost } from './request-body.ts';
import { ROUTES } from './routes.ts';

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
