import { isUnit, normalUnit } from './table/units.ts';

// Reads a number in an imported cell: marks for missing values, traces, "<0.1", parentheses,
// footnotes, thousands, units, digits of other scripts.

/** How an amount was written, where it was not a plain number. */
export type AmountOddity = 'comma' | 'marked' | 'unit' | 'trace' | 'missing' | 'unreadable';

export interface Amount {
  readonly value: number | null;
  readonly oddity: AmountOddity | undefined;
  /** The unit behind the number, `kcal` of `105 kcal`, in the form of {@link normalUnit}. */
  readonly unit?: string;
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
  't tr tr. trace traces spuren spur spår spor sporen spoor tracce traccia trazas traza traços traço jäämiä 微量'.split(
    ' ',
  ),
);
const LESS_THAN = /^(?:<|≤|&lt;|less than)\s*(?:[\d.,]+|l[oq][dq]|lod|loq)$/i;
/** Estimated values, and those of another source, are in parentheses or brackets. */
const ENCLOSED = /^(?:\((.*)\)|\[(.*)\])$/s;
/** Marks of footnotes after a number, and of an approximate one before it. */
const MARKS_AROUND = /^(?:~|≈|ca\.?\s)\s*|\s*[*†‡§#¹²³⁴⁵⁶⁷⁸⁹⁰]+$/g;
/** What may follow a number: `±0.3`, `(n=3)`, `[1]`; the letter of a footnote. */
const REMARK = /(?<=[\p{L}\d%])\s*(?:±.*|\([^()]*\)|\[[^[\]]*\])$/u;
const FOOTNOTE = /(?<=\d)\s?[a-z]$/;
/** Excel's way to keep a number as text. */
const QUOTED = /^="(.*)"$|^'(?=[\d.+-])/;
const UNIT_BEHIND = /(?<=[\d.*)\]])\s*([\p{L}%]{1,12})\.?$/u;
/** `01` is 0 with a footnote, or a code. */
const ASCII_AMOUNT = /^[+-]?(?!0\d+$)(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

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
  const { number } = numberIn(withPlainDigits(text.trim()));
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
  const plain = withPlainDigits(trimmed);
  const { number: digits, unit, isMarked } = numberIn(plain);
  const number = withPoint(digits, marks);
  if (!ASCII_AMOUNT.test(number)) return { value: null, oddity: 'unreadable' };
  const oddity = unit !== undefined ? 'unit' : isMarked ? 'marked' : 'comma';
  const amount = amountOf(Number(number), plain === number ? undefined : oddity);
  return unit === undefined ? amount : { ...amount, unit };
}

const ANY_MARKS: Marks = { isCommaDecimal: false, isPointDecimal: true };

/** Whether a cell can be read as a number or a trace. */
export function isAmountText(cell: string): boolean {
  return parseAmount(cell, ANY_MARKS).value !== null;
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

/** Takes `~1,200 mg*` apart: the number without separating spaces, its unit, whether there was a mark. */
function numberIn(text: string): {
  readonly number: string;
  readonly unit: string | undefined;
  readonly isMarked: boolean;
} {
  const marked = bare(bare(text).replace(REMARK, ''));
  const [, word = ''] = UNIT_BEHIND.exec(marked) ?? [];
  const unit = isUnit(normalUnit(word)) ? normalUnit(word) : undefined;
  const inner = unit === undefined ? marked : bare(marked.replace(UNIT_BEHIND, ''));
  const number = bare(inner.replace(FOOTNOTE, ''));
  return { number: compact(number), unit, isMarked: number !== text };
}

/** Without parentheses, brackets and marks of footnotes: `(12)`, `[0.3]`, `12*`, `="12"`. */
function bare(text: string): string {
  const unquoted = text.replace(QUOTED, '$1');
  const [, round, square] = ENCLOSED.exec(unquoted) ?? [];
  return (round ?? square ?? unquoted).replaceAll(MARKS_AROUND, '').trim();
}

/** Full-width and Arabic digits, marks and minus signs as in ASCII; footnotes stay as they are. */
function withPlainDigits(text: string): string {
  return /^\p{ASCII}*$/u.test(text)
    ? text
    : text
        .replaceAll(/[０-９．，－＋％]/g, (mark) => mark.normalize('NFKC'))
        .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
        .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
        .replaceAll('٫', '.')
        .replaceAll('٬', ',')
        .replaceAll('\u2212', '-');
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
