import { expect, test } from 'vitest';
import { chooseEncoding, compress } from './compression.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br; q=0.5 , gzip ; q=0.5', 'br'],
  ['br;q=0, gzip;q=0.000', undefined],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=x', undefined],
  ['xgzip, brotli', undefined],
])('chooseEncoding of %j is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test.each(['gzip', 'br'] as const)(
  'compress keeps no more memory than %s needs',
  async (encoding) => {
    const compressed = await compress(encoding, Buffer.from('egg, whole, raw; '.repeat(100)));
    expect(compressed.buffer.byteLength).toBe(compressed.length);
  },
);
