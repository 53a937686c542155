import { expect, test } from 'vitest';
import { chooseEncoding, type Encoding } from './encoding.ts';

const both = new Map<Encoding, Buffer>([
  ['br', Buffer.alloc(1)],
  ['gzip', Buffer.alloc(1)],
]);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('chooseEncoding of %j is %j', (accepted, encoding) => {
  expect(chooseEncoding(accepted, both)).toBe(encoding);
});

test('chooseEncoding takes nothing that there is not', () => {
  expect(chooseEncoding('br', new Map([['gzip', Buffer.alloc(1)]]))).toBeUndefined();
});
