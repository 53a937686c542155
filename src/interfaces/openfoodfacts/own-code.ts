// Codes of our own for foods without a barcode, and back to their keys.

/** GS1 reserves this prefix for codes of one's own: such a code is the key of a food without a barcode. */
const OWN_PREFIX = '200';
const OWN_DIGITS = 9;
/** EAN-13, the digits that most barcodes have. */
export const EAN_LENGTH = 13;

/**
 * A code of our own for the key of a food. Up to nine digits make an EAN-13. Other keys are spelled out,
 * three digits a byte, and are never of that length. Both end with a check digit.
 */
export function ownCode(key: string): string {
  const isNumber = /^\d+$/.test(key) && key.length <= OWN_DIGITS;
  const digits = isNumber ? key.padStart(OWN_DIGITS, '0') : `0${spelledOut(key)}`;
  return withCheckDigit(OWN_PREFIX + digits);
}

function spelledOut(key: string): string {
  return [...Buffer.from(key)].map((byte) => String(byte).padStart(3, '0')).join('');
}

/** The keys that a code of our own may stand for: none where it is the barcode of somebody else. */
export function keysOf(code: string): readonly string[] {
  if (!code.startsWith(OWN_PREFIX) || withCheckDigit(code.slice(0, -1)) !== code) return [];
  const digits = code.slice(OWN_PREFIX.length, -1);
  if (code.length !== EAN_LENGTH) {
    const bytes = digits.slice(1).match(/\d{3}/g) ?? [];
    return [Buffer.from(bytes.map(Number)).toString()];
  }
  // A key may have had zeros in front.
  const key = digits.replace(/^0+(?=\d)/, '');
  const zeros = Array.from({ length: OWN_DIGITS - key.length + 1 }, (_, i) => '0'.repeat(i));
  return zeros.map((zero) => zero + key);
}

/** GS1 General Specifications, 7.9. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
