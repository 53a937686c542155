import type { FoodEntry, FoodValue } from '../src/client/index.ts';

/** What the page counts, in the order it shows them. */
export const NUTRIENTS = ['kcal', 'protein', 'fat', 'carbohydrate'] as const;
export type Nutrient = (typeof NUTRIENTS)[number];

/** A food: kilocalories and grams per 100 g of it, `null` where the table has no number. */
export interface Food extends Readonly<Record<Nutrient, number | null>> {
  readonly description: string;
}

/**
 * A food of an answer as the page works with it.
 *
 * @throws TypeError where the service put something else into its list
 */
export function toFood(entry: FoodEntry): Food {
  if (typeof entry !== 'object' || entry === null)
    throw new TypeError(`Cannot read a food from ${JSON.stringify(entry)}.`);
  return {
    description: String(entry.description ?? ''),
    kcal: toNumber(entry.kcal),
    protein: toNumber(entry.protein_g),
    fat: toNumber(entry.fat_g),
    carbohydrate: toNumber(entry.carbohydrate_g),
  };
}

/** The number a value is or spells; `null` for what is no finite number. */
export function toNumber(value: FoodValue): number | null {
  const isMissing = value === null || (typeof value === 'string' && value.trim() === '');
  const number = isMissing ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Whether two foods are one and the same: a table may hold one name twice. */
export function isSameFood(a: Food, b: Food): boolean {
  return (
    a.description === b.description && NUTRIENTS.every((nutrient) => a[nutrient] === b[nutrient])
  );
}
