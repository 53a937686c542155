import { readFileSync } from 'node:fs';
import type { BundledFood } from '../client/food.ts';
import { type Prepared, prepare } from '../data/startup-checks.ts';
import { extraFault } from '../errors/check-arguments.ts';
import { PAGE_FOLDER, readPageFiles } from '../http/page/page-files.ts';
import type { FoodLookupOptions } from '../settings/food-lookup-options.ts';
import { createMetrics } from './api-server.ts';
import type { FoodLookup } from './food-lookup.ts';
import { refuse } from './food-values.ts';
import { createLogger } from './logger.ts';
import { RunningService } from './running-service.ts';

// Creates the service, for `createFoodLookup` and for the command line.

/**
 * Creates the service: checks the options, loads the foods, builds the index. It does not listen
 * yet.
 *
 * @throws ConfigurationError with all faults in the options, before anything is started
 * @example
 * ```ts
 * const foodLookup = await createFoodLookup({ port: 0, cors: { origin: 'https://app.example' } });
 * const url = await foodLookup.listen();
 * const foods = await (await fetch(`${url}/api/food?q=cheese`)).json();
 * await foodLookup.close(); // or declare it with `await using`
 * ```
 */
export async function createFoodLookup(
  options?: FoodLookupOptions & { readonly database?: undefined },
): Promise<FoodLookup<BundledFood>>;
export async function createFoodLookup(options: FoodLookupOptions): Promise<FoodLookup>;
export async function createFoodLookup(
  options: FoodLookupOptions = {},
  ...extra: never[]
): Promise<FoodLookup> {
  refuse(extraFault('createFoodLookup()', extra));
  const service = await createService(await prepare(options));
  await service.load();
  return service;
}

/** Creates a service that has not loaded its foods yet but can already listen. */
export async function createService(prepared: Prepared): Promise<RunningService> {
  const { settings, database, names } = prepared;
  try {
    const pageFiles = settings.page === undefined ? [] : readPageFiles(PAGE_FOLDER);
    const logger = await createLogger(settings);
    for (const { message } of settings.corsPolicy.warnings) logger.warn(message);
    if (settings.apiUrl !== undefined && settings.page === undefined)
      logger.warn(`${names.name('apiUrl')} is not used without ${names.name('page')}.`);
    const warning = openFilesWarning(settings.maxConnections, names.name('maxConnections'));
    if (warning !== undefined) logger.warn(warning);
    const metrics = await createMetrics(settings);
    return await RunningService.start({ settings, database, pageFiles, logger, metrics });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * How many file descriptors a process uses besides those of connections: for files, threads and the
 * database.
 */
const OTHER_FILES = 100;

/**
 * Returns a warning if fewer connections can be open than the settings allow. If no file descriptor
 * is left, Node closes new connections silently.
 *
 * @param setting the name of `maxConnections` where it is set
 * @param limits the limits of the process as Linux lists them; empty on other systems
 */
export function openFilesWarning(
  maxConnections: number,
  setting: string,
  limits = readLimits(),
): string | undefined {
  // The first number is the soft limit, which Node has raised to the hard limit.
  const [, most] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (most === undefined || Number(most) >= maxConnections + OTHER_FILES) return undefined;
  return `This process may open ${most} files, too few for the ${maxConnections} connections of ${setting}: further connections are closed without a log line. Raise the limit (ulimit -n, LimitNOFILE), or lower ${setting}`;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
