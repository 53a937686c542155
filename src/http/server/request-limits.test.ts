import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { MAX_HEADERS_BYTES, MAX_TARGET_BYTES, refusalOf, withinLimits } from './request-limits.ts';

/** Sends a request through the limits, with these header lines. */
function limited(url: string, lines: readonly (readonly [name: string, value: string])[] = []) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.rawHeaders = lines.flat();
  request.headers = Object.fromEntries(lines);
  let answered = 0;
  withinLimits(() => void answered++)(request, new ServerResponse(request));
  expect(answered).toBe(1);
  return { fault: refusalOf(request), request };
}

const line = (length: number, name = 'x-a'): [string, string] => [name, 'v'.repeat(length)];
const parameters = (count: number) => `/?${Array(count).fill('a').join('&')}`;
const target = (length: number) => '/'.padEnd(length, 'a');

test.each<[what: string, url: string, lines: [string, string][], status?: number, why?: string]>([
  ['a long target', target(MAX_TARGET_BYTES), []],
  [
    'a longer target',
    target(MAX_TARGET_BYTES + 1),
    [],
    414,
    `The URL has ${MAX_TARGET_BYTES + 1} bytes: ${MAX_TARGET_BYTES} are allowed`,
  ],
  ['100 header lines', '/', Array(100).fill(line(1))],
  [
    '101 header lines',
    '/',
    Array(101).fill(line(1)),
    431,
    'There are 101 header lines: 100 are allowed',
  ],
  ['32 KiB of headers', '/', [line(MAX_HEADERS_BYTES - 3)]],
  [
    'more than 32 KiB of headers',
    '/',
    [line(MAX_HEADERS_BYTES - 2)],
    431,
    'The headers have 32769 bytes: 32768 are allowed',
  ],
  ['4 KiB of a header that is read', '/', [line(4096, 'origin')]],
  [
    'more of a header that is read',
    '/',
    [line(4097, 'origin')],
    431,
    'Header origin has 4097 bytes: 4096 are allowed',
  ],
  [
    'more of the last header that is read',
    '/',
    [line(4097, 'x-request-id')],
    431,
    'Header x-request-id has 4097 bytes: 4096 are allowed',
  ],
  ['more of another header', '/', [line(4097)]],
  ['chunks', '/', [['transfer-encoding', 'Chunked']]],
  [
    'another coding',
    '/',
    [['transfer-encoding', 'gzip, chunked']],
    400,
    'Transfer-Encoding must be chunked',
  ],
  ['64 parameters', parameters(64), []],
  ['64 parameters and an end', `${parameters(64)}&`, []],
  ['65 parameters', parameters(65), [], 400, 'The URL has more than 64 parameters'],
])('a request with %s is served or refused', (_, url, lines, status, message) => {
  expect(limited(url, lines).fault).toEqual(status && { status, message });
});

test('a refused request keeps the start of its path, and its short headers', () => {
  const { request } = limited(`${target(300)}?${target(MAX_TARGET_BYTES)}`, [
    line(4097, 'origin'),
    line(4096, 'host'),
  ]);
  expect(request.url).toHaveLength(256);
  expect(Object.keys(request.headers)).toEqual(['host']);
});
