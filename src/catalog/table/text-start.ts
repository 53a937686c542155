// Compares texts by their first bytes, so that a sort by description folds few of them.

const JSON_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_BEYOND_ASCII = 0x80;
/** Of `null`. */
const LETTER_N = 0x6e;
const [UPPER_A, UPPER_Z, LOWER_BIT] = [0x41, 0x5a, 0x20];

/** The end of a text comes before all that another one has there. */
const TEXT_END = -1;

/**
 * Whether a value comes after a text in an order, as far as its first bytes tell: folding leaves ASCII
 * as it is but for its case, whatever follows. So most texts of a large table need not be read.
 *
 * @param bytes what the value is written in, as JSON
 * @param start where it begins
 * @param folded the text, as `fold` gives it
 * @returns false where they do not tell
 */
export function isSurelyAfter(
  bytes: Uint8Array,
  start: number,
  folded: string,
  isDescending: boolean,
): boolean {
  // What is not known comes last.
  if (bytes[start] !== JSON_QUOTE) return bytes[start] === LETTER_N;
  for (let i = 0; ; i++) {
    const unit = foldedUnit(bytes[start + 1 + i]);
    if (unit === undefined) return false;
    const other = i < folded.length ? folded.charCodeAt(i) : TEXT_END;
    if (unit !== other) return isDescending ? unit < other : unit > other;
  }
}

/** The same unit when folded; `undefined` at the end of a text, and where more than a byte tells. */
function foldedUnit(byte = JSON_QUOTE): number | undefined {
  if (byte >= FIRST_BEYOND_ASCII || byte === JSON_QUOTE || byte === BACKSLASH) return undefined;
  return byte >= UPPER_A && byte <= UPPER_Z ? byte | LOWER_BIT : byte;
}
