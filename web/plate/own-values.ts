import { type Food, type FoodRow, NUTRIENTS, type Nutrient, toFood } from '../foods/food.ts';

// How much the values of a plate must differ from the service's to be reported.

/** Less than what is shown of any value. */
const ALIKE = 0.005;

/** A value that differs between the service and a plate, per 100 g. */
export interface OwnValue {
  readonly nutrient: Nutrient;
  readonly value: number | null;
}

/**
 * Where the service has other values for a food than the plate: those of a link are the sender's, and
 * a table may have changed. Empty for a food that the service does not have.
 */
export function ownValues(
  food: Food,
  row: FoodRow | undefined,
  key: string | undefined,
): readonly OwnValue[] {
  if (row === undefined) return [];
  const own = toFood(row, key);
  return NUTRIENTS.filter((nutrient) => !isAlike(food[nutrient], own[nutrient])).map(
    (nutrient) => ({ nutrient, value: own[nutrient] }),
  );
}

function isAlike(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < ALIKE;
}
