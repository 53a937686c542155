import { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { LoadProgress } from '../catalog/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/memory-catalog.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import { PAGE_FOLDER, readPageFiles } from '../http/page/page-files.ts';
import { type CheckedOptions, checkOptions } from './check-options.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { FoodLookup } from './food-lookup.ts';
import type { FoodLookupOptions } from './food-lookup-options.ts';
import { loadData } from './load-data.ts';
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
  const checked = await checkOptions(options);
  if ('faults' in checked) throw new ConfigurationError(checked.faults);
  return createFromChecked(checked);
}

/** {@link createFoodLookup} of options that were checked already. */
export async function createFromChecked(
  { settings, database }: CheckedOptions,
  onProgress?: LoadProgress,
): Promise<FoodLookup> {
  try {
    const pageFiles = settings.page === undefined ? [] : readPageFiles(PAGE_FOLDER);
    const logger = await createLogger(settings.logLevel);
    for (const { message } of settings.corsPolicy.warnings) logger.warn(message);
    const data = await loadData(database, settings.source, logger, onProgress);
    const catalog = new CurrentCatalog(createMemoryCatalog(data, settings.fuzzy));
    const metrics = settings.metricsPort === undefined ? undefined : await startMetrics();
    const parts = { settings, database, catalog, pageFiles, logger, metrics };
    const service = new RunningService(parts, data);
    await service.ready();
    return service;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Loaded where they are wanted only. */
async function startMetrics(): Promise<Metrics> {
  const { Metrics } = await import('../http/observation/metrics.ts');
  return new Metrics();
}
