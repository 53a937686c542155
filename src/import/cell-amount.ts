import { isUnit, normalUnit } from '../food/nutrient-units.ts';

// Reads the number in an imported cell: missing values, traces, "<0.1", parentheses, footnotes,
// thousands separators, units, digits of other scripts.

/** How an amount was written if it was not a plain number. */
export type AmountOddity = 'comma' | 'marked' | 'trace' | 'missing' | 'unreadable';

export interface Amount {
  readonly value: number | null;
  readonly oddity: AmountOddity | undefined;
  /** The unit after the number, such as `kcal` in `105 kcal`, as {@link normalUnit} returns it. */
  readonly unit?: string;
}

/** What commas and periods mean in a column's numbers. */
export type DecimalMarks = Readonly<Record<'isCommaDecimal' | 'isPointDecimal', boolean>>;

/** How food tables mark a missing value; McCance and Widdowson use "N". */
const MISSING_MARKS = new Set(
  'n na n/a n.a. #n/a nan nd n.d. nq ne ni k.a. n.b. i.a. null none missing'.split(' '),
);
/**
 * Matches an empty name, a line such as `---`, and marks of a missing name, such as `null` or `Tr`.
 */
export const MISSING_NAME =
  /^(?:[-–—:|=_.?…\s]*|#?n\/a|#?N\/A|nan|NaN|null|NULL|None|undefined|[Tt]r\.?)$/u;
const DASHES = /^[-–—−*….?]+$/;
/**
 * Words for amounts too small to measure, in the tables' languages. `<0.1` counts as a trace too.
 */
const TRACE = new Set(
  't tr tr. trace traces spuren spur spår spor sporen spoor tracce traccia trazas traza traços traço jäämiä 微量'.split(
    ' ',
  ),
);
const LESS_THAN = /^(?:<|≤|&lt;|less than)\s*(?:[\d.,]+|l[oq][dq]|lod|loq)$/i;
/** Matches parentheses or brackets, as around values that are estimated or from another source. */
const ENCLOSED = /^(?:\((.*)\)|\[(.*)\])$/s;
/** Footnote marks after a number, and marks of approximation before it. */
const MARKS_AROUND = /^(?:~|≈|ca\.?\s)\s*|\s*[*†‡§#¹²³⁴⁵⁶⁷⁸⁹⁰]+$/g;
/**
 * Remarks that may follow a number: `±0.3`, `(n=3)`, `[1]`, a footnote letter other than `o`, or a
 * period, except in a German date: `01.02.`.
 */
const REMARK = /(?<=[\p{L}\d%])\s*(?:±.*|\([^()]*\)|\[[^[\]]*\])$/u;
const FOOTNOTE = /(?<=\d)(?:\s?[a-np-z]|(?<!^\d\d\.(?:0\d|1[0-2]))\.)$/;
/** Excel's ways to store a number as text. */
const QUOTED = /^="(.*)"$|^'(?=[\d.+-])/;
const UNIT_AFTER = /(?<=[\d.*)\]])\s*([\p{L}%]{1,12})\.?$/u;
/** Matches `01.02`, which is a date that a spreadsheet made from 1.2. */
export const DATE = /^0[1-9]\.(?:0[1-9]|1[0-2])\.?$/;
/** Does not match `01`: it is either a code, or 0 with footnote 1. */
const ASCII_AMOUNT = /^[+-]?(?!0\d+$)(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Spaces and apostrophes between thousands. */
const BETWEEN_THOUSANDS = /(?<=\d)[ \u00a0\u2007\u2009\u202f'’](?=\d{3}(?!\d))/g;

/** A number without a unit, footnotes or remarks, as in most cells. */
const NUMBER_ALONE = /^[+-]?[\d.,]*\d$/;

/** The longest text that can be an amount, in UTF-16 units. */
const MAX_AMOUNT_LENGTH = 64;

/**
 * One comma or period before three digits: a decimal mark or a thousands separator. After a 0, it
 * is a decimal mark.
 */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
/** Matches a number that is neither a code nor a year. */
export const FRACTION = /^[+-]?\d*[.,]\d+$/;
const GROUPS_BY_COMMA = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d*)$/;
const GROUPS_BY_POINT = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d*)$/;

/** A decimal mark or thousands separator, in any script. */
const MARK = /[.,．，٫٬·]/;

/** What a number reveals about the decimal marks in its column. `345` is `whole`. */
export type Evidence = 'whole' | 'comma-thousands' | `${'comma' | 'point'}-${'decimal' | 'either'}`;

/**
 * Returns what a number reveals about the decimal marks; `undefined` if it reveals nothing or is not
 * a number.
 */
export function evidenceOf(text: string): Evidence | undefined {
  if (/^[1-9]\d\d$/.test(text)) return 'whole';
  if (text.length > MAX_AMOUNT_LENGTH || !MARK.test(text)) return undefined;
  const { number } = numberIn(withPlainDigits(text.trim()));
  if (GROUPS_BY_COMMA.test(number)) return 'comma-thousands';
  if (GROUPS_BY_POINT.test(number)) return number.includes(',') ? 'comma-decimal' : 'point-either';
  const mark = number.includes(',') ? 'comma' : 'point';
  if (AMBIGUOUS.test(number)) return `${mark}-either`;
  return FRACTION.test(number) ? `${mark}-decimal` : undefined;
}

/**
 * Reads an amount as people write it in tables. A trace, or anything below a limit such as `<0.1`,
 * is 0. A missing or unreadable amount is `null`.
 *
 * @param marks - what `1,234` and `1.234` mean; unambiguous numbers need no marks
 */
export function parseAmount(text: string, marks: DecimalMarks): Amount {
  const trimmed = text.trim();
  if (trimmed.length > MAX_AMOUNT_LENGTH || DATE.test(trimmed))
    return { value: null, oddity: 'unreadable' };
  if (ASCII_AMOUNT.test(trimmed) && (marks.isPointDecimal || !AMBIGUOUS.test(trimmed))) {
    return amountOf(Number(trimmed), undefined);
  }
  if (trimmed === '') return { value: null, oddity: undefined };
  const marker = markerOf(trimmed);
  if (marker !== undefined) return { value: marker === 'trace' ? 0 : null, oddity: marker };
  const plain = withPlainDigits(trimmed);
  const { number: digits, unit, isMarked } = numberIn(plain);
  const number = withPoint(digits, marks);
  if (!ASCII_AMOUNT.test(number)) return { value: null, oddity: 'unreadable' };
  const oddity = isMarked ? 'marked' : 'comma';
  const amount = amountOf(Number(number), plain === number ? undefined : oddity);
  return unit === undefined ? amount : { ...amount, unit };
}

/** Checks whether a cell can be read as a number or a trace. */
export function isAmountText(cell: string): boolean {
  return parseAmount(cell, { isCommaDecimal: false, isPointDecimal: true }).value !== null;
}

/** Checks whether a cell is words only: not a number, unit, mark such as `not tested`, or `#REF!`. */
export function isWordOnly(cell: string): boolean {
  return /^(?!#|not |.*\d).*\p{L}{2}/isu.test(cell) && !markerOf(cell) && !isUnit(normalUnit(cell));
}

/** Returns whether a cell means a missing value or a trace; `undefined` if neither. */
export function markerOf(cell: string): 'missing' | 'trace' | undefined {
  if (cell.length > MAX_AMOUNT_LENGTH) return undefined;
  if (DASHES.test(cell)) return 'missing';
  const word = bare(cell).toLowerCase();
  if (MISSING_MARKS.has(word) || DASHES.test(word)) return 'missing';
  return TRACE.has(word) || LESS_THAN.test(word) ? 'trace' : undefined;
}

function amountOf(value: number, oddity: AmountOddity | undefined): Amount {
  return Number.isFinite(value) ? { value, oddity } : { value: null, oddity: 'unreadable' };
}

/**
 * Splits `~1,200 mg*` into the number and the unit, and returns whether the number was not alone.
 */
function numberIn(text: string) {
  if (NUMBER_ALONE.test(text)) return { number: text, unit: undefined, isMarked: false };
  const marked = bare(bare(text).replace(REMARK, ''));
  const [, word = ''] = UNIT_AFTER.exec(marked) ?? [];
  const unit = isUnit(normalUnit(word)) ? normalUnit(word) : undefined;
  const inner = unit === undefined ? marked : bare(marked.replace(UNIT_AFTER, ''));
  const number = bare(inner.replace(FOOTNOTE, ''));
  return { number: number.replaceAll(BETWEEN_THOUSANDS, ''), unit, isMarked: number !== text };
}

/**
 * Removes parentheses, brackets, footnote marks, `~` and Excel's quotes: `(12)`, `[0.3]`, `12*`,
 * `="12"`.
 */
function bare(text: string): string {
  if (/^[a-z\d.,]*$/i.test(text)) return text;
  const unquoted = text.replace(QUOTED, '$1');
  const [, round, square] = ENCLOSED.exec(unquoted) ?? [];
  return (round ?? square ?? unquoted).replaceAll(MARKS_AROUND, '').trim();
}

/** Digits and marks of other scripts, the raised dot and the minus sign; then the same in ASCII. */
const OTHER_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬·\u2212';
const PLAIN_DIGITS = '01234567890123456789.,.-';

/** Converts digits, marks and minus signs of other scripts to ASCII. Leaves footnotes unchanged. */
function withPlainDigits(text: string): string {
  return text
    .replaceAll(/[０-９．，－＋％]/g, (mark) => mark.normalize('NFKC'))
    .replaceAll(/[^\p{ASCII}]/gu, (mark) => PLAIN_DIGITS[OTHER_DIGITS.indexOf(mark)] ?? mark);
}

/** Returns the number with a decimal point and without thousands separators. */
function withPoint(number: string, { isCommaDecimal, isPointDecimal }: DecimalMarks): string {
  if (GROUPS_BY_COMMA.test(number)) return number.replaceAll(',', '');
  if (GROUPS_BY_POINT.test(number)) return number.replaceAll('.', '').replace(',', '.');
  if (AMBIGUOUS.test(number)) {
    const isFraction = number.includes(',') ? isCommaDecimal : isPointDecimal;
    return isFraction ? number.replace(',', '.') : number.replace(/[.,]/, '');
  }
  return number.replace(',', '.');
}
