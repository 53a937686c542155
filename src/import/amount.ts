/** How an amount was written, where it was not a plain number. */
export type AmountOddity = 'comma' | 'trace' | 'missing' | 'unreadable';

export interface Amount {
  readonly value: number | null;
  readonly oddity: AmountOddity | undefined;
}

/** What commas and points mean in the numbers of a column. */
export interface Marks {
  readonly isCommaDecimal: boolean;
  readonly isPointDecimal: boolean;
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

/** One mark before three digits, which may be a fraction or thousands; after a 0 it is a fraction. */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const FRACTION = /^[+-]?\d*[.,]\d+$/;
const GROUPS_BY_COMMA = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d*)$/;
const GROUPS_BY_POINT = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d*)$/;

/** What a number shows of the marks of its column by itself. */
export type Evidence =
  | 'comma-decimal'
  | 'comma-thousands'
  | 'comma-either'
  | 'point-decimal'
  | 'point-either';

/** The evidence in a number; `undefined` where it has no mark, or is no number. */
export function evidenceOf(text: string): Evidence | undefined {
  const number = compact(text);
  if (GROUPS_BY_COMMA.test(number)) return 'comma-thousands';
  if (GROUPS_BY_POINT.test(number)) return number.includes(',') ? 'comma-decimal' : 'point-either';
  const mark = number.includes(',') ? 'comma' : 'point';
  if (EITHER.test(number)) return `${mark}-either`;
  return FRACTION.test(number) ? `${mark}-decimal` : undefined;
}

/**
 * Reads an amount as people write it in tables. A trace, and anything below a limit such as `<0.1`,
 * is 0. What is missing is `null`, and so is what cannot be read.
 *
 * @param marks - what `1,234` and `1.234` mean; numbers that can mean one thing alone need none
 */
export function parseAmount(text: string, marks: Marks): Amount {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed) && (marks.isPointDecimal || !EITHER.test(trimmed))) {
    return amountOf(Number(trimmed), undefined);
  }
  if (trimmed === '') return { value: null, oddity: undefined };
  const word = trimmed.toLowerCase();
  if (MISSING.has(word)) return { value: null, oddity: 'missing' };
  if (TRACE.has(word) || LESS_THAN.test(word)) return { value: 0, oddity: 'trace' };
  const number = withPoint(compact(trimmed), marks);
  if (!PLAIN.test(number)) return { value: null, oddity: 'unreadable' };
  return amountOf(Number(number), 'comma');
}

function amountOf(value: number, oddity: AmountOddity | undefined): Amount {
  return Number.isFinite(value) ? { value, oddity } : { value: null, oddity: 'unreadable' };
}

/** Without the spaces and apostrophes between groups of thousands. */
function compact(text: string): string {
  return text.replaceAll(/[\s\u00a0\u202f']/g, '');
}

/** The number with a decimal point and no separators of thousands. */
function withPoint(number: string, { isCommaDecimal, isPointDecimal }: Marks): string {
  if (GROUPS_BY_COMMA.test(number)) return number.replaceAll(',', '');
  if (GROUPS_BY_POINT.test(number)) return number.replaceAll('.', '').replace(',', '.');
  if (EITHER.test(number)) {
    const isFraction = number.includes(',') ? isCommaDecimal : isPointDecimal;
    return isFraction ? number.replace(',', '.') : number.replace(/[.,]/, '');
  }
  return number.replace(',', '.');
}
