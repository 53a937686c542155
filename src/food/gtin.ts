// Checks barcodes: GTIN-8 to GTIN-14.

/** The column of barcodes, as GTIN-14. */
export const GTIN_COLUMN = 'gtin';
/** GTIN-8, UPC-A, EAN-13, GTIN-14. */
export const GTIN_LENGTHS = [8, 12, 13, 14];
export const GTIN_LENGTH = 14;

/**
 * Returns the barcode as a 14-digit GTIN. Returns `undefined` if, leading zeros aside, it is not a
 * number of 6 to 14 digits; if its check digit is wrong; or if it begins with 2, since such codes
 * are assigned within a shop.
 */
export function gtinOf(code: unknown): string | undefined {
  const digits = String(code ?? '').replace(/^0+/, '');
  if (!/^\d{6,14}$/.test(digits)) return undefined;
  const length = GTIN_LENGTHS.find((one) => one >= digits.length) ?? GTIN_LENGTH;
  if (digits.padStart(length, '0').startsWith('2')) return undefined;
  const gtin = digits.padStart(GTIN_LENGTH, '0');
  return withCheckDigit(gtin.slice(0, -1)) === gtin ? gtin : undefined;
}

/** Appends the check digit to the digits of a barcode (GS1 General Specifications, 7.9). */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
