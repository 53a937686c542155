import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type DisconnectReason, MAX_WAITING_REQUESTS } from '../../src/http/server/limits.ts';
import { pipelined } from '../../src/http/server/pipelining.ts';
import { limitUnread } from '../../src/http/server/unread-responses.ts';
import { listening } from './listening.ts';
import { connectTo, countOf, exchange, get } from './raw.ts';
import { startServer } from './start-server.ts';

test('a few requests in one write are answered, one per turn, then the connection is closed', async () => {
  const turns: number[] = [];
  const answered: string[] = [];
  let turn = 0;
  let isOver = false;
  const nextTurn = () => {
    turn++;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const url = await listening(
    createServer(
      pipelined((request, response) => {
        answered.push(request.url ?? '');
        turns.push(turn);
        response.end(request.url);
      }),
    ),
  );
  const paths = Array.from({ length: 900 }, (_, i) => `/${i}`);
  const answers = await exchange(url, paths.map((path) => get(path)).join(''));
  isOver = true;
  expect(countOf(answers, 'HTTP/1.1 200')).toBe(1 + MAX_WAITING_REQUESTS);
  expect(countOf(answers, 'Connection: close')).toBe(1);
  expect(answered).toEqual(paths.slice(0, 1 + MAX_WAITING_REQUESTS));
  expect(new Set(turns.slice(1)).size).toBe(MAX_WAITING_REQUESTS);
});

test('a turn of the event loop runs few long requests, however many callers are busy', async () => {
  const [callers, workMs] = [100, 2];
  const inTurns: number[] = [0];
  let isOver = false;
  const nextTurn = () => {
    inTurns.push(0);
    if (!isOver) setImmediate(nextTurn);
  };
  const order: string[] = [];
  const { server, url } = await startServer(({ url: path = '' }, response) => {
    const endMs = performance.now() + (path === '/first' ? 0 : workMs);
    while (performance.now() < endMs);
    response.end();
    if (path === '/first') return;
    inTurns.push((inTurns.pop() ?? 0) + 1);
    order.push(path);
  });
  const sockets = await Promise.all(Array.from({ length: callers }, () => connectTo(url)));
  const answers = () => Promise.all(sockets.map((socket) => once(socket, 'data')));
  // Once these are answered, all sockets have been accepted.
  for (const socket of sockets) socket.write(get('/first'));
  await answers();
  nextTurn();
  for (const [i, socket] of sockets.entries()) socket.write(get(`/${i}`));
  // The last response is complete, though its caller has already closed its side.
  sockets.at(-1)?.end();
  await answers();
  isOver = true;
  expect(order).toHaveLength(callers);
  // In a turn of the event loop, requests are answered twice: in the poll phase and after it.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(4);
  await server.stop();
});

test('a connection that pipelines only a few requests stays open', async () => {
  const { url } = await startServer((request, response) => response.end(request.url));
  const socket = await connectTo(url);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  for (const round of ['a', 'b', 'c']) {
    socket.write(Array.from({ length: 5 }, (_, i) => get(`/${round}${i}`)).join(''));
    while (!received.endsWith(`/${round}4`)) await once(socket, 'data');
  }
  expect(countOf(received, 'HTTP/1.1 200')).toBe(15);
  expect(received).not.toContain('Connection: close');
});

test('requests of normal length are all answered, however many are in one write', async () => {
  const { url } = await startServer((request, response) => response.end(request.url));
  const paths = Array.from({ length: 500 }, (_, i) => `/${i}?${'x'.repeat(150)}`);
  const last = get('/last', 'Connection: close');
  const answers = await exchange(url, paths.map((path) => get(path)).join('') + last);
  expect(countOf(answers, 'HTTP/1.1 200')).toBe(501);
  expect([...answers.matchAll(/(?<=\r\n\r\n)\/\d+\?x+/g)].map(String)).toEqual(paths);
});

test('a caller that pipelines and does not read gets one response, and is disconnected', async () => {
  let answered = 0;
  const reasons: DisconnectReason[] = [];
  let disconnect: () => void;
  const hungUp = new Promise<void>((resolve) => {
    disconnect = resolve;
  });
  const { url } = await startServer(
    (request, response) => {
      answered += 1;
      request.socket.once('close', disconnect);
      response.end(Buffer.alloc(8 * 2 ** 20));
    },
    { stallTimeoutMs: 200 },
    (reason) => reasons.push(reason),
  );
  const socket = await connectTo(url);
  socket.pause();
  socket.write(get('/').repeat(5));
  await hungUp;
  expect(answered).toBe(1);
  expect(reasons).toEqual(['not_read']);
});

test('a slow reader gets the whole response, even if that takes longer than the stall timeout', async () => {
  const size = 8 * 2 ** 20;
  /** Returns whether the whole response arrived, and how long reading took. */
  async function readSlowly(stallTimeoutMs: number) {
    const { url } = await startServer((_request, response) => response.end(Buffer.alloc(size)), {
      stallTimeoutMs,
    });
    const socket = await connectTo(url);
    socket.on('error', () => {}).write(get('/', 'Connection: close'));
    let bytes = 0;
    const begin = performance.now();
    for await (const chunk of socket) {
      bytes += chunk.length;
      // Takes longer than the timeout in all, but is never idle for that long.
      await setTimeout(stallTimeoutMs / 50);
    }
    return { isWhole: bytes > size, ms: performance.now() - begin };
  }
  // On a busy machine, a caller that gets no CPU looks like one that stalls.
  for (let stallTimeoutMs = 500; ; stallTimeoutMs *= 2) {
    const { isWhole, ms } = await readSlowly(stallTimeoutMs).catch(() => ({
      isWhole: false,
      ms: 0,
    }));
    if (isWhole && ms > stallTimeoutMs) return;
  }
});

test('limitUnread closes the connections with the oldest unsent responses', async () => {
  const size = 8 * 2 ** 20;
  const watchUnread = limitUnread(2.5 * size, 600_000);
  const url = await listening(
    createServer((_request, response) => {
      response.end(Buffer.alloc(size));
      watchUnread(response);
    }),
  );
  const sockets = [];
  for (let i = 0; i < 4; i++) {
    const socket = await connectTo(url);
    const closed = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
    socket.write(get('/'));
    await once(socket, 'readable');
    sockets.push({ socket, closed });
  }
  await Promise.all(
    sockets.slice(0, 2).map(({ socket, closed }) => {
      socket.resume();
      return closed;
    }),
  );
  // The newest connections are still served.
  for (const { socket } of sockets.slice(2)) {
    let bytes = 0;
    while (bytes < size) {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) await once(socket, 'readable');
      else bytes += chunk.length;
    }
  }
});
