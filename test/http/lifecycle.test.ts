import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';
import { BUNDLED_DATABASE } from '../../src/settings/bundled-foods.ts';
import { portOfTest } from '../port-of-test.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { connectTo, over } from './raw.ts';
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

test('/health/live and /health/ready answer load balancers, under any host name, without CORS', async () => {
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

test('after stop, the service reports not ready, but keeps serving for the drain delay', async () => {
  const paths = ['/health/ready', '/health/live', '/api/food?q=egg'];
  // If the machine is too busy to send all requests within the delay, the test repeats with a
  // longer one.
  for (let drainDelaySeconds = 1; ; drainDelaySeconds *= 2) {
    const { foodLookup, url } = await start({ drainDelaySeconds, port: await portOfTest() });
    const begin = performance.now();
    const stopped = foodLookup.stop();
    const asked = Promise.all(paths.map((path) => send(url, { path })));
    const answers = await asked.catch(() => []);
    const isInTime = performance.now() - begin < drainDelaySeconds * 1_000;
    await stopped;
    await expect(send(url, { path: '/health/live' })).rejects.toThrow('ECONNREFUSED');
    if (!isInTime) continue;
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ ready: false });
    return;
  }
});

test('stop loses no request of 50 busy connections', async () => {
  const { foodLookup, url } = await start();
  const answered = Array<number>(50).fill(0);
  const clients = answered.map((_, client) =>
    searchUntilClosed(url, () => {
      answered[client] = elementAt(answered, client) + 1;
    }),
  );
  while (Math.min(...answered) < 3) await new Promise(setImmediate);
  await foodLookup.stop();
  expect(await Promise.all(clients)).toEqual(Array(50).fill('told to close'));
  await expect(foodLookup.inject('/health/live')).rejects.toThrow('is closed');
});

test('stop called twice cuts off no request', async () => {
  const { foodLookup, url } = await start();
  const { port } = new URL(url);
  const socket = connect(Number(port), 'localhost');
  await once(socket, 'connect');
  // The first line of a request that is in progress during both calls.
  socket.write('GET /api/food?q=egg HTTP/1.1\r\n');
  await send(url, { path: '/health/live' });
  const stopped = [foodLookup.stop(), foodLookup.stop()];
  await new Promise(setImmediate);
  socket.write('Host: localhost\r\n\r\n');
  expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all(stopped);
});

test('close cuts off requests in progress', async () => {
  const { foodLookup, url } = await start();
  const socket = await connectTo(url);
  const received = vi.fn();
  socket.on('data', received).write('GET /api/food?q=egg HTTP/1.1\r\n');
  await send(url, { path: '/health/live' });
  const closed = foodLookup.close();
  await new Promise(setImmediate);
  socket.write('Host: localhost\r\n\r\n');
  await over(socket);
  expect(received).not.toHaveBeenCalled();
  await closed;
});

/**
 * Sends searches over one connection, one after another, until the server announces that it is
 * closing the connection.
 */
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

describe('compression', () => {
  const compressed = async (encoding: string, more: FoodLookupOptions = {}) => {
    const { url } = await start({ database: BUNDLED_DATABASE, compression: true, ...more });
    const ask = (headers: Record<string, string>, path = '/api/food?q=cheese') =>
      fetchRaw(url + path, { Origin: 'http://localhost:3000', ...headers });
    const plain = await ask({});
    const packed = await ask({ 'Accept-Encoding': encoding });
    return { ask, plain, packed };
  };

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends %s if it is accepted, at a third of the size', async (encoding, unpack) => {
    const { ask, plain, packed } = await compressed(encoding);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.body.length).toBeLessThan(plain.body.length / 3);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
    const byKey = await ask({}, '/api/foods?ids=01001');
    for (const { headers } of [plain, packed, byKey]) {
      expect(headers.vary).toBe('Origin, Accept-Encoding');
      expect(headers.etag).toMatch(/^W\/"/);
    }
    // The same response again: from the cache, then as 304.
    expect((await ask({ 'Accept-Encoding': encoding })).body.equals(packed.body)).toBe(true);
    const held = await ask({
      'Accept-Encoding': encoding,
      'If-None-Match': packed.headers.etag ?? '',
    });
    expect([held.status, held.headers.vary]).toEqual([304, 'Origin, Accept-Encoding']);
  });

  test('is off by default, and changes no header', async () => {
    const { packed } = await compressed('gzip', { compression: false });
    expect(packed.headers['content-encoding']).toBeUndefined();
    expect(packed.headers.vary).toBe('Origin');
    expect(packed.headers.etag).toMatch(/^"/);
  });
});

async function fetchRaw(url: string, headers: Record<string, string>) {
  const sent = request(url, { headers });
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('no answer');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('cacheControl is sent only with searches and 304s', async () => {
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
