import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmountOddity, evidenceOf, isWordOnly, parseAmount } from './cell-amount.ts';

const ENGLISH = { isCommaDecimal: false, isPointDecimal: true };
const GERMAN = { isCommaDecimal: true, isPointDecimal: false };

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
  ['0,125', 0.125, 'comma'],
  ['-0,005', -0.005, 'comma'],
  ['012,345', 12.345, 'comma'],
  ['1,2345', 1.2345, 'comma'],
  ['1.234.567', 1_234_567, 'comma'],
  ['1 234,5', 1234.5, 'comma'],
  ['-', null, 'missing'],
  ['N', null, 'missing'],
  ['n/a', null, 'missing'],
  ['Tr', 0, 'trace'],
  ['trace', 0, 'trace'],
  ['<0.1', 0, 'trace'],
  ['< 0,1', 0, 'trace'],
  ['Spuren', 0, 'trace'],
  ['(tr)', 0, 'trace'],
  ['<LOQ', 0, 'trace'],
  ['(-)', null, 'missing'],
  ['*', null, 'missing'],
  ['(12)', 12, 'marked'],
  ['[0.3]', 0.3, 'marked'],
  ['12.5¹', 12.5, 'marked'],
  ['~ 1,200*', 1200, 'marked'],
  ['1’234', 1234, 'comma'],
  ['12 13', null, 'unreadable'],
  ['(12', null, 'unreadable'],
  [`${' '.repeat(100_000)}x`, null, 'unreadable'],
  [`(${'1'.repeat(64)})`, null, 'unreadable'],
  ['lots', null, 'unreadable'],
  ['0x10', null, 'unreadable'],
  ['1e999', null, 'unreadable'],
  ['Infinity', null, 'unreadable'],
  ['12¹²', 12, 'marked'],
  ['12a', 12, 'marked'],
  ['25.2.', 25.2, 'marked'],
  ['01.02.', null, 'unreadable'],
  ['01.02', null, 'unreadable'],
  ['01.13', 1.13, undefined],
  ['1o', null, 'unreadable'],
  ['12 [1]', 12, 'marked'],
  ['12 ± 0.3', 12, 'marked'],
  ['="5"', 5, 'marked'],
  ["'5", 5, 'marked'],
  ['−5', -5, undefined],
  ['１２．５', 12.5, undefined],
  ['١٢٫٥', 12.5, undefined],
  ['۱۲٫۵', 12.5, undefined],
  ['12·5', 12.5, undefined],
  ['۱۲', 12, undefined],
  ['12-13', null, 'unreadable'],
  ['12/13', null, 'unreadable'],
  ['1.2.3', null, 'unreadable'],
])('parseAmount reads %j as %s (%s)', (text, value, oddity) => {
  expect(parseAmount(text, ENGLISH)).toEqual({ value, oddity });
});

test.each([
  ['1,234', 1.234],
  ['1.234', 1234],
  ['-1.234', -1234],
  ['0.125', 0.125],
  ['12.5', 12.5],
  ['1,5', 1.5],
])('parseAmount reads %s as %d in columns with decimal commas', (text, value) => {
  expect(parseAmount(text, GERMAN).value).toBe(value);
});

test.each([
  ['0,125', 'comma-decimal'],
  ['1,5', 'comma-decimal'],
  ['1.234,5', 'comma-decimal'],
  ['1,234', 'comma-either'],
  ['1234,567', 'comma-decimal'],
  ['1,234,567', 'comma-thousands'],
  ['1,234.5', 'comma-thousands'],
  ['1.234', 'point-either'],
  ['1.234.567', 'point-either'],
  ['1 234,5', 'comma-decimal'],
  ['0.125', 'point-decimal'],
  ['1.5', 'point-decimal'],
  ['12', undefined],
  [',', undefined],
  ['..', undefined],
  ['a,b', undefined],
  ['1.2.3', undefined],
  ['', undefined],
])('evidenceOf %j is %s', (text, evidence) => {
  expect(evidenceOf(text)).toBe(evidence);
});

test.each([
  ['105 kcal', 105, 'kcal'],
  ['6g', 6, 'g'],
  ['1,5 mg*', 1.5, 'mg'],
  ['440 KJ', 440, 'kJ'],
  ['3 mcg', 3, 'µg'],
  ['(5 g)', 5, 'g'],
  ['418 kJ (100 kcal)', 418, 'kJ'],
  ['12%', 12, '%'],
])('parseAmount reads %j as %d in %s', (text, value, unit) => {
  expect(parseAmount(text, ENGLISH)).toEqual({ value, unit, oddity: 'marked' });
});

test('parseAmount reads any number that JavaScript writes', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(parseAmount(String(number), ENGLISH).value).toBe(Number(String(number)));
    }),
  );
});

test('isWordOnly is quick to see that a long text has a digit', () => {
  expect(isWordOnly(`${'ab '.repeat(2 ** 20)}1`)).toBe(false);
});
