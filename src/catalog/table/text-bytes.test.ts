import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { isAsciiAt, isTextAt, TextBytes } from './text-bytes.ts';

test('TextBytes concatenates strings across chunks, and returns the start of each string', () => {
  const textArbitrary = fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat({ max: 4_000 }));
  fc.assert(
    fc.property(fc.array(textArbitrary, { maxLength: 20 }), (texts) => {
      const repeated = texts.map(([text, count]) => text.repeat(count));
      const bytes = new TextBytes();
      for (const text of repeated) bytes.add(text);
      const wanted = Buffer.from(repeated.join(''));
      const built = bytes.build();
      expect(wanted.equals(built.bytes)).toBe(true);
      const ends = repeated.map((_, i) => Buffer.byteLength(repeated.slice(0, i + 1).join('')));
      expect([...built.starts]).toEqual([0, ...ends]);
    }),
    { numRuns: runs(10) },
  );
});

test.each([
  ['"Egg"', 0, 'Egg', true],
  ['["Egg"]', 1, 'Egg', true],
  ['""', 0, '', true],
  ['"Egg"', 0, 'Eg', false],
  ['"Egg"', 0, 'egg', false],
  ['"Egg"', 0, 'Egh', false],
  ['"Egg,', 0, 'Egg', false],
  ['[Egg"', 0, 'Egg', false],
  [String.raw`"a\n"`, 0, String.raw`a\n`, false],
  ['"é"', 0, 'é', false],
  ['"\x7f"', 0, '\x7f', true],
])('in %j at byte %i, the text %j is found: %j', (all, start, text, isThere) => {
  const bytes = Buffer.from(all);
  expect(isTextAt(bytes, start, text)).toBe(isThere);
  expect(isAsciiAt(Buffer.from(all, 'latin1'), start, all.slice(start))).toBe(!all.includes('é'));
});
