import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding.ts';

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

test('chooseEncoding takes nothing that is not offered', () => {
  expect(chooseEncoding('br', ['gzip'])).toBeUndefined();
  expect(chooseEncoding('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
});
