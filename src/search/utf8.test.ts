import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import {
  codePointAt,
  codePointLength,
  ENCODER,
  endOfFirst,
  equalsAt,
  indexOfBytes,
  previousCodePointStart,
  startOfLast,
} from './utf8.ts';
import { Work } from './work.ts';

const EDGES = [0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff];

test.each([...EDGES, 0xe9, 0x916a, 0x1_f600])(
  'code point %i is read in both directions',
  (code) => {
    const encoded = ENCODER.encode(`a${String.fromCodePoint(code)}a`);
    const end = encoded.length - 1;
    expect(codePointAt(encoded, 1)).toBe(code);
    expect(codePointLength(encoded[1] ?? 0)).toBe(end - 1);
    expect(previousCodePointStart(encoded, end)).toBe(1);
  },
);

test('endOfFirst and startOfLast count code points, and stay within the text', () => {
  const pieces = ['a', 'é', '酪', '😀', 'b'];
  const bytes = ENCODER.encode(pieces.join(''));
  const ends = pieces.map((_, i) => ENCODER.encode(pieces.slice(0, i + 1).join('')).length);
  const [start = 0, , , end = 0] = ends;
  expect([0, 1, 2, 3, 4].map((count) => endOfFirst(bytes, start, end, count))).toEqual([
    ...[start, ends[1], ends[2], end, end],
  ]);
  expect([0, 1, 2, 3, 4].map((count) => startOfLast(bytes, start, end, count))).toEqual([
    ...[end, ends[2], ends[1], start, start],
  ]);
});

test('indexOfBytes finds what indexOf would, within a range', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 });
  const wanted = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(text, wanted, fc.nat(9), fc.nat(9), (all, part, from, cut) => {
      const bytes = ENCODER.encode(all);
      const end = Math.max(from, all.length - cut);
      const within = all.slice(0, end);
      const expected = within.indexOf(part, Math.min(from, within.length));
      const found = indexOfBytes(bytes, from, within.length, ENCODER.encode(part), new Work());
      expect(found).toBe(expected);
      if (found >= 0) expect(equalsAt(bytes, found, ENCODER.encode(part))).toBe(true);
      expect(equalsAt(bytes, 0, ENCODER.encode(`${all.slice(0, -1)}c`))).toBe(false);
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  ['b', 'a'.repeat(8_000), 1_000],
  ['aaab', 'a'.repeat(8_000), 4_000],
  ['b', `${'a'.repeat(8_000)}b`, 1_000],
  ['ab', `${'a'.repeat(8_000)}b`, 2_000],
])('a search for %j costs a unit for every eight bytes that are compared', (part, all, units) => {
  const work = new Work();
  indexOfBytes(ENCODER.encode(all), 0, all.length, ENCODER.encode(part), work);
  expect(work.spent / units).toBeCloseTo(1, 1);
});
