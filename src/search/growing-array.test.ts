import { expect, test } from 'vitest';
import { GrowingBytes } from './growing-array.ts';

test('GrowingBytes refuses more bytes than 32-bit offsets can address', () => {
  const bytes = new GrowingBytes();
  bytes.append(new Uint8Array([1, 2, 3]), 0, 3);
  expect(() => bytes.reserve(2 ** 32 - 3)).toThrow(/more than 4 GiB/);
  expect([...bytes.toArray()]).toEqual([1, 2, 3]);
});
