// The exports of the package `food-lookup`.

// This module comes first, because an older Node.js may fail on the next ones without saying why.
import '../bin/check-node.cjs';

export type { DataStatus } from './catalog/current-catalog.ts';
export { DatabaseError } from './catalog/database-error.ts';
export type {
  BundledFood,
  FieldValue,
  Food,
  FoodValue,
  Meal,
  MealFood,
  MealLine,
  Portion,
} from './client/food.ts';
export type { FoodWithFields, MealOptions, WhereCondition } from './client/request-options.ts';
export type { CorsOptions, OriginFunction, OriginSetting } from './cors/index.ts';
export { RequestError } from './errors/user-error.ts';
export type { InjectRequest, InjectResponse } from './http/app.ts';
export { ListenError } from './http/server/listen-error.ts';
export { createFoodLookup } from './service/create-food-lookup.ts';
export type { FoodLookup } from './service/food-lookup.ts';
export type { FoodAnswer, SearchOptions } from './service/food-values.ts';
export { ConfigurationError, type ConfigurationFault } from './settings/configuration-error.ts';
export type { FoodLookupOptions, LogLevel } from './settings/food-lookup-options.ts';
