import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { compareDecimals, isExactDouble, readDecimal } from './decimal.ts';

const compare = (a: string, b: string) =>
  Math.sign(compareDecimals(readDecimal(a), readDecimal(b)));

/** An integer, and the power of ten to multiply it by. */
const number = fc.tuple(
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  fc.integer({ min: -9, max: 9 }),
);

test('compareDecimals agrees with scaled integers', () => {
  fc.assert(
    fc.property(number, number, ([a, powerOfA], [b, powerOfB]) => {
      const scaled = (value: bigint, power: number) => value * 10n ** BigInt(power + 9);
      const [left, right] = [scaled(a, powerOfA), scaled(b, powerOfB)];
      const expected = left < right ? -1 : left > right ? 1 : 0;
      expect(compare(`${a}e${powerOfA}`, `${b}E${powerOfB}`)).toBe(expected);
    }),
    { numRuns: runs(500) },
  );
});

test('compareDecimals orders the text of doubles as JavaScript orders the doubles', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(double, double, (a, b) => {
      expect(compare(String(a), String(b))).toBe(a === b ? 0 : a < b ? -1 : 1);
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['.5', '0.50', 0],
  ['+1.', '1', 0],
  ['-0', '0e9', 0],
  ['1e-400', '0', 1],
  ['1e999999999999999999999', '9e400', 1],
  ['-1e999999999999999999999', '-9e400', -1],
  ['9007199254740993', '9007199254740992', 1],
  ['0.10000000000000000001', '0.1', 1],
])('compareDecimals(%s, %s) is %i', (a, b, sign) => {
  expect(compare(a, b)).toBe(sign);
  expect(compare(b, a)).toBe(sign === 0 ? 0 : -sign);
});

test.each([
  ['1.50', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['0.1234567890123456', true],
  ['0.12345678901234567890', false],
  ['1e400', false],
  ['1e-400', false],
  ['-0.00', true],
])('isExactDouble(%s) is %s', (text, isExact) => {
  expect(isExactDouble(text)).toBe(isExact);
});
