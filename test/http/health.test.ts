import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { headerOf, send } from './send.ts';

async function start(options: FoodLookupOptions = {}) {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    ...options,
  });
  onTestFinished(() => foodLookup.close());
  return { foodLookup, url: await foodLookup.listen() };
}

test('/health/live and /health/ready answer balancers, by any name, without CORS', async () => {
  const { url } = await start();
  const headers = { Host: 'balancer.example', Origin: 'http://localhost:3000' };
  const live = await send(url, { path: '/health/live', headers });
  expect([live.status, JSON.parse(live.body)]).toEqual([200, { live: true }]);
  const ready = await send(url, { path: '/health/ready', headers });
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.body)).toEqual({
    ready: true,
    rows: 2,
    revision: expect.stringMatching(/^\w+$/),
    dataAgeSeconds: expect.any(Number),
    store: 'reachable',
  });
  for (const response of [live, ready]) {
    expect(headerOf(response, 'access-control-allow-origin')).toBeUndefined();
    expect(headerOf(response, 'cache-control')).toBe('no-store');
  }
});

test('stop makes it not ready at once, and serves on for the drain delay', async () => {
  const { foodLookup, url } = await start({ drainDelaySeconds: 1 });
  const stopped = foodLookup.stop();
  const ready = await send(url, { path: '/health/ready' });
  expect([ready.status, JSON.parse(ready.body)]).toMatchObject([503, { ready: false }]);
  expect((await send(url, { path: '/health/live' })).status).toBe(200);
  expect((await send(url, { path: '/api/food?q=egg' })).status).toBe(200);
  await stopped;
  await expect(send(url, { path: '/health/live' })).rejects.toThrow('ECONNREFUSED');
});

test('stop loses no request of 50 busy connections', async () => {
  const { foodLookup, url } = await start();
  const answered = Array<number>(50).fill(0);
  const clients = answered.map((_, client) =>
    searchUntilClosed(url, () => {
      answered[client] = (answered[client] ?? 0) + 1;
    }),
  );
  while (Math.min(...answered) < 3) await new Promise(setImmediate);
  await foodLookup.stop();
  expect(await Promise.all(clients)).toEqual(Array(50).fill('told to close'));
});

/** Searches over one connection, one request after the other, until the server says it closes it. */
async function searchUntilClosed(url: string, onAnswer: () => void): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const sent = request(`${url}/api/food?q=egg`, { agent });
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    if (!response.complete || response.statusCode !== 200) return 'a broken answer';
    onAnswer();
    if (response.headers.connection === 'close') return 'told to close';
  }
}

test('cacheControl is sent with searches and 304, and with nothing else', async () => {
  const { url } = await start({ cacheControl: 'public, max-age=60' });
  const found = await send(url, { path: '/api/food?q=egg' });
  expect(headerOf(found, 'cache-control')).toBe('public, max-age=60');
  const headers = { 'If-None-Match': headerOf(found, 'etag') };
  const held = await send(url, { path: '/api/food?q=egg', headers });
  expect([held.status, headerOf(held, 'cache-control')]).toEqual([304, 'public, max-age=60']);
  for (const path of ['/api/food', '/api/none', '/api/food?q=a&q=b']) {
    expect(headerOf(await send(url, { path }), 'cache-control')).toBeUndefined();
  }
});
