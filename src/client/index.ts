// The exports of `food-lookup/client`.

export { createFoodClient } from './create-food-client.ts';
export { FoodHttpError, FoodNetworkError, FoodQueryError } from './errors.ts';
export type {
  FieldValue,
  Food,
  FoodAmountSource,
  FoodValue,
  Interpretation,
  Meal,
  MealFood,
  MealLine,
  MealTotals,
  NutrientAmounts,
  Portion,
  Reading,
} from './food.ts';
export type { FoodClient, FoodClientOptions } from './food-client.ts';
export type {
  FoodAnswer,
  FoodGroup,
  FoodGroupOptions,
  FoodListOptions,
  FoodOptions,
  FoodSearchOptions,
  FoodWithFields,
  KnownFoods,
  MealOptions,
  Operator,
  Selection,
  WhereCondition,
} from './request-options.ts';
