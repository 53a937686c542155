import { createMemoryCatalog } from '../catalog/memory-catalog.ts';
import { countEntries, readEntries } from '../catalog/sqlite/read-entries.ts';
import { UnreadableFats } from '../food/unreadable-fats.ts';
import { createApp, type InjectRequest, type InjectResponse } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { createPageApp } from '../http/page/page-app.ts';
import { PAGE_FOLDER, readPageFiles } from '../http/page/page-files.ts';
import { checkOptions, type FoodLookupSettings } from './check-options.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { FoodLookupOptions } from './food-lookup-options.ts';
import { createLogger } from './logger.ts';
import { readVersion } from './version.ts';

/** The service, ready to listen. */
export interface FoodLookup {
  /** How many foods it holds. */
  readonly size: number;

  /** Where the page is, such as `http://localhost:3000`, once the service listens and has one. */
  readonly pageUrl: string | undefined;

  /**
   * Starts to listen at the host and port of the options; the page, if it is wanted, at its own.
   * Asked again, it gives the same address.
   *
   * @returns the address of the service, such as `http://localhost:3001`
   * @throws ListenError where the port is in use, or the host or port cannot be had; Error once the
   * service is closed
   */
  listen(): Promise<string>;

  /** Answers a request as a listening service would, without a connection. */
  inject(request: InjectRequest | string): Promise<InjectResponse>;

  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

/**
 * Makes the service: checks the options, loads the foods, builds the index. It does not listen yet.
 *
 * @throws ConfigurationError with every fault of the options, before anything is started
 * @example
 * ```ts
 * const foodLookup = await createFoodLookup({ port: 0, cors: { origin: 'https://app.example' } });
 * const url = await foodLookup.listen();
 * const foods = await (await fetch(`${url}/api/food?q=cheese`)).json();
 * await foodLookup.close();
 * ```
 */
export async function createFoodLookup(options: FoodLookupOptions = {}): Promise<FoodLookup> {
  const checked = checkOptions(options);
  if ('faults' in checked) throw new ConfigurationError(checked.faults);
  return createFromSettings(checked.settings);
}

/** Told now and then how many of how many foods have been loaded. */
export type LoadProgress = (loaded: number, total: number) => void;

/** {@link createFoodLookup} of options that are checked already. */
export async function createFromSettings(
  settings: FoodLookupSettings,
  onProgress?: LoadProgress,
): Promise<FoodLookup> {
  const { port, host, database, corsPolicy, logLevel } = settings;
  const pageFiles = settings.page === undefined ? [] : readPageFiles(PAGE_FOLDER);
  const logger = await createLogger(logLevel);
  for (const { message } of corsPolicy.warnings) logger.warn(message);

  const fats = new UnreadableFats();
  const total = countEntries(database);
  const catalog = await createMemoryCatalog(fats.watch(readEntries(database)), {
    onProgress: (loaded) => onProgress?.(loaded, total),
  });
  if (fats.count > 0) logger.warn(`${database}: ${fats.summary()}`);

  const app = createApp({ catalog, corsPolicy, logger, version: readVersion() });
  let pageApp: ReturnType<typeof createPageApp> | undefined;
  let pageUrl: string | undefined;
  let listening: Promise<string> | undefined;
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await Promise.all([app.close(), pageApp?.close()]);
  };
  const start = async () => {
    const url = await listen(app, host, port);
    if (settings.page === undefined) return url;
    pageApp = createPageApp({
      files: pageFiles,
      apiUrl: settings.apiUrl ?? url,
      callApi: async (request) => app.inject(request),
      host,
      logger,
    });
    try {
      pageUrl = await listen(pageApp, host, settings.page);
    } catch (error) {
      await close();
      throw error;
    }
    return url;
  };
  return {
    size: catalog.size,
    get pageUrl() {
      return pageUrl;
    },
    async listen() {
      if (isClosed) {
        throw new Error(
          'Cannot listen: the service is closed. Make another with createFoodLookup.',
        );
      }
      listening ??= start();
      return listening;
    },
    inject: async (request) => app.inject(request),
    close,
  };
}
