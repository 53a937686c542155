import type { RequestListener } from 'node:http';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { embed, injectInto } from './mount.ts';

const routing: RequestListener = (_request, response) => void response.end('answered');
const request = () => new Request('http://localhost/api/food?q=egg');

test('after a failed start, a request gets 500, the error is logged, and the next request starts again', async () => {
  let log = '';
  const logger = pino({ level: 'warn' }, { write: (line) => (log += line) });
  let starts = 0;
  const ready = async () => {
    starts += 1;
    if (starts === 1) throw new Error('no module of that name');
    return { routing };
  };
  const { fetch } = embed({ ready, isClosed: () => false, logger });
  const failed = await fetch(request());
  expect([failed.status, await failed.json()]).toEqual([500, { error: 'Internal server error' }]);
  expect(log).toContain('no module of that name');
  const answer = await fetch(request());
  expect([answer.status, await answer.text()]).toEqual([200, 'answered']);
});

test('a service closed during its start answers with 503', async () => {
  const { promise, resolve } = Promise.withResolvers<{ routing: RequestListener }>();
  let isClosed = false;
  const logger = pino({ level: 'silent' });
  const { fetch } = embed({ ready: () => promise, isClosed: () => isClosed, logger });
  const asked = fetch(request());
  isClosed = true;
  resolve({ routing });
  expect((await asked).status).toBe(503);
});

test('a request from this process comes from 127.0.0.1, and gets no answer once aborted', async () => {
  const asked = vi.fn<RequestListener>((request, response) =>
    response.end(request.socket.remoteAddress),
  );
  const ready = async () => ({ routing: asked });
  const { fetch } = embed({ ready, isClosed: () => false, logger: pino({ level: 'silent' }) });
  expect(await (await fetch(request())).text()).toBe('127.0.0.1');
  const aborted = new Request(request(), { signal: AbortSignal.abort(new Error('too late')) });
  await expect(fetch(aborted)).rejects.toThrow('too late');
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a closed service rejects an invalid response object, like an open one', () => {
  const parts = { ready: async () => ({ routing }), logger: pino({ level: 'silent' }) };
  for (const isClosed of [true, false]) {
    const { handler } = embed({ ...parts, isClosed: () => isClosed });
    const call = () => Reflect.apply(handler, undefined, [1]);
    expect(call).toThrow('Cannot use undefined as a response');
    const response = { setHeader: () => {} };
    for (const headers of [new Headers(), new Map(), undefined]) {
      const ask = () => Reflect.apply(handler, undefined, [{ url: '/', headers }, response]);
      expect(ask).toThrow("Cannot use an object as a request: use Node's own.");
    }
  }
});

test('arguments that would be ignored are refused', async () => {
  const { fetch } = embed({
    ready: async () => ({ routing }),
    isClosed: () => false,
    logger: pino({ level: 'silent' }),
  });
  const twice = Reflect.apply(fetch, undefined, [request(), { headers: {} }]);
  await expect(twice).rejects.toThrow('fetch() does not take an object: leave it out.');
  const app = Object({ inject: () => {} });
  const injected = Reflect.apply(injectInto, undefined, [app, { url: '/', headers: new Map() }]);
  await expect(injected).rejects.toThrow('Cannot use an object as a request: use');
});

describe('a body', () => {
  const embedded = (answer: RequestListener) =>
    embed({
      ready: async () => ({ routing: answer }),
      isClosed: () => false,
      logger: pino({ level: 'silent' }),
    });
  const post = (body: ReadableStream | string) =>
    new Request('http://localhost/mcp', { ...{ method: 'POST', duplex: 'half', body } });

  test('a body that never comes does not delay the response', async () => {
    const answer = await embedded(routing).fetch(post(new ReadableStream()));
    expect(await answer.text()).toBe('answered');
  });

  test('a body is read only as far as the service wants it', async () => {
    const pull = vi.fn((body: ReadableStreamDefaultController) =>
      body.enqueue(new Uint8Array(16_384)),
    );
    const { fetch } = embedded((request, response) => {
      request.on('data', () => request.pause() && response.end('too long'));
    });
    const answer = await fetch(post(new ReadableStream({ pull })));
    expect(await answer.text()).toBe('too long');
    expect(pull.mock.calls.length).toBeLessThan(20);
  });

  test('fetch rejects if the body fails or was read before', async () => {
    const { fetch } = embedded((request) => void request.resume());
    const failing = new ReadableStream({ pull: () => Promise.reject(new Error('cut off')) });
    await expect(fetch(post(failing))).rejects.toThrow('cut off');
    const read = post('{}');
    await read.text();
    await expect(fetch(read)).rejects.toThrow('whose body was read');
  });
});
