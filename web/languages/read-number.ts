import { readNumber } from '../../src/amount/read-number.ts';
import { tokensOf } from '../../src/amount/tokens.ts';
import { t } from './language.ts';

// Reads a number that somebody typed: the same in every field of the page.

/** What a number is written with: digits, separators, fractions and the spaces between them. */
const NUMBER = /^[\d.,/⁄¼-¾⅐-⅞\s-]+$/;
const ZERO = /^0+([.,]0*)?$/;

/**
 * The number that a text spells, 0 or more, as people of the page's language write it: `1.5`, `.5`,
 * `1 1/2`, `½`, and in English `2,000`, in Spanish `2.000`. A unit after it may be left out.
 *
 * @returns `undefined` for any other text, and above 100,000
 */
export function readTypedNumber(text: string, unit = ''): number | undefined {
  const digits = withoutUnit(text.trim(), unit)
    .replace(/^[.,](?=\d)/, '0.')
    .replace(/[.,]$/, '')
    .replace(/(?<=\d)\s(?=\d{3}(?!\d|\/))/g, '');
  if (ZERO.test(digits)) return 0;
  if (!NUMBER.test(digits)) return undefined;
  const tokens = tokensOf(digits);
  const read = readNumber(tokens, 0, t().amounts);
  return read?.end === tokens.length ? read.value : undefined;
}

/** The micro sign and the Greek letter are two characters. */
function withoutUnit(text: string, unit: string): string {
  const plain = (part: string) => part.normalize('NFKC').toLowerCase();
  const isThere = unit !== '' && plain(text).endsWith(plain(unit));
  return isThere ? text.slice(0, text.length - unit.length).trim() : text;
}
