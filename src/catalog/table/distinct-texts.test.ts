import { expect, test } from 'vitest';
import { compareCodePoints, DistinctTextsBuilder } from './distinct-texts.ts';

function builderOf(texts: Iterable<string | null>) {
  const builder = new DistinctTextsBuilder();
  const refused = Array.from(texts).find((text) => !builder.add(text));
  expect(refused).toBeUndefined();
  return builder;
}

test('texts are numbered in the order of their folded code points', () => {
  const data = builderOf([
    'milk',
    null,
    '\u{1f95a}',
    'Égg',
    '\uffee',
    'egg',
    'EGG',
    'Milk',
  ]).build();
  expect(data).toEqual({
    form: 'ordinal',
    ordinals: Uint8Array.of(2, 0, 4, 1, 3, 1, 1, 2),
    // The first rows that have them, in any spelling.
    rows: Uint32Array.of(3, 0, 4, 2),
  });
});

test.each<[texts: number, rows: number, areFew: boolean]>([
  [0, 0, true],
  [255, 255, true],
  [256, 256, false],
  [256, 8 * 256 - 1, false],
  [256, 8 * 256, true],
])('%i texts in %i rows are few: %s', (texts, rows, areFew) => {
  const all = Array.from({ length: rows }, (_, row) => `text ${row % texts}`);
  const data = builderOf(all).build();
  expect(data !== undefined).toBe(areFew);
  if (data !== undefined) expect(data.rows).toHaveLength(texts);
});

test('at most 65,535 texts are numbered', () => {
  const builder = builderOf(Array.from({ length: 2 ** 16 - 1 }, (_, i) => `${i}`));
  expect(builder.add('7')).toBe(true);
  expect(builder.add('one more')).toBe(false);
});

test('the texts have at most 4 Mi characters together, each text counted once', () => {
  const half = 2 ** 21;
  const builder = builderOf(['a'.repeat(half), 'b'.repeat(half), 'a'.repeat(half)]);
  expect(builder.add('c')).toBe(false);
});

test.each<[a: string, b: string, sign: number]>([
  ['', '', 0],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['a', 'ab', -1],
  ['b', 'ab', 1],
  ['\ud7ff', '\ue000', -1],
  ['\uffff', '\u{10000}', -1],
  ['\u{10ffff}', '\ue000', 1],
  ['\u{1f95a}', '\u{1f95b}', -1],
])('%j compared with %j: %i', (a, b, sign) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(sign);
  expect(Math.sign(compareCodePoints(b, a))).toBe(-sign || 0);
});
