import type { Quantity } from '../../src/meal/food-amount.ts';
import { usualOf } from '../../src/meal/measures.ts';
import type { Food } from './food.ts';
import { type Amount, HUNDRED_GRAMS } from './plate.ts';
import { amountReader } from './search-criteria.ts';

// The amount in which a food is shown and added: as typed, a usual portion (a cup for drinks), or
// 100 g.

/** The amount that results and new portions start with. */
export type Basis = '100g' | 'portion';

/** The values that a serving depends on, besides the food. */
export interface ServingChoice {
  readonly basis: Basis;
  /** The amount typed in the search, such as the `2 cups` of `2 cups milk`. */
  readonly quantity?: Quantity | undefined;
  /** The unit last chosen for this food. */
  readonly unitName: string | undefined;
}

/**
 * Returns the amount that a row of results shows and adds. This is the typed amount, or 100 g if
 * the food lacks its unit. If no amount was typed and amounts are per portion, it is in the unit
 * last chosen or the usual one. Otherwise, it is 100 g.
 */
export function servingOf(food: Food, { basis, quantity, unitName }: ServingChoice): Amount {
  const typed = quantity && amountReader()?.amountOf(food.measures, quantity, food.description);
  if (typed !== undefined) return typed;
  if (quantity !== undefined || basis === '100g') return HUNDRED_GRAMS;
  return usualAmountOf(food, unitName) ?? HUNDRED_GRAMS;
}

/**
 * Returns a usual portion of a food, in the named unit if the food has it; `undefined` if it has no
 * measures.
 */
export function usualAmountOf({ measures }: Food, unitName?: string): Amount | undefined {
  const usual = measures.find(({ name }) => name === unitName) ?? usualOf(measures);
  if (usual === undefined) return undefined;
  const { count, name, grams } = usual;
  return { count, unit: { name, grams: grams / count } };
}
