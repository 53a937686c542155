import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { TextBytes } from './text-bytes.ts';

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
