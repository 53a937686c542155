import { readNutrients } from '../../catalog/nutrients.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import type { PlannedColumn } from './column-plan.ts';
import { unitFactor } from './units.ts';

// Finds minerals and vitamins that are off by a factor of 1,000, by their daily values.

/** Fewer foods than this prove nothing about a table. */
export const MIN_FOODS = 10;
/** A day's energy, for which daily values are meant, in kcal. */
const DAILY_KCAL = 2000;
/**
 * How much of its daily value the middle food has per share of the day's energy. In national tables
 * this is between 0.05 and 5 for nearly all nutrients.
 */
const [LEAST_SHARE, MOST_SHARE] = [1 / 300, 100];
const GRAM_UNITS = ['g', 'mg', 'µg'];
/** Amounts that are kept. More do not change what the middle one says. */
const MAX_KEPT_AMOUNTS = 100_000;

interface SmallColumn {
  readonly at: number;
  readonly name: string;
  readonly unit: string;
  readonly field: string;
  readonly dailyValue: number;
  /** Those above 0. */
  readonly amounts: number[];
}

/** Collects the amounts of all columns in mg and µg that have a daily value. */
export class SmallAmounts {
  readonly #columns: readonly SmallColumn[];

  constructor(columns: readonly PlannedColumn[]) {
    const dailyValues = new Map(
      readNutrients().map(({ column, dailyValue }) => [column, dailyValue]),
    );
    this.#columns = columns.flatMap(({ name, unit, fields: [field] }, at) => {
      const dailyValue = dailyValues.get(name);
      const isSmall = unit === 'mg' || unit === 'µg';
      if (!isSmall || dailyValue === undefined || field === undefined) return [];
      return [{ at, name, unit, field: field.name, dailyValue, amounts: [] }];
    });
  }

  add(row: readonly StoredValue[]): void {
    for (const { at, amounts } of this.#columns) {
      const value = row[at];
      if (typeof value !== 'number' || value <= 0 || amounts.length === MAX_KEPT_AMOUNTS) continue;
      amounts.push(value);
    }
  }

  /**
   * Which column is in another unit than its name says, and the way out.
   *
   * @param kcal - the energy of the middle food; NaN where none is known
   */
  fault(kcal: number): string | undefined {
    for (const { name, unit, field, dailyValue, amounts } of this.#columns) {
      const typical = middle(amounts);
      const share = typical / dailyValue / (kcal / DAILY_KCAL);
      const isOff = share < LEAST_SHARE || share > MOST_SHARE;
      if (amounts.length < MIN_FOODS || !isOff) continue;
      const factor = share < LEAST_SHARE ? 1000 : 1 / 1000;
      const other = GRAM_UNITS.find((one) => unitFactor(one, unit) === factor) ?? 'g';
      return (
        `its column ${JSON.stringify(field)} has too ${factor > 1 ? 'little' : 'much'} to be in ${unit} ` +
        `(${typical} in the middle). Say its unit, such as with ` +
        `--map ${JSON.stringify(`${name}=${field}:${other}`)}, or accept it with --accept nutrients.`
      );
    }
    return undefined;
  }
}

/** The median; NaN of nothing. */
export function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
