import { expect, test } from 'vitest';
import { buildSearchIndex } from './search-index.ts';

test('buildSearchIndex puts every array into shared memory', () => {
  const buffers: ArrayBufferLike[] = [];
  const collect = (part: object): void => {
    for (const value of Object.values(part)) {
      if (ArrayBuffer.isView(value)) buffers.push(value.buffer);
      else if (typeof value === 'object' && value !== null) collect(value);
    }
  };
  collect(buildSearchIndex(['Egg, whole, raw', null, 'Babyfood, egg']));
  expect(buffers.length).toBeGreaterThan(20);
  expect(buffers.filter((buffer) => !(buffer instanceof SharedArrayBuffer))).toEqual([]);
});

test.each([
  [['Egg, whole, raw', 'Egg'], 15],
  [['Egg', null, 'Egg, whole, raw'], 15],
  [[null], 0],
])('the longest text of %j has %i bytes', (texts, length) => {
  expect(buildSearchIndex(texts).longestText).toBe(length);
});
