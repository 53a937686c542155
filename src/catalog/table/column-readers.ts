import { remember } from '../../cache/bounded-map.ts';
import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { doubleAt, numberAt } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import type { Condition, Order } from '../selection/selection.ts';
import type { CatalogData } from './catalog-file.ts';
import type { ColumnData } from './columns.ts';
import {
  type NumberValuesData,
  type OrdinalsData,
  quotientsOf,
  type ReadNumbers,
  readValues,
} from './number-values.ts';
import { compareCodePoints, foldedText, jsonReader } from './value-ordinals.ts';

// Compares the values of a column, stored as an array of numbers, for `where` and `sort`.

/** A column's values as numbers that sort in the same order. */
interface StoredColumn {
  readonly values: NumberValuesData['values'];
  /** Whether unknown values are 0 and known ones start at 1; otherwise, unknown values are NaN. */
  readonly isOneBased: boolean;
  /**
   * Returns the position of a given value among the column's values.
   *
   * @param value a decimal, for a column of numbers
   */
  positionOf(value: string): ValuePosition;
}

/**
 * The position of a value: lower values are at most `below`, higher values at least `above`.
 * `exact` is the position of equal values; `undefined` if there are none.
 */
interface ValuePosition {
  readonly below: number;
  readonly exact: number | undefined;
  readonly above: number;
}

/** A test of whether a row's value is inside or outside a range. */
export interface RangeTest {
  readonly values: NumberValuesData['values'];
  readonly low: number;
  readonly high: number;
  readonly isInside: boolean;
  /** A value in the range that nevertheless fails the test; NaN if there is none. */
  readonly except: number;
}

/** Checks whether a stored value passes the test. */
export function isPassing({ low, high, isInside, except }: RangeTest, value: number): boolean {
  return (value >= low && value <= high) === isInside && value !== except;
}

/** Reads the columns of a table. */
export class ColumnReaders {
  readonly #source: Pick<CatalogData, 'rows' | 'fields' | 'columns'>;
  /** The columns read so far, by name. */
  readonly #stored = new Map<string, StoredColumn>();

  constructor(source: Pick<CatalogData, 'rows' | 'fields' | 'columns'>) {
    this.#source = source;
  }

  /**
   * Returns the tests that a row must pass to match all conditions. Ranges of the same column are
   * combined into one.
   */
  testsFor(conditions: readonly Condition[]): RangeTest[] {
    const ranges = new Map<RangeTest['values'], RangeTest>();
    const others: RangeTest[] = [];
    for (const test of conditions.map((condition) => this.#testOf(condition))) {
      const { low, high } = ranges.get(test.values) ?? test;
      const both = { low: Math.max(low, test.low), high: Math.min(high, test.high) };
      if (test.isInside && Number.isNaN(test.except)) ranges.set(test.values, { ...test, ...both });
      else others.push(test);
    }
    return [...ranges.values(), ...others];
  }

  /** Returns the test for a condition. Unknown values match only `!`. */
  #testOf({ column, operator, value }: Condition): RangeTest {
    const stored = this.#storedOf(column);
    const { values, isOneBased } = stored;
    const min = isOneBased ? 1 : Number.NEGATIVE_INFINITY;
    const known = {
      ...{ values, low: min, high: Number.POSITIVE_INFINITY },
      ...{ isInside: true, except: Number.NaN },
    };
    if (operator === '!') return { ...known, isInside: false };
    const { below, exact, above } = stored.positionOf(value);
    switch (operator) {
      case '<':
        return { ...known, high: below };
      case '<=':
        return { ...known, high: exact ?? below };
      case '>':
        return { ...known, low: Math.max(min, above) };
      case '>=':
        return { ...known, low: Math.max(min, exact ?? above) };
      case '=':
        return { ...known, low: exact ?? above, high: exact ?? below };
      case '!=':
        return { ...known, except: exact ?? Number.NaN };
    }
  }

  /**
   * Returns a reader of sort keys: the values of a column, or the quotients of two columns of
   * numbers. The lowest key sorts first; unknown values get infinity.
   */
  keysOf({ column, divisor, isDescending }: Order): ReadNumbers {
    const sign = isDescending ? -1 : 1;
    if (divisor !== undefined) {
      return quotientsOf(this.#numbersOf(column), this.#numbersOf(divisor), sign);
    }
    const { values, isOneBased } = this.#storedOf(column);
    return (rows, count, into) => {
      readValues(values, rows, count, into);
      for (let i = 0; i < count; i++) {
        const value = doubleAt(into, i);
        const isKnown = isOneBased ? value !== 0 : !Number.isNaN(value);
        into[i] = isKnown ? sign * value : Number.POSITIVE_INFINITY;
      }
    };
  }

  /** Returns a column's numbers as doubles, which can be divided. */
  #numbersOf(name: string): NumberValuesData {
    const { values, doubles } = this.#column(name);
    const numbers = doubles ?? values;
    if (numbers.form !== 'ordinal') return numbers;
    throw new RangeError(`Column "${name}" is not numeric`);
  }

  /** Returns the ordinals of a column of strings. */
  ordinalsOf(name: string): OrdinalsData {
    const { values } = this.#column(name);
    if (values.form === 'ordinal') return values;
    throw new RangeError(`Column "${name}" does not contain strings`);
  }

  #column(name: string): ColumnData {
    const column = this.#source.columns.find((one) => one.name === name);
    if (column === undefined) throw new RangeError(`There is no column "${name}"`);
    return column;
  }

  #storedOf(name: string): StoredColumn {
    return remember(this.#stored, name, () => this.#create(this.#column(name)));
  }

  #create({ name, holdsNumbers, values }: ColumnData): StoredColumn {
    if (values.form === 'ordinal') {
      const written = jsonReader(this.#source, name);
      const { ordinals, rows } = values;
      const positionOf = (text: string) => {
        const compare = holdsNumbers ? comparingDecimal(text) : comparingText(text);
        return positionAmong(rows.length, (i) => compare(written(numberAt(rows, i))));
      };
      return { values: ordinals, isOneBased: true, positionOf };
    }
    if (values.form === 'floating') {
      return { values: values.values, isOneBased: false, positionOf: positionOfDouble };
    }
    const { base, scale } = values;
    const positionOf = (text: string) => {
      const compare = comparingDecimal(text);
      return positionAmong(MAX_STORED, (i) => compare(String((i + base) / scale)));
    };
    return { values: values.values, isOneBased: true, positionOf };
  }
}

/** Stored values have at most 32 bits. */
const MAX_STORED = 2 ** 32;

function comparingText(text: string): (json: string) => number {
  const folded = fold(text);
  return (json) => compareCodePoints(foldedText(json), folded);
}

function comparingDecimal(text: string): (decimal: string) => number {
  const given = readDecimal(text);
  return (decimal) => compareDecimals(readDecimal(decimal), given);
}

/**
 * Finds the position of a value among sorted ones, from 1.
 *
 * @param compare compares the sorted value at an index, from 0, with the given value
 */
function positionAmong(count: number, compare: (index: number) => number): ValuePosition {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compare(middle) < 0) low = middle + 1;
    else high = middle;
  }
  const isExact = low < count && compare(low) === 0;
  return isExact
    ? { below: low, exact: low + 1, above: low + 2 }
    : { below: low, exact: undefined, above: low + 1 };
}

function positionOfDouble(text: string): ValuePosition {
  const near = Number(text);
  // A decimal with more digits than a double holds is just below or above the nearest double.
  const beside = Number.isFinite(near)
    ? compareDecimals(readDecimal(String(near)), readDecimal(text))
    : 0;
  return {
    below: beside < 0 ? near : neighborOf(near, -1),
    exact: beside === 0 ? near : undefined,
    above: beside > 0 ? near : neighborOf(near, 1),
  };
}

/** Returns the next lower or higher double. */
function neighborOf(value: number, step: 1 | -1): number {
  if (value === 0) return step * Number.MIN_VALUE;
  const double = new Float64Array([value]);
  const bits = new BigInt64Array(double.buffer);
  bits[0] = (bits[0] ?? 0n) + BigInt(value > 0 ? step : -step);
  return doubleAt(double, 0);
}
