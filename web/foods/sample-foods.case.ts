import type { Food } from './food.ts';
import { addFood, EMPTY_PLATE, type Plate } from './plate.ts';

/** A food for a test, with the values that it is about. */
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

/** A plate with 100 g of each. */
export const plateOf = (...foods: readonly Food[]): Plate =>
  foods.reduce<Plate>((plate, food) => addFood(plate, food), EMPTY_PLATE);
