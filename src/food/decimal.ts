// Compares decimal numbers of any length; how many digits a double keeps.

/** A decimal number of any length, to be compared with others: 0.0125 is 1 × 0.125 × 10^-1. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Power of ten, with the first digit after the point. */
  readonly exponent: number;
  /** From the first that is not 0 to the last that is not 0. */
  readonly digits: string;
}

/** Beyond what any stored number has, so that sums of two are exact. */
const MAX_EXPONENT = 2 ** 40;

/** Reads a number as JSON writes it, or with a sign before it and digits missing on one side of the point. */
export function readDecimal(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end--;
  if (start === end) return { sign: 0, exponent: 0, digits: '' };
  const given = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, Number(power)));
  return {
    sign: isNegative ? -1 : 1,
    exponent: given + whole.length - start,
    digits: all.slice(start, end),
  };
}

/** Below, at or above 0 as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent < b.exponent ? -1 : 1);
  if (a.digits === b.digits) return 0;
  // Digits after the point are in the order of texts.
  return a.sign * (a.digits < b.digits ? -1 : 1);
}

/** The most digits that survive a double. */
const SAFE_DIGITS = 15;
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether these digits are the ones of a double, so that nothing is lost in it. */
export function isExactDouble(text: string): boolean {
  // Nearly all of them.
  if (text.length <= SAFE_DIGITS && PLAIN_DECIMAL.test(text)) return true;
  const decimal = readDecimal(text);
  const double = Number(text);
  if (!Number.isFinite(double)) return false;
  const isPlain = decimal.digits.length <= SAFE_DIGITS && Math.abs(decimal.exponent) < 300;
  return isPlain || compareDecimals(decimal, readDecimal(String(double))) === 0;
}
