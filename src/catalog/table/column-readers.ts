import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { elementAt, numberAt } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import type { Work } from '../../search/work.ts';
import { type RowCollector, TopRows } from '../selection/top-rows.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS, type ColumnData } from './columns.ts';
import { elementOf, type NumberValuesData, numbersOf } from './number-values.ts';
import { compareCodePoints, type TextCodesData, textsOf } from './text-codes.ts';
import { isSurelyAfter } from './text-start.ts';

// How `where` and `sort` compare the values of a column: numbers, texts, what is not known; what
// that costs.

/** Compares the values of a column. */
export interface ColumnReader {
  isKnown(row: number): boolean;
  /**
   * Compares rows with a value: below, at or above 0 as theirs is less, equal or more; NaN where it is
   * not known.
   *
   * @param value a decimal for a column of numbers
   */
  against(value: string): (row: number) => number;
  /** Collects so many rows, the least values first, or the most. */
  top(count: number, isDescending: boolean): RowCollector;
}

/** Where the columns of a table and what they are written in are. */
export type ColumnSource = Pick<CatalogData, 'rows' | 'fields' | 'columns'>;

/** Reads the columns of a table. What reading one costs is counted, beside a unit or two. */
export class ColumnReaders {
  readonly #source: ColumnSource;
  readonly #work: Work;
  /** Made when they are first needed. */
  readonly #readers = new Map<string, ColumnReader>();

  constructor(source: ColumnSource, work: Work) {
    this.#source = source;
    this.#work = work;
  }

  /** The reader of a column that there is. */
  of(name: string): ColumnReader {
    const reader = this.#readers.get(name) ?? this.#create(this.#column(name));
    this.#readers.set(name, reader);
    return reader;
  }

  /** Reads the numbers of a column that can be divided; NaN where one is not known. */
  numbersOf(name: string): (row: number) => number {
    const { values } = this.#column(name);
    if (values !== undefined && 'form' in values) return numbersOf(values);
    const { write } = this.#written(name);
    return (row) => {
      const text = write(row);
      return text === NOT_KNOWN ? Number.NaN : Number(text);
    };
  }

  /** Reads the codes of a column of coded texts, of which there are so many. */
  codesOf(name: string): { readonly count: number; readonly at: (row: number) => number } {
    const { values } = this.#column(name);
    if (values === undefined || 'form' in values) {
      throw new RangeError(`The texts of column "${name}" are not coded`);
    }
    return { count: textsOf(values).length, at: (row) => elementOf(values.codes, row) };
  }

  #column(name: string): ColumnData {
    const column = this.#source.columns.find((one) => one.name === name);
    if (column === undefined) throw new RangeError(`There is no column "${name}"`);
    return column;
  }

  #create({ name, holdsNumbers, values }: ColumnData): ColumnReader {
    if (values === undefined) {
      const written = this.#written(name);
      return holdsNumbers ? decimals(written.write, this.#work) : texts(written, this.#work);
    }
    return 'form' in values ? numbers(values, this.#work) : codes(values, this.#work);
  }

  #written(name: string): Written {
    const work = this.#work;
    const { rows: rowsData, fields } = this.#source;
    const place = ANSWER_NAMES.indexOf(name);
    if (place !== -1) {
      const rows = answerRows(rowsData);
      return {
        write: (row) => {
          work.spend(WRITTEN_WORK + rows.lengthOf(row) / BYTES_PER_UNIT);
          return rows.valueOf(row, place);
        },
        bytes: rows.bytes,
        startOf: (row) => rows.startOf(row, place),
      };
    }
    const { names, starts, bytes } = fields;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const field = names.indexOf(name);
    const startOf = (row: number) => numberAt(starts, row * names.length + field);
    return {
      write: (row) => {
        const [start, end] = [startOf(row), numberAt(starts, row * names.length + field + 1)];
        work.spend(WRITTEN_WORK + (end - start) / BYTES_PER_UNIT);
        return buffer.toString('utf8', start, end);
      },
      bytes,
      startOf,
    };
  }
}

/** The values of a column as JSON. */
interface Written {
  write(row: number): string;
  readonly bytes: Uint8Array;
  startOf(row: number): number;
}

/** Units for a value that is read where it is written: some half a microsecond, and its bytes. */
const WRITTEN_WORK = 40;
const BYTES_PER_UNIT = 4;
/** Units for the first bytes of a value. */
const START_WORK = 4;

const NOT_KNOWN = 'null';

const ANSWER_NAMES: readonly string[] = ANSWER_COLUMNS;

function readerOf<Key>(
  keyOf: (row: number) => Key | undefined,
  compare: (a: Key, b: Key) => number,
  keyOfValue: (value: string) => Key,
  work: Work,
): ColumnReader {
  return {
    isKnown: (row) => keyOf(row) !== undefined,
    against: (value) => {
      const given = keyOfValue(value);
      return (row) => {
        const key = keyOf(row);
        return key === undefined ? Number.NaN : compare(key, given);
      };
    },
    top: (count, isDescending) =>
      new TopRows(count, keyOf, isDescending ? (a: Key, b: Key) => compare(b, a) : compare, work),
  };
}

function decimals(write: (row: number) => string, work: Work): ColumnReader {
  const keyOf = (row: number) => {
    const text = write(row);
    return text === NOT_KNOWN ? undefined : readDecimal(text);
  };
  return readerOf(keyOf, compareDecimals, readDecimal, work);
}

function texts({ write, bytes, startOf }: Written, work: Work): ColumnReader {
  const keyOf = (row: number) => {
    const text = write(row);
    if (text === NOT_KNOWN) return undefined;
    return fold(text.startsWith('"') ? JSON.parse(text) : text);
  };
  return {
    ...readerOf(keyOf, compareCodePoints, fold, work),
    top: (count, isDescending) => {
      const compare = (a: string, b: string) =>
        isDescending ? compareCodePoints(b, a) : compareCodePoints(a, b);
      return new TopRows(count, keyOf, compare, work, (row, last) => {
        work.spend(START_WORK);
        return isSurelyAfter(bytes, startOf(row), last, isDescending);
      });
    },
  };
}

function numbers(data: NumberValuesData, work: Work): ColumnReader {
  const read = numbersOf(data);
  const keyOf = (row: number) => {
    const value = read(row);
    return Number.isNaN(value) ? undefined : value;
  };
  return {
    ...readerOf(keyOf, (a, b) => a - b, Number, work),
    against: (text) => signs(read, text),
  };
}

/** What {@link ColumnReader.against} gives for doubles: they compare as the decimals they are shown as. */
function signs(read: (row: number) => number, text: string): (row: number) => number {
  const given = Number(text);
  // A decimal with more digits than a double has is beside the double next to it.
  const beside = Number.isFinite(given)
    ? compareDecimals(readDecimal(String(given)), readDecimal(text))
    : 0;
  return (row) => {
    const value = read(row);
    return value === given ? beside : value - given;
  };
}

function codes({ codes: values, ...data }: TextCodesData, work: Work): ColumnReader {
  const keyOf = (row: number) => elementOf(values, row) || undefined;
  const against = (text: string) => {
    const folded = fold(text);
    const sorted = textsOf(data);
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareCodePoints(elementAt(sorted, middle).folded, folded) < 0) low = middle + 1;
      else high = middle;
    }
    // Between two codes where no food has the text.
    const given = low + (sorted[low]?.folded === folded ? 1 : 1 / 2);
    return (row: number) => {
      const code = elementOf(values, row);
      return code === 0 ? Number.NaN : code - given;
    };
  };
  return { ...readerOf(keyOf, (a, b) => a - b, Number, work), against };
}
