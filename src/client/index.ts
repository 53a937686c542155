// What `food-lookup/client` exports.

export type { FieldValue, Food, FoodValue, Portion } from './food.ts';
export {
  createFoodClient,
  type FoodClient,
  type FoodClientOptions,
} from './food-client.ts';
export { FoodHttpError } from './food-http-error.ts';
export { FoodNetworkError } from './food-network-error.ts';
export { FoodQueryError } from './food-query-error.ts';
export type { Interpretation, Reading } from './interpretation.ts';
export type {
  FoodAnswer,
  FoodGroup,
  FoodGroupOptions,
  FoodListOptions,
  FoodOptions,
  FoodSearchOptions,
  FoodWithFields,
  KnownFoods,
} from './options.ts';
export type { Operator, Selection, WhereCondition } from './selection.ts';
