import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmountOddity, parseAmount } from './amount.ts';

test.each<[string, number | null, AmountOddity | undefined]>([
  ['12.5', 12.5, undefined],
  [' 7 ', 7, undefined],
  ['-1', -1, undefined],
  ['4.3e-05', 0.000043, undefined],
  ['.5', 0.5, undefined],
  ['', null, undefined],
  ['1,5', 1.5, 'comma'],
  ['1.234,5', 1234.5, 'comma'],
  ['1,234.5', 1234.5, 'comma'],
  ['1,234', 1234, 'comma'],
  ['1,234,567', 1_234_567, 'comma'],
  ['1 234,5', 1234.5, 'comma'],
  ['-', null, 'missing'],
  ['N', null, 'missing'],
  ['n/a', null, 'missing'],
  ['Tr', 0, 'trace'],
  ['trace', 0, 'trace'],
  ['<0.1', 0, 'trace'],
  ['< 0,1', 0, 'trace'],
  ['lots', null, 'unreadable'],
  ['0x10', null, 'unreadable'],
  ['1e999', null, 'unreadable'],
  ['Infinity', null, 'unreadable'],
  ['12 g', null, 'unreadable'],
  ['1.2.3', null, 'unreadable'],
])('parseAmount reads %j as %s (%s)', (text, value, oddity) => {
  expect(parseAmount(text, false)).toEqual({ value, oddity });
});

test('parseAmount reads 1,234 as a fraction in files with decimal commas', () => {
  expect(parseAmount('1,234', true)).toEqual({ value: 1.234, oddity: 'comma' });
});

test('parseAmount reads whatever JavaScript writes', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(parseAmount(String(number), false).value).toBe(Number(String(number)));
    }),
  );
});
