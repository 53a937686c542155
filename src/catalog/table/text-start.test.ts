import { expect, test } from 'vitest';
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
/** All texts of two pieces at the most. */
const TEXTS = ['', ...PIECES, ...PIECES.flatMap((first) => PIECES.map((then) => first + then))];

const FOLDED = TEXTS.map(fold);

test.each([false, true])(
  'isSurelyAfter is right wherever it is sure, and sure of plain texts that differ (descending: %s)',
  (isDescending) => {
    const isWrong = (value: string, folded: string, bytes: Uint8Array, other: string) => {
      const isAfter = compareCodePoints(folded, other) * (isDescending ? -1 : 1) > 0;
      if (isSurelyAfter(bytes, 1, other, isDescending)) return !isAfter;
      // At its end, a text might go on with marks that folding leaves out.
      const isPlain = /^[a-z ,1]*$/i.test(value) && !other.startsWith(folded);
      return isAfter && isPlain;
    };
    for (const value of TEXTS) {
      const bytes = new TextEncoder().encode(`x${JSON.stringify(value)}`);
      const folded = fold(value);
      expect(FOLDED.filter((other) => isWrong(value, folded, bytes, other))).toEqual([]);
    }
  },
);

test('what is not known comes after every text, and numbers have to be read', () => {
  for (const isDescending of [false, true]) {
    expect(isSurelyAfter(Buffer.from('null'), 0, 'zz', isDescending)).toBe(true);
    expect(isSurelyAfter(Buffer.from('12'), 0, 'zz', isDescending)).toBe(false);
  }
});
