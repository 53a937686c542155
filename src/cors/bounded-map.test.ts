import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('BoundedMap forgets what was used longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

test('BoundedMap keeps one value for a key', () => {
  const map = new BoundedMap<string, number>(2);
  for (const value of [1, 2, 3]) map.set('a', value);
  map.set('b', 0);
  expect([map.get('a'), map.get('b')]).toEqual([3, 0]);
});
