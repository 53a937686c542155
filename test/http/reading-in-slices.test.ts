import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createNetServer, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { lingeringClose } from '../../src/http/server/pipelining.ts';
import { isReadingTarget, readInSlices } from '../../src/http/server/read-in-slices.ts';
import { listening } from './listening.ts';
import { connectTo, exchange, get, over } from './raw.ts';

test('lingeringClose reads a little more from its caller, then closes', async () => {
  const http = createNetServer((socket) => {
    socket.on('error', () => undefined);
    lingeringClose(socket);
  });
  const base = await listening(http);
  const accepted = once(http, 'connection');
  const socket = await connectTo(base);
  socket.on('error', () => undefined);
  socket.write(Buffer.alloc(16 * 2 ** 20));
  const [taken]: Socket[] = await accepted;
  if (taken === undefined) throw new Error('Nobody was accepted.');
  await over(taken);
  expect(taken.bytesRead).toBeLessThan(2 ** 20);
});

test('bytes sent at once are parsed in small slices, a few per turn', async () => {
  const http = createServer((_request, response) => response.end());
  const turns: number[][] = [[]];
  http.on('connection', (socket) => {
    socket.on('data', (slice) => turns.at(-1)?.push(slice.length));
    readInSlices(socket);
  });
  const base = await listening(http);
  let isOver = false;
  const nextTurn = () => {
    turns.push([]);
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  // Stays below Node's limit of 16 KiB of headers.
  const request = get('/', `X: ${'x'.repeat(12_000)}`).repeat(4) + get('/', 'Connection: close');
  await exchange(base, request);
  isOver = true;
  expect(turns.flat().reduce((sum, bytes) => sum + bytes)).toBe(request.length);
  expect(Math.max(...turns.flat())).toBe(1_024);
  const inTurns = turns.map((slices) => slices.reduce((sum, bytes) => sum + bytes, 0));
  expect(Math.max(...inTurns)).toBe(16_384);
});

test('a connection works if Node’s parser has another name, or is not the only listener', async () => {
  const http = createServer((request, response) => response.end(request.url));
  http.on('connection', (socket) => {
    const [parse] = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', () => undefined).on('data', (bytes) => parse?.(bytes));
    readInSlices(socket);
  });
  const answer = await exchange(await listening(http), get('/any', 'Connection: close'));
  expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\/any$/);
});

test.each([
  [['GET /eggs'], true],
  [['GET /eggs HTTP/1.1\r\n'], false],
  [['GET /eggs HTTP/1.1\n'], false],
  [['GET /eggs HTTP/1.1\r\nHost: ', 'a'], false],
  [[get('/eggs')], true],
  [['GET /eggs HTTP/1.1\r\nHost: ', 'a\r\n\r\nGET /mi'], true],
  [[`${get('/eggs')}GET /milk HTTP/1.1\r\nHost: a`], false],
  [[`${get('/eggs')}${get('/milk')}GET /te`], true],
])(
  'after %j, isReadingTarget returns whether a URL is incomplete: %s',
  async (parts, isReading) => {
    const socket = new Socket();
    readInSlices(socket);
    for (const part of parts) {
      socket.push(part);
      await expect.poll(() => socket.readableLength).toBe(0);
    }
    expect(isReadingTarget(socket)).toBe(isReading);
  },
);
