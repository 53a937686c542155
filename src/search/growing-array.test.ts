import { expect, test } from 'vitest';
import { GrowingArray, GrowingBytes } from './growing-array.ts';

test('GrowingBytes refuses more bytes than 32-bit offsets can address', () => {
  const bytes = new GrowingBytes();
  bytes.append(new Uint8Array([1, 2, 3]), 0, 3);
  expect(() => bytes.reserve(2 ** 32 - 3)).toThrow(/more than 4 GiB/);
  expect([...bytes.toArray()]).toEqual([1, 2, 3]);
});

test('GrowingArray keeps its values while it grows, by copies first and then in place', () => {
  const list = new GrowingArray();
  const length = 2 ** 19 + 1;
  for (let i = 0; i < length; i++) list.push(i);
  const values = list.toArray();
  expect(values).toHaveLength(length);
  expect([63, 64, 2 ** 18 - 1, 2 ** 18, length - 1].map((i) => values[i])).toEqual([
    ...[63, 64, 2 ** 18 - 1, 2 ** 18, length - 1],
  ]);
});
