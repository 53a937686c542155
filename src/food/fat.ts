import { type Decimal, type ExactNumber, readDecimal, type StoredValue } from './decimal.ts';

// Computes `fat_g`: the exact sum of three fatty acids, rounded to two decimals.

/**
 * Returns the sum of the fatty acids in grams, with exactly two decimals: the exact decimal sum of
 * the values as stored, rounded once, half away from zero. 1.005 + 0 + 0 is `"1.01"`, where binary
 * floating point would yield `"1.00"`.
 *
 * NULL counts as 0, and so does text that is not a number (see {@link isFatValue}).
 */
export function fatGrams(saturated: StoredValue, mono: StoredValue, poly: StoredValue): string {
  const a = toMicro(saturated);
  const b = toMicro(mono);
  const c = toMicro(poly);
  const sum = a + b + c;
  // A value that is not exact in millionths is NaN, so the comparison is false.
  if (Math.abs(a) + Math.abs(b) + Math.abs(c) <= MICRO_LIMIT) {
    return hundredthsToText(Math.sign(sum) * Math.round(Math.abs(sum) / MICRO_PER_HUNDREDTH));
  }
  return hundredthsToText(roundedHundredths([saturated, mono, poly]));
}

/**
 * Whether a stored fatty acid counts in `fat_g` unchanged: a finite number, numeric text or NULL.
 */
export function isFatValue(value: StoredValue): boolean {
  // The common case: no need to parse digits.
  if (value === null || typeof value === 'number') return value === null || Number.isFinite(value);
  return parseDecimal(value) !== undefined;
}

const MICRO = 1_000_000;
const MICRO_PER_HUNDREDTH = MICRO / 100;
// With at most fifteen digits, no two decimals share a double, and integers add up exactly.
const MICRO_LIMIT = 1e15;

/**
 * Returns the value in millionths as an integer, or NaN if dividing that integer by a million does
 * not restore the value.
 */
function toMicro(value: StoredValue): number {
  if (value === null) return 0;
  if (typeof value !== 'number') return Number.NaN;
  const micro = Math.round(value * MICRO);
  return micro / MICRO === value ? micro : Number.NaN;
}

function roundedHundredths(values: readonly StoredValue[]): bigint {
  const decimals = values.flatMap((value) => (value === null ? [] : (parseDecimal(value) ?? [])));
  // The number of decimals is at least 2, so that the scale is only ever reduced, and rounding
  // happens only once.
  const scale = Math.max(2, ...decimals.map(({ digits, exponent }) => digits.length - exponent));
  const sum = decimals.reduce(
    (total, { sign, digits, exponent }) =>
      total + BigInt(sign) * BigInt(digits) * 10n ** BigInt(scale - digits.length + exponent),
    0n,
  );
  const unit = 10n ** BigInt(scale - 2);
  const magnitude = ((sum < 0n ? -sum : sum) * 2n + unit) / (unit * 2n);
  return sum < 0n ? -magnitude : magnitude;
}

const NUMERIC_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function parseDecimal(value: string | number | bigint | ExactNumber): Decimal | undefined {
  const text = String(value).trim();
  // Numbers too large for a double are rejected, and those too small count as 0, so that the powers
  // of ten above stay small.
  const double = Number(text);
  if (!NUMERIC_TEXT.test(text) || !Number.isFinite(double)) return undefined;
  return readDecimal(double === 0 ? '0' : text);
}

/** @param hundredths an integer */
function hundredthsToText(hundredths: number | bigint): string {
  const isNegative = hundredths < 0;
  const magnitude = String(isNegative ? -hundredths : hundredths).padStart(3, '0');
  return `${isNegative ? '-' : ''}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`;
}
