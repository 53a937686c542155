/** How an amount was written, where it was not a plain number. */
export type AmountOddity = 'comma' | 'trace' | 'missing' | 'unreadable';

export interface Amount {
  readonly value: number | null;
  readonly oddity: AmountOddity | undefined;
}

/** How food tables mark a missing value: "N" is used by McCance and Widdowson. */
const MISSING = new Set([
  '-',
  '–',
  '—',
  '−',
  'n',
  'na',
  'n/a',
  'nd',
  'null',
  'none',
  '?',
  '.',
  '..',
]);
/** Present, but too little to measure. `<0.1` means the same. */
const TRACE = new Set(['tr', 'tr.', 'trace', 'traces', '(tr)']);
const LESS_THAN = /^(?:<|&lt;|less than)\s*[\d.,]+$/i;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads an amount as people write it in tables. A trace, and anything below a limit such as `<0.1`,
 * is 0. What is missing is `null`, and so is what cannot be read.
 *
 * @param isCommaDecimal - whether `1,234` is a fraction: it is in tables of text that separate their
 * fields by something other than a comma
 */
export function parseAmount(text: string, isCommaDecimal: boolean): Amount {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return amountOf(Number(trimmed));
  if (trimmed === '') return { value: null, oddity: undefined };
  const word = trimmed.toLowerCase();
  if (MISSING.has(word)) return { value: null, oddity: 'missing' };
  if (TRACE.has(word) || LESS_THAN.test(word)) return { value: 0, oddity: 'trace' };
  const number = withoutCommas(trimmed, isCommaDecimal);
  if (!PLAIN.test(number)) return { value: null, oddity: 'unreadable' };
  const { value, oddity } = amountOf(Number(number));
  return { value, oddity: oddity ?? 'comma' };
}

function amountOf(value: number): Amount {
  return Number.isFinite(value)
    ? { value, oddity: undefined }
    : { value: null, oddity: 'unreadable' };
}

/** The number with a decimal point and no separators of thousands. */
function withoutCommas(text: string, isCommaDecimal: boolean): string {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, '');
  const isGrouped = isCommaDecimal
    ? /^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(compact)
    : /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(compact);
  if (isGrouped) return compact.replaceAll(',', '');
  // 1.234,5: the last separator is the decimal one.
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(compact)) {
    return compact.replaceAll('.', '').replace(',', '.');
  }
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(compact)) return compact.replaceAll(',', '');
  return compact.replace(',', '.');
}
