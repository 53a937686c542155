import type { Condition } from '../catalog/selection/selection.ts';
import { GTIN_COLUMN, GTIN_LENGTH, GTIN_LENGTHS, withCheckDigit } from '../food/gtin.ts';
import type { FoodRow, FoodSource } from './food-source.ts';
import { findPage } from './interface.ts';

// Finds foods by their barcodes, and makes codes for foods without one.

/** Finds a food by its barcode, or by one of our own codes. */
export async function findByCode(code: string, source: FoodSource): Promise<FoodRow | undefined> {
  if (!/^\d+$/.test(code)) return undefined;
  // Tables hold codes as printed, with or without leading zeros.
  const printed = GTIN_LENGTHS.map((length) => code.replace(/^0+/, '').padStart(length, '0'));
  const keys = source.key === 'code' ? [code, ...printed] : [];
  for (const key of keys) {
    const food = source.food(key);
    if (food !== undefined) return food;
  }
  const food = await findGtin(code, source);
  if (food !== undefined) return food;
  return keysOf(code).map(source.food).find(Boolean);
}

/** Finds a food by its barcode, padded to 14 digits like the barcodes in the table. */
export async function findGtin(
  digits: string,
  source: FoodSource,
  conditions: readonly Condition[] = [],
): Promise<FoodRow | undefined> {
  const value = digits.replace(/^0+/, '').padStart(GTIN_LENGTH, '0');
  if (!source.fields.includes(GTIN_COLUMN) || value.length > GTIN_LENGTH) return undefined;
  const isIt = { column: GTIN_COLUMN, operator: '=', value } as const;
  const page = { page: 1, pageSize: 1, conditions: [isIt, ...conditions] };
  return (await findPage(source, page)).foods[0];
}

/**
 * Formats a barcode as printed: with 8 digits if they suffice, else with the fewest of 12, 13 and
 * 14 that suffice and are at least `minDigits`.
 */
export function printedCode(digits: string, minDigits: number): string {
  const bare = digits.replace(/^0+/, '');
  const length = GTIN_LENGTHS.find((one) => (one >= minDigits || one === 8) && one >= bare.length);
  return bare.padStart(length ?? GTIN_LENGTH, '0');
}

/**
 * A prefix that GS1 reserves for internal codes. Here, such a code stands for the key of a food
 * without a barcode.
 */
const OWN_PREFIX = '200';
const OWN_DIGITS = 9;
/** The length of an EAN-13, the most common barcode. */
export const EAN_LENGTH = 13;

/**
 * Makes our own code from a food's key. Keys of up to nine digits become an EAN-13. Other keys are
 * spelled out with three digits per byte, so that their codes never have the length of an EAN-13.
 * Both kinds end with a check digit.
 */
export function ownCode(key: string): string {
  const isNumber = /^\d+$/.test(key) && key.length <= OWN_DIGITS;
  const digits = isNumber ? key.padStart(OWN_DIGITS, '0') : `0${spelledOut(key)}`;
  return withCheckDigit(OWN_PREFIX + digits);
}

function spelledOut(key: string): string {
  return [...Buffer.from(key)].map((byte) => String(byte).padStart(3, '0')).join('');
}

/** Returns the keys that one of our own codes may stand for; none for a manufacturer's barcode. */
export function keysOf(code: string): readonly string[] {
  if (!code.startsWith(OWN_PREFIX) || withCheckDigit(code.slice(0, -1)) !== code) return [];
  const digits = code.slice(OWN_PREFIX.length, -1);
  if (code.length !== EAN_LENGTH) {
    const bytes = digits.slice(1).match(/\d{3}/g) ?? [];
    return [Buffer.from(bytes.map(Number)).toString()];
  }
  // The key may have had leading zeros.
  const key = digits.replace(/^0+(?=\d)/, '');
  const zeros = Array.from({ length: OWN_DIGITS - key.length + 1 }, (_, i) => '0'.repeat(i));
  return zeros.map((zero) => zero + key);
}
