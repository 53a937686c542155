// Checks barcodes: GTIN-8 to GTIN-14.

/**
 * Returns the barcode as a 14-digit GTIN; `undefined` if its check digit is wrong (GS1 General
 * Specifications, 7.9), or if it begins with 2: such codes are assigned within a shop.
 */
export function gtinOf(code: unknown): string | undefined {
  const digits = String(code ?? '').replace(/^0+/, '');
  if (!/^\d{6,14}$/.test(digits)) return undefined;
  const length = [8, 12, 13, 14].find((one) => one >= digits.length) ?? 14;
  if (digits.padStart(length, '0').startsWith('2')) return undefined;
  const gtin = digits.padStart(14, '0');
  const sum = [...gtin].reduce(
    (total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0 ? gtin : undefined;
}
