export { DatabaseError } from './catalog/database-error.ts';
export { ConfigurationError, type ConfigurationFault } from './configuration-error.ts';
export type { CorsOptions, OriginFunction, OriginSetting } from './cors/index.ts';
export { createFoodLookup, type FoodLookup } from './food-lookup.ts';
export type { FoodLookupOptions, LogLevel } from './food-lookup-options.ts';
export type { InjectRequest, InjectResponse } from './http/app.ts';
export { ListenError } from './http/listen-error.ts';
