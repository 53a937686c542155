import type { Food as AnsweredFood, FieldValue } from '../../src/client/index.ts';
import { type Measure, readMeasures, toNumber } from '../../src/meal/measures.ts';

// A food as the page has it: columns it asks for, order of nutrients everywhere, when the sum of
// fat is not known.

/** The nutrients that plates store, in the order of links and files. */
export const NUTRIENTS = ['kcal', 'protein', 'fat', 'carbohydrate'] as const;
export type Nutrient = (typeof NUTRIENTS)[number];

/** The same in the order in which they are shown, everywhere. */
export const SHOWN_NUTRIENTS = ['kcal', 'carbohydrate', 'protein', 'fat'] as const;

/** A food: kilocalories and grams per 100 g of it, `null` where the table has no number. */
export interface Food extends Readonly<Record<Nutrient, number | null>> {
  readonly description: string;
  /** Its key for `GET /api/food/{id}`; `null` if the table has no key. */
  readonly id: string | null;
  /** Its household measures, such as 1 cup of 244 g; often none. */
  readonly measures: readonly Measure[];
}

/** The columns of a food by name: the five of every answer, and those that were asked for. */
export type FoodRow = Readonly<Record<string, FieldValue | undefined>>;

/** Foods by their ids; `undefined` for an id that no food has. */
export type Rows = ReadonlyMap<string, FoodRow | undefined>;

/**
 * The further columns that the page uses, if the service offers them. All but the key are those of
 * USDA's Standard Reference.
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

/** How many fatty acids `fat_g` adds up; with fewer known, the sum is not the food's fat. */
const ALL_FATS = 3;

/**
 * A food of an answer as the page works with it.
 *
 * @param key - the column that identifies a food, if the table has one
 * @throws TypeError if the service's list contains something else
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

/** Total fat where the table has it, else the sum of the fatty acids if all of them are known. */
function fatIn(row: FoodRow): number | null {
  if (row.lipid_total_g !== undefined) return toNumber(row.lipid_total_g);
  const known = row.fat_known === undefined ? ALL_FATS : toNumber(row.fat_known);
  return known === ALL_FATS ? toNumber(row.fat_g) : null;
}

/** Whether two foods are one and the same: a table may hold one name twice. */
export function isSameFood(a: Food, b: Food): boolean {
  return (
    a.description === b.description && NUTRIENTS.every((nutrient) => a[nutrient] === b[nutrient])
  );
}
