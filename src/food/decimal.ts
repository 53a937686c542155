// Defines stored values. Compares decimals of any length, and decides which of them a double
// represents exactly.

/**
 * A value as stored in the database. So that no digit is lost, integers beyond 2^53 are read as
 * `bigint`, and decimals with digits that a double would drop are read as {@link ExactNumber}.
 */
export type StoredValue = PlainValue | ExactNumber;

/** A value that SQLite returns exactly as it was stored. */
export type PlainValue = string | number | bigint | null;

/** A decimal number with digits that a double would drop, such as 1.50. */
export class ExactNumber {
  /** The number as written in JSON. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }
}

/** Converts exact decimals to text: SQLite has no such type, but text columns keep all digits. */
export function plainValue(value: StoredValue): PlainValue {
  return value instanceof ExactNumber ? value.digits : value;
}

/** A decimal number of any length, for comparison: 0.0125 is 1 × 0.125 × 10^-1. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** The exponent of ten, if the decimal point is before the first digit. */
  readonly exponent: number;
  /** The digits from the first nonzero one to the last nonzero one. */
  readonly digits: string;
}

/**
 * The limit for exponents: larger than any stored exponent, but small enough that the sum of two is
 * exact.
 */
const MAX_EXPONENT = 2 ** 40;

/** Parses a number as in JSON. Also accepts a plus sign, and numbers such as `.5` or `5.`. */
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

/**
 * Compares decimals as for sorting: negative if `a` is less than `b`, 0 if they are equal, positive
 * otherwise.
 */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent);
  if (a.digits === b.digits) return 0;
  // Digits after the decimal point sort like text.
  return a.sign * (a.digits < b.digits ? -1 : 1);
}

/** The maximum number of digits that a double always preserves. */
const SAFE_DIGITS = 15;
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether a double represents this number without losing digits. */
export function isExactDouble(text: string): boolean {
  // A shortcut, since nearly all numbers are this short.
  if (text.length <= SAFE_DIGITS && PLAIN_DECIMAL.test(text)) return true;
  const double = Number(text);
  if (!Number.isFinite(double)) return false;
  return compareDecimals(readDecimal(text), readDecimal(String(double))) === 0;
}
