import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import type { StoredValue } from './decimal.ts';
import { fatGrams, isFatValue } from './fat.ts';

describe('fatGrams', () => {
  test.each<[StoredValue, StoredValue, StoredValue, string]>([
    [1, 2, 3, '6.00'],
    [1.005, 0, 0, '1.01'],
    [0.1, 0.2, 0, '0.30'],
    [0.004, 0.004, 0.004, '0.01'],
    [0.005, 0, 0, '0.01'],
    [-0.005, 0, 0, '-0.01'],
    [-0.004, 0, 0, '0.00'],
    [51.368, 21.021, 3.043, '75.43'],
    [null, null, null, '0.00'],
    [null, 1.5, null, '1.50'],
    ['1.005', '0', '', '1.01'],
    [' 2.5 ', '+1', '.5', '4.00'],
    ['1e2', 'n/a', 'tr', '100.00'],
    ['0x10', 'Infinity', 'NaN', '0.00'],
    [Number.NaN, Number.POSITIVE_INFINITY, 1, '1.00'],
    [2n ** 60n, 0.25, '0.005', '1152921504606846976.26'],
    [1e21, 0, 0, '1000000000000000000000.00'],
    [5e-324, 0, 0.005, '0.01'],
    ['1e999999999', '1e-999999999', 1, '1.00'],
    ['0.00499999999999999999999', 0, 0, '0.00'],
    ['0.00500000000000000000000', 0, 0, '0.01'],
  ])('%s + %s + %s g is %s', (saturated, mono, poly, expected) => {
    expect(fatGrams(saturated, mono, poly)).toBe(expected);
  });

  test('adds values with three decimals as whole thousandths', () => {
    const thousandths = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(thousandths, thousandths, thousandths, (a, b, c) => {
        const hundredths = Math.floor((a + b + c + 5) / 10);
        const expected = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        expect(fatGrams(a / 1000, b / 1000, c / 1000)).toBe(expected);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('returns the same for doubles as for their text', () => {
    const double = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => n / 10_000),
    );
    fc.assert(
      fc.property(double, double, double, (a, b, c) => {
        expect(fatGrams(a, b, c)).toBe(fatGrams(String(a), String(b), String(c)));
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('has exactly two decimals for any stored value', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.bigInt(), fc.constant(null));
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(fatGrams(a, b, c)).toMatch(/^-?\d+\.\d\d$/);
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each<[StoredValue, boolean]>([
  [null, true],
  [1.5, true],
  [3n, true],
  ['2.5', true],
  ['1e3', true],
  ['', false],
  ['n/a', false],
  ['1,5', false],
  [Number.NaN, false],
])('isFatValue of %s is %s', (value, expected) => {
  expect(isFatValue(value)).toBe(expected);
});
