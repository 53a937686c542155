import { expect, test } from 'vitest';
import { findBroadPrefixes } from './broad-prefixes.ts';

test('a word of any length that many foods share is one prefix', () => {
  const length = 50_000;
  const foods = 3_000;
  const { ranges, starts, ranks } = findBroadPrefixes({
    words: new Uint8Array(length).fill(97),
    wordStarts: Uint32Array.of(0, length),
    postings: Uint32Array.from({ length: foods }, (_, rank) => rank),
    postingStarts: Uint32Array.of(0, foods),
    familyStarts: new Uint32Array(),
  });
  expect([...ranges]).toEqual([0, 1]);
  expect([...ranks]).toEqual([...Array(100).keys()]);
  expect([...starts]).toEqual([0, ranks.length]);
});
