import { readNumber } from '../../src/amount/read-number.ts';
import { tokensOf } from '../../src/amount/tokens.ts';
import { currentLocale, t } from './language.ts';

// How numbers are written: decimals of kcal, grams and amounts, percent, dates, "–" for what is not
// known. Reads a number that somebody typed: the same in every field.

/** What replaces a number that is not known: never 0, which would be a claim. */
export const MISSING = '–';

const formats = new Map<string, Intl.NumberFormat>();

/** A number in the language of the page with between `least` and `most` decimals. */
export function numberText(value: number | null, most = 0, least = 0): string {
  if (value === null) return MISSING;
  const key = `${currentLocale()} ${most} ${least}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(currentLocale(), {
      maximumFractionDigits: most,
      minimumFractionDigits: least,
    });
    formats.set(key, format);
  }
  // A tiny negative number rounds to 0, not to "-0".
  return format.format(Math.abs(value) < 0.5 * 10 ** -most ? 0 : value);
}

/** Kilocalories as whole ones. */
export const kcalText = (kcal: number | null): string => numberText(kcal);

/** Grams with one decimal. */
export const gramsText = (grams: number | null): string => numberText(grams, 1, 1);

/**
 * A number with as many digits as are significant.
 *
 * @param most - the largest of numbers that stand together, all with as many decimals
 */
export function sizedText(value: number | null, most?: number): string {
  const scale = most ?? value ?? 0;
  const decimals = scale >= 100 ? 0 : scale >= 10 ? 1 : 2;
  return numberText(value, decimals, most === undefined ? 0 : decimals);
}

/** An amount as people write it: `1`, `0.5`, `28.35`. */
export const amountText = (amount: number): string => numberText(amount, 2);

/** A number as one types it: in full, without thousands separators. */
export function typedText(number: number): string {
  return number.toLocaleString(currentLocale(), { useGrouping: false, maximumFractionDigits: 20 });
}

/** A share of 1 as whole percent. */
export function percentText(share: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(share);
}

/** A date such as `2026-11-21` as people write it: `Saturday, Nov 21`. */
export function dayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(currentLocale(), {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  });
}

/** The day of the week of such a date, as short as people write it: `Sat`. */
export function weekdayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(currentLocale(), { weekday: 'short' });
}

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
