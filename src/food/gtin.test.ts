import { expect, test } from 'vitest';
import { gtinOf, withCheckDigit } from './gtin.ts';

// Examples from GS1's documents, and products in shops.
test.each([
  ['041220576920', '00041220576920'],
  [41_220_576_920, '00041220576920'],
  ['3017620422003', '03017620422003'],
  ['03017620422003', '03017620422003'],
  ['10012345678902', '10012345678902'],
  ['96385074', '00000096385074'],
  ['12345670', '00000012345670'],
  ['01234565', '00000001234565'],
  // Wrong check digits, and other lengths and characters.
  ['041220576921', undefined],
  ['3017620422004', undefined],
  ['12340', undefined],
  ['110012345678902', undefined],
  ['3017620422003x', undefined],
  ['x3017620422003', undefined],
  ['', undefined],
  [null, undefined],
  // Codes assigned within a shop, one of each length, with valid check digits.
  ['20123451', undefined],
  ['212345678992', undefined],
  ['2012345678903', undefined],
  ['20012345678909', undefined],
  // The 2 comes after zeros that belong to the code.
  ['0212345678909', undefined],
])('the GTIN of %j is %s', (code, gtin) => {
  expect(gtinOf(code)).toBe(gtin);
});

test.each(['20123451', '212345678992', '2012345678903', '3017620422003', '0'])(
  'the check digit of %s is its last',
  (code) => {
    expect(withCheckDigit(code.slice(0, -1))).toBe(code);
  },
);
