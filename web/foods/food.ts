import type { Food as AnsweredFood, FieldValue } from '../../src/client/index.ts';
import { type Measure, readMeasures, toNumber } from '../../src/meal/measures.ts';

// A food as the page uses it: the columns it requests, the order of nutrients, and when total fat
// is unknown.

/** The main nutrients, in the order used in links and files. */
export const NUTRIENTS = ['kcal', 'protein', 'fat', 'carbohydrate'] as const;
export type Nutrient = (typeof NUTRIENTS)[number];

/** The main nutrients, in the order shown throughout the page. */
export const SHOWN_NUTRIENTS = ['kcal', 'carbohydrate', 'protein', 'fat'] as const;

/**
 * The largest value that a link or file may contain: larger than any value per 100 g in any unit.
 * Even sums of such values can be shown.
 */
export const MAX_VALUE = 1_000_000_000;

/** Returns a record's own value for a key, which may be any string, such as `constructor`. */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns an object with a value for each of the main nutrients. */
export function byNutrient<Value>(make: (nutrient: Nutrient) => Value): Record<Nutrient, Value> {
  return {
    kcal: make('kcal'),
    protein: make('protein'),
    fat: make('fat'),
    carbohydrate: make('carbohydrate'),
  };
}

/** A food: kilocalories and grams per 100 g; `null` if the table has no number. */
export interface Food extends Readonly<Record<Nutrient, number | null>> {
  readonly description: string;
  /** The key for `GET /api/food/{id}`; `null` if the table has no key. */
  readonly id: string | null;
  /** Household measures, such as 1 cup of 244 g; often none. */
  readonly measures: readonly Measure[];
}

/** A food's values by column name: the five columns in every answer, and any requested ones. */
export type FoodRow = Readonly<Record<string, FieldValue | undefined>>;

/** Foods by ID; `undefined` for an ID that no food has. */
export type Rows = ReadonlyMap<string, FoodRow | undefined>;

/**
 * The columns that the page uses in addition to the five in every answer, if the service offers
 * them. The key is not listed here.
 */
export const USED_COLUMNS = [
  'lipid_total_g',
  'fat_known',
  'portions',
  'gmwt_1',
  'gmwt_desc1',
  'gmwt_2',
  'gmwt_desc2',
];

/**
 * How many kinds of fatty acids `fat_g` adds up. If any is unknown, the sum is not the food's fat.
 */
const ALL_FATS = 3;

/**
 * Converts an entry of an answer into a food.
 *
 * @param key - the column that identifies a food, if the table has one
 * @throws TypeError if the entry is not an object
 */
export function toFood(entry: AnsweredFood | FoodRow, key: string | undefined): Food {
  if (typeof entry !== 'object' || entry === null)
    throw new TypeError(`Cannot read a food from ${JSON.stringify(entry)}.`);
  const row: FoodRow = { ...entry };
  const id = key === undefined ? undefined : row[key];
  return {
    description: String(row.description ?? ''),
    kcal: toNumber(row.kcal),
    protein: toNumber(row.protein_g),
    fat: fatIn(row),
    carbohydrate: toNumber(row.carbohydrate_g),
    id: id === undefined || id === null ? null : String(id),
    measures: readMeasures(row),
  };
}

/**
 * Returns total fat if the table has it, or else the sum of the fatty acids, unless `fat_known`
 * says that some are unknown.
 */
function fatIn(row: FoodRow): number | null {
  if (row.lipid_total_g !== undefined) return toNumber(row.lipid_total_g);
  const known = row.fat_known === undefined ? ALL_FATS : toNumber(row.fat_known);
  return known === ALL_FATS ? toNumber(row.fat_g) : null;
}

/**
 * Checks whether two foods are the same. The name is not enough, since several foods in a table may
 * share one.
 */
export function isSameFood(a: Food, b: Food): boolean {
  return (
    a.description === b.description && NUTRIENTS.every((nutrient) => a[nutrient] === b[nutrient])
  );
}
