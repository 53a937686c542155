import { DATE, type DecimalMarks, type Evidence, evidenceOf } from '../cell-amount.ts';
import { ImportError } from '../import-error.ts';
import type { Example } from '../import-report.ts';
import type { RawRecord } from '../record-source.ts';
import type { PlannedColumn } from './column-plan.ts';

// Decides for each column whether commas or periods are decimal marks. Refuses columns with
// numbers that may be misread.

/**
 * If this many numbers or more all have exactly three digits after a period, the periods are not
 * decimal.
 */
const MIN_THOUSANDS = 3;

type Seen = Partial<Record<Evidence, Example>>;

/** Checks whether a column has `345` and `1.230`, but no other fractions, so 1.230 is over 1,000. */
const hasThousands = ({ whole, ...seen }: Seen, { isPointDecimal }: DecimalMarks) =>
  isPointDecimal && whole && !seen['point-decimal'] && seen['point-either']?.text.endsWith('0');

/**
 * Decides for each field what commas and periods mean. `1,234` is a fraction if another number in
 * the field, or else in the table, shows that commas are decimal.
 */
export class ColumnDecimalMarks {
  readonly #source: string;
  readonly #header: readonly string[];
  readonly #seen = new Map<number, Seen>();
  readonly #marks = new Map<number, DecimalMarks>();
  readonly #other: DecimalMarks;
  /**
   * A decimal comma, in a table whose periods may also be decimal. Without other evidence, `1.234`
   * is then ambiguous.
   */
  readonly #comma: Example | undefined;
  /** The first number like {@link DATE}. */
  #date: Example | undefined;
  /** How many numbers have periods that may separate thousands: `1.234`. */
  #eitherPoints = 0;

  /**
   * @param source - the file, for errors
   * @param sample - the first records, from which the marks are decided
   * @param delimiter - if it is not a comma, commas are decimal unless a number shows otherwise
   */
  constructor(
    source: string,
    header: readonly string[],
    columns: readonly PlannedColumn[],
    sample: readonly RawRecord[],
    delimiter = ',',
  ) {
    this.#source = source;
    this.#header = header;
    const fields = columns
      .filter(({ type }) => type === 'number')
      .flatMap((column) => column.fields.map(({ index }) => index));
    for (const index of new Set(fields)) {
      for (const { place, values } of sample) this.#note(index, place, values[index]);
    }
    const seen = [...this.#seen.values()];
    const inTable = (evidence: Evidence) => seen.some((one) => one[evidence] !== undefined);
    const isLikelyComma = !inTable('point-decimal') && delimiter !== ',';
    const isTableComma = !inTable('comma-thousands') && (inTable('comma-decimal') || isLikelyComma);
    // Periods separate thousands, as in `1.234`, if no number has a decimal point and one of these
    // is true: a number has a decimal comma, as in `1,5`; or enough numbers have three digits after
    // a period, and none has three after a comma.
    const isWhole = this.#eitherPoints >= MIN_THOUSANDS && !inTable('comma-either');
    const isPointDecimal = inTable('point-decimal') || !(inTable('comma-decimal') || isWhole);
    this.#other = { isCommaDecimal: isTableComma, isPointDecimal };
    this.#comma = isPointDecimal ? seen.flatMap((one) => one['comma-decimal'] ?? [])[0] : undefined;
    for (const [index, one] of this.#seen) {
      const isComma =
        one['comma-decimal'] !== undefined ||
        (isTableComma && (inTable('comma-decimal') || one['point-decimal'] === undefined));
      this.#marks.set(index, { isCommaDecimal: isComma, isPointDecimal });
    }
    const odd = [...this.#seen].find(([, one]) => hasThousands(one, this.#other));
    if (odd !== undefined) throw this.#fault(odd[0], odd[1]['point-either'], odd[1].whole);
  }

  #fault(index: number, one: Example | undefined, other: Example | undefined): ImportError {
    return new ImportError(
      this.#source,
      `its column ${JSON.stringify(this.#header[index])} has ${one?.text} (line ${one?.place}), ` +
        `and another cell has ${other?.text} (line ${other?.place}): one of them may be misread. ` +
        'Write its numbers without thousands separators, and not as dates.',
    );
  }

  /** Whether it is certain that periods in a field are decimal, as in nearly all tables. */
  arePointsDecimal(index: number): boolean {
    return this.#comma === undefined && (this.#marks.get(index) ?? this.#other).isPointDecimal;
  }

  /**
   * Returns the marks of a field, given the field's next number.
   *
   * @throws ImportError if this number or an earlier one may be misread
   */
  of(index: number, place: number, text: string): DecimalMarks {
    const evidence = this.#note(index, place, text);
    const marks = this.#marks.get(index) ?? this.#other;
    const seen = this.#seen.get(index);
    const isEither = evidence === 'point-either' && seen?.['point-decimal'] === undefined;
    if (isEither && this.#comma) throw this.#fault(index, { place, text }, this.#comma);
    const isWrong =
      evidence?.includes('-') &&
      ((marks.isCommaDecimal && seen?.['comma-thousands'] && seen['comma-either']) ||
        (!marks.isCommaDecimal && seen?.['comma-decimal'] && seen['comma-either']) ||
        (!marks.isPointDecimal && seen?.['point-decimal'] && seen['point-either']));
    if (!isWrong) return marks;
    throw this.#fault(index, seen?.['comma-either'] ?? seen?.['point-either'], { place, text });
  }

  #note(index: number, place: number, value: RawRecord['values'][number]): Evidence | undefined {
    if (typeof value !== 'string') return undefined;
    if (DATE.test(value)) {
      this.#date ??= { place, text: value };
      if (this.#date.place !== place) throw this.#fault(index, { place, text: value }, this.#date);
    }
    const evidence = evidenceOf(value);
    if (evidence === undefined) return undefined;
    if (evidence === 'point-either') this.#eitherPoints += 1;
    const seen = this.#seen.get(index) ?? {};
    if (seen[evidence] === undefined || value.endsWith('0')) {
      this.#seen.set(index, { ...seen, [evidence]: { place, text: value } });
    }
    return evidence;
  }
}
