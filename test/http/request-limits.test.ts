import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import {
  MAX_HEADER_LINES,
  MAX_HEADERS_BYTES,
  MAX_PARAMETERS,
  MAX_TARGET_BYTES,
  MAX_VALUE_BYTES,
  READ_HEADERS,
} from '../../src/http/server/request-limits.ts';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { connectTo, countOf, exchange, get, over } from './raw.ts';

const PAGE = 'http://localhost:3000';
const service = await createFoodLookup({
  port: 0,
  logLevel: 'silent',
  database: SMALL_DATABASE,
  compression: true,
});
afterAll(() => service.close());
const url = await service.listen();

/** Returns the status, the CORS grant, and the message of a response. */
async function ask(request: string): Promise<(string | undefined)[]> {
  const answer = await exchange(url, request);
  return [
    /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1],
    /^access-control-allow-origin: (.*)\r$/im.exec(answer)?.[1],
    /\{"error":"(.*)"\}$/.exec(answer)?.[1],
  ];
}

function search(target: string, ...lines: readonly string[]): string {
  return get(target, `Origin: ${PAGE}`, ...lines, 'Connection: close');
}

const OK = ['200', PAGE, undefined];

function targetOf(bytes: number): string {
  return '/api/food?q='.padEnd(bytes, 'x');
}

describe('a target', () => {
  test('a target of 26 KiB is served; one byte more gets a 414 that a page can read', async () => {
    expect([MAX_TARGET_BYTES, ...(await ask(search(targetOf(26_624))))]).toEqual([26_624, ...OK]);
    expect(await ask(search(targetOf(26_625)))).toEqual([
      '414',
      PAGE,
      'The URL has 26625 bytes: 26624 are allowed',
    ]);
  });

  test('a target longer than the parser allows gets 414 too, even after another request or in pieces', async () => {
    const [long, refused] = [search(targetOf(80_000)), ['414', undefined, 'The URL is too long']];
    expect(await ask(long)).toEqual(refused);
    const socket = await connectTo(url);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const [before, rest] = [get('/health/live').slice(0, 20), get('/health/live').slice(20)];
    socket.write(before);
    // After this exchange, the next bytes arrive in a separate read.
    await exchange(url, get('/health/live', 'Connection: close'));
    socket.write(rest + long.slice(0, 10));
    await once(socket, 'data');
    socket.write(long.slice(10));
    await over(socket);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 414']);
  });

  test(`a target with more than ${MAX_PARAMETERS} parameters gets 400 on any path`, async () => {
    expect(MAX_PARAMETERS).toBe(64);
    const refused = ['400', PAGE, 'The URL has more than 64 parameters'];
    const target = `/api/food?q=egg${'&a'.repeat(63)}`;
    expect(await ask(search(target))).toEqual(OK);
    expect(await ask(search(`${target}&`))).toEqual(OK);
    expect(await ask(search(`${target}&b`))).toEqual(refused);
    expect(await ask(search(`/api/none?${'&'.repeat(20_000)}`))).toEqual(refused);
  });
});

describe('headers', () => {
  const line = (name: string, bytes: number) => `${name}: ${'x'.repeat(bytes)}`;

  test.each(READ_HEADERS.filter((name) => name !== 'connection'))(
    '%s may have 4 KiB, over all its lines',
    async (name) => {
      expect(MAX_VALUE_BYTES).toBe(4_096);
      const request = (...lines: readonly string[]) =>
        get('/api/none', ...lines, 'Connection: close').replace(
          /^Host: localhost\r\n/m,
          name === 'host' ? '' : '$&',
        );
      expect((await ask(request(line(name, 4_096))))[0]).not.toBe('431');
      expect((await ask(request(line(name, 4_097))))[0]).toBe('431');
      // Node takes the first of two Host headers.
      if (name !== 'host') {
        expect((await ask(request(line(name, 3_000), line(name, 3_000))))[0]).toBe('431');
      }
    },
  );

  test('headers that the service does not read may be longer, up to 32 KiB in total', async () => {
    expect(MAX_HEADERS_BYTES).toBe(32_768);
    expect(await ask(search('/api/food?q=egg', line('Authorization', 32_000)))).toEqual(OK);
    expect(await ask(search('/api/food?q=egg', line('Authorization', 32_768)))).toEqual([
      '431',
      PAGE,
      expect.stringMatching(/^The headers have 328\d\d bytes: 32768 are allowed$/),
    ]);
    const refused = ['431', undefined, 'The headers are too long'];
    expect(await ask(search('/api/food?q=egg', line('Authorization', 80_000)))).toEqual(refused);
  });

  test('may have 100 lines', async () => {
    expect(MAX_HEADER_LINES).toBe(100);
    const lines = (count: number) => Array.from({ length: count - 3 }, (_, i) => `X-${i}: a`);
    expect(await ask(search('/api/food?q=egg', ...lines(100)))).toEqual(OK);
    expect(await ask(search('/api/food?q=egg', ...lines(101)))).toEqual([
      '431',
      PAGE,
      'There are 101 header lines: 100 are allowed',
    ]);
    expect((await ask(search('/api/food?q=egg', ...lines(3_000))))[0]).toBe('431');
  });

  test('headers that are too long make a preflight an ordinary request', async () => {
    const lines = ['Access-Control-Request-Method: GET', `Origin: ${PAGE}`, 'Connection: close'];
    const preflight = (bytes: number) =>
      get('/api/food', ...lines, line('Access-Control-Request-Headers', bytes)).replace(
        'GET',
        'OPTIONS',
      );
    expect(await ask(preflight(4_096))).toEqual(['200', PAGE, undefined]);
    expect((await ask(preflight(4_097))).slice(0, 2)).toEqual(['431', PAGE]);
    // An overlong header is ignored, not sent back.
    expect(await exchange(url, preflight(4_097))).not.toContain('access-control-allow-headers');
  });
});

describe('a body', () => {
  const post = (path: string, ...lines: readonly string[]) =>
    get(path, ...lines).replace('GET', 'POST');

  test.each([
    ['of chunks', 'Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(13_000)],
    ['of chunks that is empty', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
    ['of a length', 'Content-Length: 5', 'hello'],
    ['that does not come', 'Content-Length: 5', ''],
    ['that is only sent after 100 Continue', 'Content-Length: 5\r\nExpect: 100-continue', ''],
  ])('%s ends the connection: only this request is answered, at once', async (_, lines, body) => {
    for (const before of ['', get('/health/live'), get('/health/live').repeat(3)]) {
      const request = post('/api/food?q=egg', lines);
      const answers = await exchange(url, before + request + body + get('/health/live').repeat(3));
      const earlier = Array(countOf(before, 'GET')).fill('HTTP/1.1 200');
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([...earlier, 'HTTP/1.1 405']);
      expect(countOf(answers, 'Connection: close')).toBe(1);
    }
  });

  test('an empty body does not end the connection', async () => {
    const request = get('/api/food?q=egg', 'Content-Length: 0');
    const answers = await exchange(url, request + get('/health/live', 'Connection: close'));
    expect(countOf(answers, 'HTTP/1.1 200')).toBe(2);
  });

  test('a body that never ends is not read; its caller is answered and disconnected', async () => {
    const socket = await connectTo(url);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(post('/api/food?q=egg', 'Transfer-Encoding: chunked'));
    await once(socket, 'data');
    const chunks = '1\r\nx\r\n'.repeat(10_000);
    const send = () => {
      while (socket.writable && socket.write(chunks));
    };
    socket.on('drain', send);
    send();
    await over(socket);
    expect(received).toMatch(/^HTTP\/1\.1 405 .*"\}$/s);
    // The unread rest was in the buffers of the system and the client.
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(20 * 2 ** 20);
  });
});
