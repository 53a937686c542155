import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { createHealthHandlers } from './handlers.ts';
import { ROUTES } from './routes.ts';

test.each([
  ['an hour ago', -3_600_000, 3_600, true, 200],
  ['in the future, since the clock was set back', 60_000, 0, false, 503],
])('the data was loaded %s', async (_, offset, seconds, isReady, status) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const loadedAt = new Date(Date.now() + offset);
  const handlers = createHealthHandlers({ size: 1, revision: 'a' }, () => ({
    isReady,
    loadedAt,
    isStoreReachable: true,
  }));
  const app = fastify();
  for (const [route, handler] of handlers) app.get(route.path, handler);
  const { statusCode, headers, ...response } = await app.inject({ url: ROUTES.ready.path });
  expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
  expect(response.json()).toMatchObject({ ready: isReady, rows: 1, dataAgeSeconds: seconds });
});
