import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { fold } from '../../search/fold.ts';
import { compareCodePoints } from './text-codes.ts';
import { isSurelyAfter } from './text-start.ts';

const PIECES = [
  'a',
  'A',
  'b',
  'Z',
  'e',
  ' ',
  ',',
  '1',
  '"',
  '\\',
  '\n',
  'é',
  '\u0301',
  'ﬁ',
  '𝐀',
  '\uffff',
];
const text = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 6 })
  .map((pieces) => pieces.join(''));

test('isSurelyAfter is right wherever it is sure, and sure of plain texts that differ', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (value, other, isDescending) => {
      const bytes = new TextEncoder().encode(`x${JSON.stringify(value)}`);
      const sign = compareCodePoints(fold(value), fold(other)) * (isDescending ? -1 : 1);
      const isSure = isSurelyAfter(bytes, 1, fold(other), isDescending);
      if (isSure) expect(sign).toBeGreaterThan(0);
      // At its end, a text might go on with marks that folding leaves out.
      const isPlain = /^[a-z ,1]*$/i.test(value) && !fold(other).startsWith(fold(value));
      if (isPlain && sign > 0) expect(isSure).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

test('what is not known comes after every text, and numbers have to be read', () => {
  for (const isDescending of [false, true]) {
    expect(isSurelyAfter(Buffer.from('null'), 0, 'zz', isDescending)).toBe(true);
    expect(isSurelyAfter(Buffer.from('12'), 0, 'zz', isDescending)).toBe(false);
  }
});
