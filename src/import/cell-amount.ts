// Reads a number in an imported cell: marks for missing values, traces, "<0.1", parentheses,
// footnotes, thousands.

/** How an amount was written, where it was not a plain number. */
export type AmountOddity = 'comma' | 'marked' | 'trace' | 'missing' | 'unreadable';

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
const MISSING_MARKS = new Set(
  'n na n/a n.a. #n/a nan nd n.d. nq ne ni k.a. n.b. i.a. null none missing'.split(' '),
);
const DASHES = /^[-–—−*….?]+$/;
/** Present, but too little to measure, in the languages of the tables. `<0.1` means the same. */
const TRACE = new Set(
  'tr tr. trace traces spuren spur spår spor sporen spoor tracce traccia trazas traza traços traço jäämiä 微量'.split(
    ' ',
  ),
);
const LESS_THAN = /^(?:<|≤|&lt;|less than)\s*(?:[\d.,]+|l[oq][dq]|lod|loq)$/i;
/** Estimated values, and those of another source, are in parentheses or brackets. */
const ENCLOSED = /^(?:\((.*)\)|\[(.*)\])$/s;
/** Marks of footnotes after a number, and of an approximate one before it. */
const MARKS_AROUND = /^(?:~|≈|ca\.?\s)\s*|\s*[*†‡§¹²³⁴⁵]+$/g;
const ASCII_AMOUNT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** No amount is longer. In UTF-16 units. */
const MAX_AMOUNT_LENGTH = 64;

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
  if (text.length > MAX_AMOUNT_LENGTH) return undefined;
  const number = compact(bare(text.trim()));
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
  if (ASCII_AMOUNT.test(trimmed) && (marks.isPointDecimal || !EITHER.test(trimmed))) {
    return amountOf(Number(trimmed), undefined);
  }
  if (trimmed === '') return { value: null, oddity: undefined };
  if (trimmed.length > MAX_AMOUNT_LENGTH) return { value: null, oddity: 'unreadable' };
  const marker = markerOf(trimmed);
  if (marker !== undefined) return { value: marker === 'trace' ? 0 : null, oddity: marker };
  const inner = bare(trimmed);
  const number = withPoint(compact(inner), marks);
  if (!ASCII_AMOUNT.test(number)) return { value: null, oddity: 'unreadable' };
  return amountOf(Number(number), inner === trimmed ? 'comma' : 'marked');
}

/** What stands in a table where there is no number; `undefined` for anything else. */
export function markerOf(cell: string): 'missing' | 'trace' | undefined {
  if (cell.length > MAX_AMOUNT_LENGTH) return undefined;
  const word = bare(cell).toLowerCase();
  if (MISSING_MARKS.has(word) || DASHES.test(word) || DASHES.test(cell)) return 'missing';
  return TRACE.has(word) || LESS_THAN.test(word) ? 'trace' : undefined;
}

function amountOf(value: number, oddity: AmountOddity | undefined): Amount {
  return Number.isFinite(value) ? { value, oddity } : { value: null, oddity: 'unreadable' };
}

/** Without parentheses, brackets and marks of footnotes: `(12)`, `[0.3]`, `12*`. */
function bare(text: string): string {
  const [, round, square] = ENCLOSED.exec(text) ?? [];
  return (round ?? square ?? text).replaceAll(MARKS_AROUND, '').trim();
}

/** Without the spaces and apostrophes between groups of thousands. */
function compact(text: string): string {
  return text.replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, '');
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
