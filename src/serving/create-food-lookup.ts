import { prepare } from '../data/prepare.ts';
import type { FoodLookupOptions } from '../settings/food-lookup-options.ts';
import { createService } from './create-service.ts';
import type { FoodLookup } from './food-lookup.ts';

// `createFoodLookup` of the library: returns a service that has loaded its foods and does not
// listen yet.

/**
 * Creates the service: checks the options, loads the foods, builds the index. It does not listen yet.
 *
 * @throws ConfigurationError with all faults of the options, before anything is started
 * @example
 * ```ts
 * const foodLookup = await createFoodLookup({ port: 0, cors: { origin: 'https://app.example' } });
 * const url = await foodLookup.listen();
 * const foods = await (await fetch(`${url}/api/food?q=cheese`)).json();
 * await foodLookup.close(); // or declare it with `await using`
 * ```
 */
export async function createFoodLookup(options: FoodLookupOptions = {}): Promise<FoodLookup> {
  const service = await createService(await prepare(options));
  await service.load();
  return service;
}
