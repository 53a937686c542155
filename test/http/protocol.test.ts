import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { exchange, get } from './raw.ts';
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

test('Expect: 100-continue in a pipelined request does not break the response before it', async () => {
  const url = await startService();
  const search = '/api/food?q=egg';
  const answers = await exchange(url, get(search).repeat(2) + get(search, 'Expect: 100-continue'));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
});

test('another expectation is ignored', async () => {
  const url = await startService();
  const headers = { Expect: 'the unexpected', Origin: PAGE };
  const response = await send(url, { path: '/api/food?q=egg', headers });
  expect(response.status).toBe(200);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
});

test('without Host, HTTP 1.1 gets a 400 that a page can read, and HTTP 1.0 gets its answer', async () => {
  const url = await startService();
  const request = (version: string) =>
    `GET /api/food?q=egg HTTP/${version}\r\nOrigin: ${PAGE}\r\nConnection: close\r\n\r\n`;
  const refused = await exchange(url, request('1.1'));
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused.toLowerCase()).toContain(`access-control-allow-origin: ${PAGE}`);
  expect(refused).toMatch(/\{"error":"The Host header is missing"\}$/);
  expect(await exchange(url, request('1.0'))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['0.9', '2.0'])('HTTP/%s in a request line gets 505', async (version) => {
  const refused = await exchange(
    await startService(),
    `GET /api/food?q=egg HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(refused).toMatch(/^HTTP\/1\.1 505 .*use HTTP\/1\.1"\}$/s);
});

test.each(['gzip, chunked', 'identity', 'xchunked', 'chunked, chunked'])(
  'Transfer-Encoding: %s gets 400, and the connection is closed',
  async (coding) => {
    const lines = [`Transfer-Encoding: ${coding}`, ''].join('\r\n');
    const refused = await exchange(
      await startService(),
      `${get('/api/food?q=egg', lines)}0\r\n\r\n`,
    );
    expect(refused).toMatch(/^HTTP\/1\.1 400 /);
    expect(refused).toContain('Connection: close');
  },
);

test("in absolute form, the target's host counts, whatever Host says", async () => {
  const url = await startService();
  const statusOf = async (target: string, host: string) =>
    (await send(url, { path: `${target}/api/food?q=egg`, headers: { host } })).status;
  expect(await statusOf('http://rebound.example', 'localhost')).toBe(421);
  expect(await statusOf('http://localhost@rebound.example', 'localhost')).toBe(400);
  expect(await statusOf('http://user:word@localhost', 'localhost')).toBe(400);
  expect(await statusOf('HTTP://localhost:1', 'rebound.example')).toBe(200);
});

test('two Host headers get a 400 that a page can read', async () => {
  const url = await startService();
  const lines = ['Host: localhost', `Origin: ${PAGE}`, 'Connection: close'];
  const refused = await exchange(url, get('/api/food?q=egg', ...lines));
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toContain(`access-control-allow-origin: ${PAGE}`);
  expect(refused).toMatch(/\{"error":"The Host header is given twice"\}$/);
});

test("another machine's host name gets a 421 that a page can read, and no data", async () => {
  const url = await startService();
  const headers = { Host: 'rebound.example', Origin: PAGE };
  const response = await send(url, { path: '/api/food?q=egg', headers });
  expect(response.status).toBe(421);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
  expect(response.body).toContain('--allowed-hosts');
  expect((await send(url, { path: '/', headers })).status).toBe(421);
});

test('bytes of another protocol get a response, but no log line', async () => {
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

test('a request to switch protocols is answered, and is the last on its connection', async () => {
  const url = await startService();
  const upgrade = get('/health/live', 'Connection: keep-alive, Upgrade', 'Upgrade: h2c');
  for (const before of [0, 2]) {
    // Node's parser would lose the second request and resume somewhere in what follows.
    const answers = await exchange(url, get('/health/live').repeat(before) + upgrade.repeat(2));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(before + 1).fill('HTTP/1.1 200'));
    expect(answers).toContain('Connection: close');
  }
  const ignored = get('/health/live', 'Upgrade: h2c') + get('/health/live', 'Connection: close');
  expect((await exchange(url, ignored)).match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
});

test('any other target that begins with * gets 404, even if a route follows', async () => {
  const url = await startService();
  for (const target of ['*', '*api/food?q=egg']) {
    const answer = await exchange(url, get(target, 'Connection: close'));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  }
});

test('OPTIONS * gets 200 with all methods', async () => {
  const url = await startService();
  const answer = await exchange(url, get('*', 'Connection: close').replace('GET', 'OPTIONS'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^allow: GET, HEAD, OPTIONS\r$/m);
});

test('every response forbids sniffing', async () => {
  const url = await startService();
  for (const path of ['/', '/api/food?q=egg', '/api/food', '/api/none', '/none', '/api/%zz']) {
    const response = await send(url, { path, headers: { Origin: PAGE } });
    expect([path, headerOf(response, 'x-content-type-options')]).toEqual([path, 'nosniff']);
  }
});
