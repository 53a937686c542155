// What `food-lookup/client` exports.

export { FoodHttpError, FoodNetworkError, FoodQueryError } from './errors.ts';
export type { FieldValue, Food, FoodValue, Interpretation, Portion, Reading } from './food.ts';
export {
  createFoodClient,
  type FoodClient,
  type FoodClientOptions,
} from './food-client.ts';
export type {
  FoodAmountSource,
  Meal,
  MealFood,
  MealLine,
  MealTotals,
  NutrientAmounts,
} from './meal.ts';
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
} from './options.ts';
