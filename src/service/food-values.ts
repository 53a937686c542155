import type { FoodCatalog, Match } from '../catalog/food-catalog.ts';
import { UserError } from '../food/user-error.ts';
import { toFoodQuery } from '../http/food-query.ts';

/** A value as the table has it. Integers beyond 2^53 lose digits. */
export type FoodValue = number | string | null;

/** A food as the service answers it. In the bundled table, amounts are per 100 g. */
export interface Food {
  /** In grams. */
  readonly carbohydrate_g: FoodValue;
  /** In grams. */
  readonly protein_g: FoodValue;
  /** In kilocalories. */
  readonly kcal: FoodValue;
  readonly description: FoodValue;
  /** Saturated, mono- and polyunsaturated fat together, in grams with two decimals. */
  readonly fat_g: string;
}

export interface SearchOptions {
  /** Default: `substring`. */
  readonly match?: Match;
}

/** A query that the service answers with an error. */
export class RequestError extends UserError {
  override readonly name = 'RequestError';
}

/** Searches without HTTP, by the same rules. */
export async function searchFoods(
  catalog: FoodCatalog,
  q: string,
  options: SearchOptions = {},
): Promise<Food[]> {
  const query = toFoodQuery(new URLSearchParams({ q, ...options }));
  if ('code' in query) throw new RequestError(query.message);
  const { body } = await catalog.search(query);
  return JSON.parse(Buffer.from(body).toString());
}
