import type { Food } from './food.ts';
import { HUNDRED_GRAMS, type Portion } from './plate.ts';

// Foods and plates for tests.

/** Returns a food for a test, with the values that the test is about. */
export const foodOf = (description: string, values: Partial<Food> = {}): Food => ({
  kcal: 100,
  protein: 10,
  fat: 5,
  carbohydrate: 2,
  id: null,
  measures: [],
  ...values,
  description,
});

/** Returns the rows of a plate with 100 g of each food. */
export const plateOf = (...foods: readonly Food[]): readonly Portion[] =>
  foods.map((food) => ({ food, ...HUNDRED_GRAMS }));
