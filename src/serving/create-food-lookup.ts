import { type Prepared, prepare } from '../data/prepare.ts';
import { PAGE_FOLDER, readPageFiles } from '../http/page/page-files.ts';
import type { FoodLookupOptions } from '../settings/food-lookup-options.ts';
import type { FoodLookup } from './food-lookup.ts';
import { createLogger } from './logger.ts';
import { RunningService } from './running-service.ts';

/**
 * Creates the service: checks the options, loads the foods, builds the index. It does not listen yet.
 *
 * @throws ConfigurationError with all faults of the options, before anything is started
 * @example
 * ```ts
 * const foodLookup = await createFoodLookup({ port: 0, cors: { origin: 'https://app.example' } });
 * const url = await foodLookup.listen();
 * const foods = await (await fetch(`${url}/api/food?q=cheese`)).json();
 * await foodLookup.close();
 * ```
 */
export async function createFoodLookup(options: FoodLookupOptions = {}): Promise<FoodLookup> {
  const service = await createService(await prepare(options));
  await service.load();
  return service;
}

/**
 * The service that {@link createFoodLookup} makes of these options, before it loads its foods: it can
 * listen meanwhile.
 */
export async function createService({ settings, database }: Prepared): Promise<RunningService> {
  try {
    const pageFiles = settings.page === undefined ? [] : readPageFiles(PAGE_FOLDER);
    const logger = await createLogger(settings);
    for (const { message } of settings.corsPolicy.warnings) logger.warn(message);
    // Loaded where they are wanted only.
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : new (await import('../http/observation/metrics.ts')).Metrics();
    return await RunningService.start({ settings, database, pageFiles, logger, metrics });
  } catch (error) {
    await database.close();
    throw error;
  }
}
