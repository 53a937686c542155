import { expect, test } from 'vitest';
import {
  byteAt,
  doubleAt,
  elementAt,
  firstAtLeast,
  firstIndex,
  floatAt,
  numberAt,
  ReusableSet,
  shortAt,
} from './flat-arrays.ts';

test.each([
  ['byteAt', (i: number) => byteAt(new Uint8Array([5, 6]), i)],
  ['numberAt', (i: number) => numberAt(new Uint32Array([5, 6]), i)],
  ['shortAt', (i: number) => shortAt(new Uint16Array([5, 6]), i)],
  ['floatAt', (i: number) => floatAt(new Float32Array([5, 6]), i)],
  ['doubleAt', (i: number) => doubleAt(new Float64Array([5, 6]), i)],
  ['elementAt', (i: number) => elementAt([5, 6], i)],
])('%s returns an element, and throws outside of the array', (_, at) => {
  expect([at(0), at(1)]).toEqual([5, 6]);
  for (const i of [-1, 2])
    expect(() => at(i)).toThrow(`Index ${i} is outside of an array of 2 elements`);
});

test('binary searches find the first index', () => {
  const sorted = new Uint32Array([1, 3, 3, 3, 7, 9]);
  for (const [start, end] of [
    [0, 6],
    [2, 5],
    [4, 4],
  ] as const)
    for (let min = 0; min <= 10; min++) {
      const found = sorted.findIndex((number, i) => i >= start && i < end && number >= min);
      const expected = found === -1 ? end : found;
      expect(firstAtLeast(sorted, min, start, end)).toBe(expected);
      expect(firstIndex(start, end, (i) => numberAt(sorted, i) >= min)).toBe(expected);
    }
  expect([firstAtLeast(sorted, 4), firstAtLeast(sorted, 10)]).toEqual([4, 6]);
});

test('a reusable set is empty after each of many clears', () => {
  const set = new ReusableSet(2);
  for (let round = 0; round < 600; round++) {
    // One number is marked only rarely, which would reveal a mark that was not cleared.
    if (round % 255 === 0)
      expect([set.has(1), set.add(1), set.add(1)]).toEqual([false, true, false]);
    expect([set.has(0), set.add(0), set.has(0), set.add(0)]).toEqual([false, true, true, false]);
    set.clear();
    expect([set.has(0), set.has(1)]).toEqual([false, false]);
  }
});
