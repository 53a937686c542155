import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { answerClientError } from '../../src/http/server/client-error.ts';
import type { HangUp } from '../../src/http/server/hang-up.ts';
import { HttpServer } from '../../src/http/server/http-server.ts';
import { inTurn } from '../../src/http/server/in-turn.ts';
import {
  DEFAULT_LIMITS,
  MAX_WAITING_REQUESTS,
  type ServerLimits,
} from '../../src/http/server/limits.ts';
import { PendingAnswers } from '../../src/http/server/pending-answers.ts';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { listening } from './listening.ts';
import { connectTo, countOf, exchange, get } from './raw.ts';
import { headerOf, send } from './send.ts';

const PAGE = 'http://localhost:3000';

async function startService(): Promise<string> {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
  });
  onTestFinished(() => foodLookup.close());
  return foodLookup.listen();
}

async function startServer(
  answer: RequestListener,
  limits: Partial<ServerLimits> = {},
  onHangUp?: (reason: HangUp) => void,
) {
  const server = new HttpServer(answer, {
    onHangUp,
    limits: { ...DEFAULT_LIMITS, ...limits },
    hostNames: { host: 'localhost', allowedHosts: [] },
  });
  onTestFinished(() => server.close());
  return { server, url: await server.listen('127.0.0.1', 0) };
}

test('requests in one write are answered one per turn, a few of them, and the connection is closed', async () => {
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
      inTurn((request, response) => {
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

test('a turn of the event loop has a few long requests, however many callers are busy', async () => {
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
  // Now all of them are accepted.
  for (const socket of sockets) socket.write(get('/first'));
  await answers();
  nextTurn();
  for (const [i, socket] of sockets.entries()) socket.write(get(`/${i}`));
  // The last one is whole, though its caller has closed its side meanwhile.
  sockets.at(-1)?.end();
  await answers();
  isOver = true;
  expect(order).toHaveLength(callers);
  // One in the poll of a turn, and one after it.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(4);
  await server.stop();
});

test('a connection that pipelines no more than a few requests is kept', async () => {
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

test('requests of usual length are all answered, however many are in one write', async () => {
  const { url } = await startServer((request, response) => response.end(request.url));
  const paths = Array.from({ length: 500 }, (_, i) => `/${i}?${'x'.repeat(150)}`);
  const last = get('/last', 'Connection: close');
  const answers = await exchange(url, paths.map((path) => get(path)).join('') + last);
  expect(countOf(answers, 'HTTP/1.1 200')).toBe(501);
  expect([...answers.matchAll(/(?<=\r\n\r\n)\/\d+\?x+/g)].map(String)).toEqual(paths);
});

test('a caller that pipelines and does not read has one answer made, and is hung up on', async () => {
  let answered = 0;
  const reasons: HangUp[] = [];
  let hangUp: () => void;
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const { url } = await startServer(
    (request, response) => {
      answered += 1;
      request.socket.once('close', hangUp);
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

test('a caller that reads slowly gets the whole answer', async () => {
  const { url } = await startServer(
    (_request, response) => response.end(Buffer.alloc(32 * 2 ** 20)),
    { stallTimeoutMs: 1_000 },
  );
  const socket = await connectTo(url);
  socket.write(get('/', 'Connection: close'));
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    // Longer in all than the time-out, but never idle for that long.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(bytes).toBeGreaterThan(32 * 2 ** 20);
});

test('PendingAnswers closes the connections that have held theirs longest', async () => {
  const size = 8 * 2 ** 20;
  const pending = new PendingAnswers(2.5 * size, 10_000);
  const url = await listening(
    createServer((_request, response) => {
      response.end(Buffer.alloc(size));
      pending.watch(response);
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
  // The newest are still served.
  for (const { socket } of sockets.slice(2)) {
    let bytes = 0;
    while (bytes < size) {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) await once(socket, 'readable');
      else bytes += chunk.length;
    }
  }
});

test('one connection more than there may be is closed when it opens', async () => {
  const { url } = await startServer((_request, response) => response.end(), { maxConnections: 1 });
  const first = await connectTo(url);
  const second = await connectTo(url);
  second.on('error', () => undefined);
  await once(second, 'close');
  first.write(get('/'));
  const [answer] = await once(first, 'data');
  expect(String(answer)).toContain('200 OK');
});

test('Expect: 100-continue in a pipelined request does not break the answer before it', async () => {
  const url = await startService();
  const search = '/api/food?q=egg';
  const answers = await exchange(url, get(search).repeat(2) + get(search, 'Expect: 100-continue'));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
});

test('another expectation makes no difference', async () => {
  const url = await startService();
  const headers = { Expect: 'the unexpected', Origin: PAGE };
  const response = await send(url, { path: '/api/food?q=egg', headers });
  expect(response.status).toBe(200);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
});

test('without Host, HTTP 1.1 gets 400 that a page can read, and HTTP 1.0 its answer', async () => {
  const url = await startService();
  const request = (version: string) =>
    `GET /api/food?q=egg HTTP/${version}\r\nOrigin: ${PAGE}\r\nConnection: close\r\n\r\n`;
  const refused = await exchange(url, request('1.1'));
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused.toLowerCase()).toContain(`access-control-allow-origin: ${PAGE}`);
  expect(refused).toMatch(/\{"error":"The header Host is missing"\}$/);
  expect(await exchange(url, request('1.0'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('Host twice gets 400 that a page can read', async () => {
  const url = await startService();
  const lines = ['Host: localhost', `Origin: ${PAGE}`, 'Connection: close'];
  const refused = await exchange(url, get('/api/food?q=egg', ...lines));
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toContain(`access-control-allow-origin: ${PAGE}`);
  expect(refused).toMatch(/\{"error":"The header Host is given twice"\}$/);
});

test('a name that is not of this machine gets 421 that a page can read, and no data', async () => {
  const url = await startService();
  const headers = { Host: 'rebound.example', Origin: PAGE };
  const response = await send(url, { path: '/api/food?q=egg', headers });
  expect(response.status).toBe(421);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
  expect(response.body).toContain('--allowed-hosts');
  expect((await send(url, { path: '/', headers })).status).toBe(421);
});

test('the bytes of another protocol cost an answer and no log line', async () => {
  const url = await startService();
  const http2 = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
  for (const bytes of [
    http2,
    'PRI / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '\x16\x03\x01\x02\r\n\r\n',
  ]) {
    const answer = await exchange(url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"error":"This is not an HTTP request"\}$/);
  }
});

test('CONNECT gets 405, and nothing after it is answered', async () => {
  const url = await startService();
  const connect = 'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n';
  const answer = await exchange(url, connect + get('/health/live') + 'x'.repeat(3_000));
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(answer).toContain('\r\nAllow: GET, HEAD, OPTIONS\r\nConnection: close\r\n');
  expect(answer).toMatch(
    /\{"error":"Method CONNECT is not allowed here: use GET, HEAD, OPTIONS"\}$/,
  );
  for (const before of [1, 3]) {
    const answers = await exchange(url, get('/health/live').repeat(before) + connect);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(before).fill('HTTP/1.1 200'));
  }
});

test('OPTIONS * is 200 with the methods there are', async () => {
  const url = await startService();
  const answer = await exchange(url, get('*', 'Connection: close').replace('GET', 'OPTIONS'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^allow: GET, HEAD, OPTIONS\r$/m);
});

test('every answer forbids sniffing', async () => {
  const url = await startService();
  for (const path of ['/', '/api/food?q=egg', '/api/food', '/api/none', '/none', '/api/%zz']) {
    const response = await send(url, { path, headers: { Origin: PAGE } });
    expect([path, headerOf(response, 'x-content-type-options')]).toEqual([path, 'nosniff']);
  }
});

test('stop answers what is under way, tells every connection to close, and loses no request', async () => {
  const answers: (() => void)[] = [];
  const { server, url } = await startServer((_request, response) => {
    answers.push(() => response.end('whole'));
  });
  const asked = Array.from({ length: 5 }, () => exchange(url, get('/')));
  while (answers.length < asked.length) await new Promise(setImmediate);
  const stopped = server.stop();
  await server.stopListening();
  await expect(connectTo(url)).rejects.toThrow('ECONNREFUSED');
  for (const answer of answers) answer();
  for (const answer of await Promise.all(asked)) {
    expect(answer).toContain('Connection: close');
    expect(answer).toMatch(/whole$/);
  }
  await stopped;
});

test('stop answers callers that wait to be accepted', async () => {
  const { server, url } = await startServer((_request, response) => response.end('whole'));
  const asked = Array.from({ length: 20 }, () => exchange(url, get('/')));
  // They connect now: the server has not had a turn since.
  await new Promise(process.nextTick);
  await server.stop();
  for (const answer of await Promise.all(asked)) expect(answer).toMatch(/whole$/);
});

test('a caller that was refused and keeps its side open is hung up on', async () => {
  const http = createServer().on('clientError', answerClientError);
  const url = new URL(await listening(http));
  const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const [accepted] = await once(http, 'connection');
  socket.resume().write('not HTTP\r\n\r\n');
  await once(accepted, 'close');
  expect(socket.readableEnded).toBe(true);
  expect(socket.writable).toBe(true);
});

test('what is not HTTP after requests under way has no answer, and ends the connection', async () => {
  for (const requests of [1, 3]) {
    const responses: ServerResponse[] = [];
    const refused: unknown[] = [];
    const http = createServer(inTurn((_request, response) => void responses.push(response)));
    http.on('clientError', answerClientError);
    http.on('clientError', (error) => refused.push(error));
    const received = exchange(
      await listening(http),
      `${get('/').repeat(requests)}not HTTP\r\n\r\n`,
    );
    while (refused.length === 0) await new Promise(setImmediate);
    for (let answered = 0; answered < requests; answered++) {
      while (responses.length <= answered) await new Promise(setImmediate);
      responses[answered]?.write('first,');
      responses[answered]?.end(' last.');
    }
    const answers = await received;
    expect(countOf(answers, 'HTTP/1.1 200')).toBe(requests);
    expect(countOf(answers, 'HTTP/1.1')).toBe(requests);
    expect(countOf(answers, 'Connection: close')).toBe(1);
  }
});

test('close while listen is under way leaves nothing that listens', async () => {
  for (const turns of [0, 1, 2, 3, 5]) {
    const server = new HttpServer((_request, response) => response.end(), {
      limits: DEFAULT_LIMITS,
      hostNames: { host: 'localhost', allowedHosts: [] },
    });
    const listened = server.listen('localhost', 0).catch((error) => error);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await server.close();
    const outcome = await listened;
    if (outcome instanceof Error)
      expect(outcome.message).toContain('it was closed in the meantime.');
    else await expect(fetch(outcome)).rejects.toThrow('fetch failed');
    expect(server.addresses).toEqual([]);
  }
});

test('a port in use on either address of localhost cannot be listened on', async () => {
  const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
  for (const address of addresses) {
    const taken = createServer().listen(0, address);
    onTestFinished(() => void taken.close());
    const isThere = await once(taken, 'listening').then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const bound = taken.address();
    const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
    const other = new HttpServer(() => undefined, {
      limits: DEFAULT_LIMITS,
      hostNames: { host: 'localhost', allowedHosts: [] },
    });
    await expect(other.listen('localhost', port)).rejects.toThrow('it is in use.');
    expect(other.addresses).toEqual([]);
  }
});

test('a server that is closed or stopped leaves nothing of itself in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  for (const end of ['close', 'stop'] as const) {
    const answer = await (async () => {
      const listener: RequestListener = (_request, response) => response.end();
      const server = new HttpServer(listener, {
        limits: DEFAULT_LIMITS,
        hostNames: { host: 'localhost', allowedHosts: [] },
      });
      await exchange(await server.listen('127.0.0.1', 0), get('/', 'Connection: close'));
      await server[end]();
      return new WeakRef(listener);
    })();
    for (let turn = 0; turn < 20 && answer.deref() !== undefined; turn++) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    expect(answer.deref()).toBe(undefined);
  }
});
