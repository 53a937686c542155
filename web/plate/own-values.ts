import { type Food, type FoodRow, NUTRIENTS, type Nutrient, toFood } from '../foods/food.ts';

// From which difference on the values of a plate count as other than those of the service.

/** Less than what is shown of any value. */
const ALIKE = 0.005;

/** A value that the service has otherwise than a plate does, per 100 g. */
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
