import { expect, test } from 'vitest';
import { printedCode } from './barcodes.ts';

test.each([
  ['00000041220576', 8, '41220576'],
  ['00041220576920', 12, '041220576920'],
  ['00041220576920', 13, '0041220576920'],
  ['10041220576920', 13, '10041220576920'],
  ['00000123456789', 12, '000123456789'],
  ['00000012345670', 13, '12345670'],
  ['123456789012345', 13, '123456789012345'],
])('%s with at least %d digits is printed as %s', (digits, least, printed) => {
  expect(printedCode(digits, least)).toBe(printed);
});
