import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  DEFAULT_LIMITS,
  type DisconnectReason,
  MAX_UNREAD_RESPONSE_BYTES,
  MAX_WAITING_REQUESTS,
  type ServerLimits,
} from '../../src/http/server/limits.ts';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { connectTo, countOf, exchange, get, over } from './raw.ts';
import { headerOf, send } from './send.ts';
import { startServer } from './start-server.ts';

async function start(options: FoodLookupOptions = {}): Promise<string> {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    ...options,
  });
  onTestFinished(() => foodLookup.close());
  return foodLookup.listen();
}

test('connections are kept open a little longer than proxies keep theirs', async () => {
  const response = await send(await start(), {
    path: '/api/food?q=egg',
    headers: { Connection: 'keep-alive' },
  });
  expect(headerOf(response, 'keep-alive')).toBe('timeout=65');
});

test('each timeout ends a connection that exceeds it, and no other', async () => {
  const reasons: DisconnectReason[] = [];
  const serve = async (limits: Partial<ServerLimits>) => {
    const onDisconnect = (reason: DisconnectReason) => reasons.push(reason);
    const { url } = await startServer((_, response) => response.end(), limits, onDisconnect);
    return url;
  };
  const request = await serve({ headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 });
  const [halfLine, halfHeaders, silence] = await Promise.all([
    exchange(request, 'GET / HTTP/1.1\r\nHost: loc'),
    exchange(request, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: h'),
    exchange(await serve({ keepAliveTimeoutMs: 1_000 }), get('/')),
  ]);
  for (const answer of [halfLine, halfHeaders])
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"The request took too long"/s);
  expect(silence).toMatch(/^HTTP\/1\.1 200 .*\nKeep-Alive: timeout=1\r\n/s);
  expect(countOf(silence, 'HTTP/1.1')).toBe(1);
  expect(reasons).toEqual(['timeout', 'timeout']);
});

test('bytes sent while the process was paused are read before the timeout applies', async () => {
  const { url } = await startServer((_request, response) => response.end('answered'), {
    keepAliveTimeoutMs: 10,
  });
  let socket: Socket;
  let begin: number;
  do {
    // On a busy machine, the connection may already have timed out.
    socket = await connectTo(url);
    begin = performance.now();
    socket.write(get('/first'));
    await once(socket, 'data');
  } while (performance.now() - begin > 900);
  socket.write(get('/second'));
  // Blocks for longer than the timeout plus the second that Node adds to it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('200 OK');
  // An idle connection is closed.
  await over(socket);
});

test('bytes that are not HTTP get 400, and the connection is closed', async () => {
  const { port } = new URL(await start());
  const socket = connect(Number(port), 'localhost');
  onTestFinished(() => void socket.destroy());
  socket.end('not http at all\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]);
  expect(JSON.parse(body)).toEqual({ error: 'This is not an HTTP request' });
});

test('many requests on one connection are answered in order', async () => {
  const { port } = new URL(await start());
  const socket = connect(Number(port), 'localhost');
  onTestFinished(() => void socket.destroy());
  const texts = ['egg', 'bread', 'milk', '', 'whole'];
  const last = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const lines = texts.map((q) => `GET /api/food?q=${q} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.end(lines.join('') + last);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const bodies =
    Buffer.concat(chunks)
      .toString()
      .match(/(?<=\r\n\r\n)[[{][^\r]*?(?=HTTP|$)/g) ?? [];
  const counts = bodies.slice(0, -1).map((body) => {
    const foods: unknown = JSON.parse(body);
    return Array.isArray(foods) ? foods.length : 'error';
  });
  expect(counts).toEqual([2, 1, 0, 'error', 1]);
});

test('the limits match the documents', () => {
  expect(DEFAULT_LIMITS).toEqual({
    maxConnections: 2_500,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    keepAliveTimeoutMs: 65_000,
    stallTimeoutMs: 10_000,
  });
  expect([MAX_WAITING_REQUESTS, MAX_UNREAD_RESPONSE_BYTES]).toEqual([10, 67_108_864]);
});
