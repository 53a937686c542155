import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { createServer as createNetServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeGently } from '../../src/http/server/close-gently.ts';
import { HttpServer } from '../../src/http/server/http-server.ts';
import { DEFAULT_LIMITS } from '../../src/http/server/limits.ts';
import { readInSlices } from '../../src/http/server/read-in-slices.ts';
import { listening } from './listening.ts';
import { connectTo, exchange, get, over } from './raw.ts';

test('closeGently reads a little of what its caller still sends, and closes', async () => {
  const http = createNetServer((socket) => {
    socket.on('error', () => undefined);
    closeGently(socket);
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

test('what one connection sends at once is parsed in small slices, a few in each turn', async () => {
  const http = createServer((_request, response) => response.end());
  const turns: number[][] = [[]];
  http.on('connection', (socket) => {
    const [parse] = socket.listeners('data');
    const watched = (slice: Buffer) => {
      turns.at(-1)?.push(slice.length);
      parse?.(slice);
    };
    Object.defineProperty(watched, 'name', { value: parse?.name });
    socket.removeAllListeners('data').on('data', watched);
    readInSlices(socket);
  });
  const base = await listening(http);
  let isOver = false;
  const nextTurn = () => {
    turns.push([]);
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  // Node's own limit is 16 KiB of headers, of which few are needed here.
  const request = get('/', `X: ${'x'.repeat(12_000)}`).repeat(4) + get('/', 'Connection: close');
  await exchange(base, request);
  isOver = true;
  expect(turns.flat().reduce((sum, bytes) => sum + bytes)).toBe(request.length);
  expect(Math.max(...turns.flat())).toBe(1_024);
  const inTurns = turns.map((slices) => slices.reduce((sum, bytes) => sum + bytes, 0));
  expect(Math.max(...inTurns)).toBe(16_384);
});

test('a Node.js whose connections are read in another way is not used', async () => {
  expect(() => readInSlices(new Socket())).toThrow('use another version of Node.js');
  const server = new HttpServer(() => undefined, {
    limits: DEFAULT_LIMITS,
    hostNames: { host: 'localhost', allowedHosts: [] },
  });
  const emit = vi.spyOn(Server.prototype, 'emit').mockReturnValue(true);
  onTestFinished(() => emit.mockRestore());
  await expect(server.listen('127.0.0.1', 0)).rejects.toThrow('use another version of Node.js');
});
