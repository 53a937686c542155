export type { FieldValue, Food, FoodValue, Portion } from './food.ts';
export {
  createFoodClient,
  type FoodAnswer,
  type FoodClient,
  type FoodClientOptions,
  type FoodGroup,
  type FoodGroupOptions,
  type FoodListOptions,
  type FoodOptions,
  type FoodSearchOptions,
  type FoodWithFields,
  type KnownFoods,
} from './food-client.ts';
export { FoodHttpError } from './food-http-error.ts';
export { FoodNetworkError } from './food-network-error.ts';
export { FoodQueryError } from './food-query-error.ts';
export type { Interpretation, Reading } from './interpretation.ts';
export type { Operator, Selection, WhereCondition } from './selection.ts';
