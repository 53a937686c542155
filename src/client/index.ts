// The exports of `food-lookup/client`.

export { createFoodClient } from './checked-client.ts';
export { FoodHttpError, FoodNetworkError, FoodQueryError } from './errors.ts';
export type * from './food.ts';
export type { FoodClient, FoodClientOptions } from './food-client.ts';
export type * from './request-options.ts';
