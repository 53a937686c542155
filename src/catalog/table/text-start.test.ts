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

test('isSurelyAfter is right wherever it is sure, and sure of plain texts that differ', () => {
  const others = TEXTS.map(fold);
  const wrong: string[] = [];
  for (const value of TEXTS) {
    const bytes = new TextEncoder().encode(`x${JSON.stringify(value)}`);
    const folded = fold(value);
    for (const other of others) {
      // At its end, a text might go on with marks that folding leaves out.
      const isPlain = /^[a-z ,1]*$/i.test(value) && !other.startsWith(folded);
      for (const isDescending of [false, true]) {
        const isAfter = compareCodePoints(folded, other) * (isDescending ? -1 : 1) > 0;
        const isSure = isSurelyAfter(bytes, 1, other, isDescending);
        if (isSure ? !isAfter : isAfter && isPlain)
          wrong.push(`${value} after ${other}: ${isSure}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what is not known comes after every text, and numbers have to be read', () => {
  for (const isDescending of [false, true]) {
    expect(isSurelyAfter(Buffer.from('null'), 0, 'zz', isDescending)).toBe(true);
    expect(isSurelyAfter(Buffer.from('12'), 0, 'zz', isDescending)).toBe(false);
  }
});
