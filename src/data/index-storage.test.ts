import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openStorage, receive, s3Headers } from './index-storage.ts';

test('a request is signed as curl --aws-sigv4 signs it', () => {
  const access = { keyId: 'AKIDEXAMPLE', secret: 'wJalr/XUtn+FEMI', region: 'eu-central-1' };
  const url = new URL('http://bucket.example/a%20folder/manifest.json');
  const time = new Date('2026-11-24T00:16:29.123Z');
  expect(s3Headers(url, 'GET', access, time)).toEqual({
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-date': '20261124T001629Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261124/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=021a5beee16e903e0239b1961814cc659206e26ef56c6905f27452699cfbc3bb',
  });
});

test('a storage is S3 if its URL names a region', async () => {
  const sent: Request[] = [];
  using _ = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    if (request instanceof Request) sent.push(request);
    return new Response();
  });
  const { name, send } = openStorage(
    'https://id:se%2Fcret@b.example/foods/?s3-region=eu-central-1',
  );
  await send('manifest.json', { method: 'PUT', headers: { 'if-match': '"1"' }, body: '{}' });
  const [request] = sent;
  expect(request?.redirect).toBe('error');
  expect(request?.url).toBe('https://b.example/foods/manifest.json');
  const headers = Object.fromEntries(request?.headers ?? []);
  expect(headers).toMatchObject({
    'accept-encoding': 'identity',
    'if-match': '"1"',
    'x-amz-date': expect.any(String),
  });
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3/);
  expect(`${name} ${JSON.stringify(headers)}`).not.toContain('cret');
});

test.each<[address: string, url: string, authorization: string | null]>([
  ['http://a.example/x', 'http://a.example/x/f', null],
  ['http://a.example/x/?sig=1', 'http://a.example/x/f?sig=1', null],
  ['HTTPS://a.example', 'https://a.example/f', null],
  ['http://me:%C3%A9@a.example/x', 'http://a.example/x/f', `Basic ${btoa('me:\xc3\xa9')}`],
  ['http://me@a.example/x', 'http://a.example/x/f', `Basic ${btoa('me:')}`],
  ['http://:pw@a.example/x', 'http://a.example/x/f', `Basic ${btoa(':pw')}`],
])('a file in %s has the URL %s', async (address, url, authorization) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response());
  await openStorage(address).send('f');
  const [request] = fetched.mock.calls[0] ?? [];
  if (!(request instanceof Request)) throw new Error('nothing was requested');
  expect([request.url, request.headers.get('authorization')]).toEqual([url, authorization]);
});

test('a failed request rejects with the cause of its error, the first if there are several', async () => {
  const [first, second] = [new Error('first'), new Error('second')];
  for (const cause of [first, new AggregateError([first, second])]) {
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed', { cause }));
    await expect(openStorage('http://a.example').send('f')).rejects.toBe(first);
  }
});

test('a folder behaves like a server', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'food-lookup-folder-')), 'a', 'b');
  const { name, send } = openStorage(folder);
  expect(name).toBe(folder);
  const statusOf = async (method: string, headers: Record<string, string>, body?: string) =>
    (await send('f', { method, headers, ...(body === undefined ? {} : { body }) })).status;
  expect(await statusOf('GET', {})).toBe(404);
  expect(await statusOf('PUT', { 'if-match': '"1"' }, 'one')).toBe(412);
  expect(await statusOf('PUT', { 'if-none-match': '*' }, 'one')).toBe(201);
  expect(await statusOf('PUT', { 'if-none-match': '*' }, 'two')).toBe(412);
  const { headers, status } = await send('f');
  const etag = headers.get('etag') ?? '';
  expect([status, headers.get('content-length')]).toEqual([200, '3']);
  expect(readFileSync(join(folder, 'f'), 'utf8')).toBe('one');
  expect(await statusOf('GET', { 'if-none-match': etag })).toBe(304);
  expect(await statusOf('GET', { 'if-none-match': '"1"' })).toBe(200);
  expect(await statusOf('PUT', { 'if-match': etag }, 'three')).toBe(201);
  expect(await statusOf('PUT', { 'if-match': etag }, 'four')).toBe(412);
  expect(await statusOf('GET', { 'if-none-match': etag })).toBe(200);
  expect(await (await send('f')).text()).toBe('three');
  expect(readdirSync(folder)).toEqual(['f']);
  expect(await statusOf('DELETE', {})).toBe(204);
  expect(await statusOf('DELETE', {})).toBe(204);
  expect(readdirSync(folder)).toEqual([]);
  // A part of the path is a file.
  await send('f', { method: 'PUT', body: 'x' });
  await expect(openStorage(join(folder, 'f')).send('g')).rejects.toThrow('ENOTDIR');
});

describe('receive', () => {
  const sink = (bytes: number) => {
    const parts: string[] = [];
    return { bytes, parts, add: (part: Uint8Array) => void parts.push(`${part}`) };
  };
  const stream = (...parts: number[][]) =>
    ReadableStream.from(parts.map((part) => Uint8Array.from(part)));
  const response = (parts: number[][], length?: number, headers = {}) =>
    new Response(stream(...parts), {
      headers: { ...headers, ...(length === undefined ? {} : { 'content-length': `${length}` }) },
    });

  test('passes the bytes on as they arrive, and releases the connection', async () => {
    const signals: AbortSignal[] = [];
    const ask = async (signal: AbortSignal) => {
      signals.push(signal);
      expect(signal.aborted).toBe(false);
      return response([[1], [2, 3]], 3);
    };
    const { bytes, parts } = await receive(ask, sink, { bytes: 3, maxBytes: 3 });
    expect({ bytes, parts }).toEqual({ bytes: 3, parts: ['1', '2,3'] });
    expect(signals[0]?.aborted).toBe(true);
  });

  test.each<[message: string, response: () => Response, expected?: object]>([
    ['the server answered with status 404', () => new Response('', { status: 404 })],
    ['the server sends no Content-Length, or compresses the file', () => response([[1]])],
    [
      'the server sends no Content-Length, or compresses the file',
      () => response([[1]], 1, { 'content-encoding': 'br' }),
    ],
    ["it has 4 bytes, more than this machine's memory", () => response([[1]], 4), { maxBytes: 3 }],
    ['it has 4 bytes instead of 3', () => response([[1]], 4), { bytes: 3 }],
    ['it has more than 2 bytes', () => response([[1], [2, 3]], 2)],
    ['it ended after 3 of 4 bytes', () => response([[1], [2, 3]], 4)],
    [
      'gone',
      () => {
        throw new TypeError('fetch failed', { cause: new Error('gone') });
      },
    ],
  ])('says that %s', async (message, ask, expected) => {
    await expect(receive(async () => ask(), sink, expected)).rejects.toThrow(new Error(message));
  });

  test('gives up when the server is silent for too long, or when aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const asked = receive(silent, sink);
    vi.advanceTimersByTime(9_999);
    const given = new AbortController();
    const others = [
      receive(silent, sink, { silenceMs: 500 }),
      receive(silent, sink, { signal: given.signal }),
    ];
    const reasons = [asked, ...others].map((one) => one.catch((reason: unknown) => reason));
    given.abort(new Error('closing'));
    vi.advanceTimersByTime(500);
    expect(await Promise.all(reasons)).toEqual([
      new Error('no data for 10 s'),
      new Error('no data for 0.5 s'),
      new Error('closing'),
    ]);
  });
});
