import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { createHealthHandlers } from './handlers.ts';
import { ROUTES } from './routes.ts';

test.each([
  ['a minute ago', -60_000, 60],
  ['in the future, by a clock that was put back', 60_000, 0],
])('the data was loaded %s', async (_, offset, seconds) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const loadedAt = new Date(Date.now() + offset);
  const handlers = createHealthHandlers({ size: 1, revision: 'a' }, () => ({
    isReady: true,
    loadedAt,
    isStoreReachable: true,
  }));
  const app = fastify();
  for (const [route, handler] of handlers) app.get(route.path, handler);
  const { dataAgeSeconds } = (await app.inject({ url: ROUTES.ready.path })).json();
  expect(dataAgeSeconds).toBe(seconds);
});
