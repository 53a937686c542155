export type { DataStatus } from './catalog/data-status.ts';
export { DatabaseError } from './catalog/database-error.ts';
export type { CorsOptions, OriginFunction, OriginSetting } from './cors/index.ts';
export type { InjectRequest, InjectResponse } from './http/app.ts';
export { ListenError } from './http/server/listen-error.ts';
export { ConfigurationError, type ConfigurationFault } from './service/configuration-error.ts';
export { createFoodLookup } from './service/create-food-lookup.ts';
export type { FoodLookup } from './service/food-lookup.ts';
export type { FoodLookupOptions, LogLevel } from './service/food-lookup-options.ts';
export {
  type Food,
  type FoodValue,
  type FoodWithFields,
  RequestError,
  type SearchOptions,
} from './service/food-values.ts';
