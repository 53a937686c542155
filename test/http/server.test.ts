import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { HttpServer } from '../../src/http/server/http-server.ts';
import { DEFAULT_LIMITS } from '../../src/http/server/limits.ts';
import { answerClientError } from '../../src/http/server/node-server.ts';
import { pipelined } from '../../src/http/server/pipelining.ts';
import { portOfTest } from '../port-of-test.ts';
import { listening } from './listening.ts';
import { connectTo, countOf, exchange, get } from './raw.ts';
import { startServer } from './start-server.ts';

test('a connection beyond the limit is closed when it opens', async () => {
  const { url } = await startServer((_request, response) => response.end(), { maxConnections: 1 });
  const first = await connectTo(url);
  const second = await connectTo(url);
  second.on('error', () => undefined);
  await once(second, 'close');
  first.write(get('/'));
  const [answer] = await once(first, 'data');
  expect(String(answer)).toContain('200 OK');
});
test('stop completes requests in progress, tells every connection to close, and loses no request', async () => {
  const answers: (() => void)[] = [];
  const answer: RequestListener = (_request, response) => {
    answers.push(() => response.end('whole'));
  };
  const { server, url } = await startServer(answer, {}, undefined, {
    port: await portOfTest(),
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

test('stop answers callers that are waiting to be accepted', async () => {
  const { server, url } = await startServer((_request, response) => response.end('whole'));
  const asked = Array.from({ length: 20 }, () => exchange(url, get('/')));
  // The callers connect now, but the server has had no event loop turn since.
  await new Promise(process.nextTick);
  await server.stop();
  for (const answer of await Promise.all(asked)) expect(answer).toMatch(/whole$/);
});

test('a caller that closes its side after a request gets the response', async () => {
  const { url } = await startServer((_request, response) => {
    response.socket?.once('end', () => setImmediate(() => response.end('whole')));
  });
  const socket = await connectTo(url);
  socket.end(get('/', 'Connection: close'));
  expect(await text(socket)).toMatch(/whole$/);
});

test('a refused caller that keeps its side open is disconnected', async () => {
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

test('bytes that are not HTTP, after requests in progress, get no response and end the connection', async () => {
  for (const requests of [1, 3]) {
    const responses: ServerResponse[] = [];
    const refused: unknown[] = [];
    const http = createServer(pipelined((_request, response) => void responses.push(response)));
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

test('close during listen leaves no listener', async () => {
  for (const turns of [0, 1, 2, 3, 5]) {
    const server = new HttpServer((_request, response) => response.end(), {
      limits: DEFAULT_LIMITS,
      hostNames: { host: 'localhost', allowedHosts: [] },
    });
    const port = await portOfTest();
    const listened = server.listen('localhost', port).catch((error) => error);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await server.close();
    const outcome = await listened;
    if (outcome instanceof Error)
      expect(outcome.message).toContain('it was closed in the meantime.');
    else await expect(fetch(outcome)).rejects.toThrow('fetch failed');
    expect(server.addresses).toEqual([]);
  }
});

test('a port in use on either address of localhost is refused', async () => {
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

test('a closed or stopped server leaves nothing in memory', async () => {
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
