import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedMap, remember } from './bounded-map.ts';

test('BoundedMap keeps as many recently used entries as requested, and at most twice that', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(12), { maxLength: 200 }),
      fc.integer({ min: 1, max: 5 }),
      (keys, kept) => {
        const map = new BoundedMap<number, number>(kept);
        const made: number[] = [];
        const used: number[] = [];
        for (const key of keys) {
          const isMade = made.length;
          expect(remember(map, key, () => made.push(key) && key)).toBe(key);
          // A recently used entry is not created again.
          const last = new Set([...new Set(used.toReversed())].slice(0, kept));
          if (last.has(key)) expect(made).toHaveLength(isMade);
          const mostKept = new Set([...new Set(used.toReversed())].slice(0, 2 * kept));
          if (!mostKept.has(key)) expect(made).toHaveLength(isMade + 1);
          used.push(key);
        }
      },
    ),
  );
});

test('BoundedMap keeps only the latest value of a key', () => {
  const map = new BoundedMap<string, number>(2);
  for (const value of [1, 2, 3]) map.set('a', value);
  map.set('b', 0);
  expect([map.get('a'), map.get('b')]).toEqual([3, 0]);
});

test('BoundedMap keeps entries of the requested total size, and at most twice that', () => {
  const map = new BoundedMap<string, string>(10, (key, value) => key.length + value.length);
  const value = 'four';
  for (const key of ['a', 'b', 'c']) map.set(key, value);
  map.get('b');
  map.set('d', value);
  expect(['a', 'b', 'd'].map((key) => map.get(key))).toEqual([undefined, value, value]);
  map.set('x'.repeat(10), value);
  map.set('y'.repeat(10), value);
  expect(map.get('d')).toBeUndefined();
});
