import { createMemoryCatalog } from './catalog/memory-catalog.ts';
import { countEntries, readEntries } from './catalog/sqlite/read-entries.ts';
import { ConfigurationError } from './configuration-error.ts';
import { isFatValue } from './food/fat.ts';
import { FATTY_ACID_COLUMNS, type StoredEntry } from './food/food-entry.ts';
import {
  checkOptions,
  type FoodLookupOptions,
  type FoodLookupSettings,
} from './food-lookup-options.ts';
import { createApp, type InjectRequest, type InjectResponse } from './http/app.ts';
import { ListenError } from './http/listen-error.ts';
import { createLogger } from './logger.ts';
import { readVersion } from './version.ts';

/** The service, ready to listen. */
export interface FoodLookup {
  /** How many foods it holds. */
  readonly size: number;

  /**
   * Starts to listen at the host and port of the options.
   *
   * @returns the address, such as `http://localhost:3001`
   * @throws ListenError where the port is in use, or the host or port cannot be had
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
  const logger = await createLogger(logLevel);
  for (const { message } of corsPolicy.warnings) logger.warn(message);

  const fats = new UnreadableFats();
  const total = countEntries(database);
  const catalog = await createMemoryCatalog(fats.watch(readEntries(database)), {
    onProgress: (loaded) => onProgress?.(loaded, total),
  });
  if (fats.count > 0) logger.warn(`${database}: ${fats.summary()}`);

  const app = createApp({ catalog, corsPolicy, logger, version: readVersion() });
  return {
    size: catalog.size,
    async listen() {
      const { level } = logger;
      // Fastify would log each address it takes; who calls is told the one that counts.
      if (logger.isLevelEnabled('info')) logger.level = 'warn';
      try {
        await app.listen({ host, port });
      } catch (error) {
        throw new ListenError(host, port, error);
      } finally {
        logger.level = level;
      }
      // The port is another than the one asked for where that was 0.
      const [address] = app.addresses();
      return urlOf(host, typeof address === 'object' ? address.port : port);
    },
    inject: async (request) => app.inject(request),
    close: async () => app.close(),
  };
}

/** Text among the fatty acids that is no number: it counts as 0, and its owner should hear of it. */
class UnreadableFats {
  count = 0;
  #example = '';

  *watch(entries: Iterable<StoredEntry>): Generator<StoredEntry> {
    for (const entry of entries) {
      for (const column of FATTY_ACID_COLUMNS) {
        if (isFatValue(entry[column])) continue;
        this.count += 1;
        this.#example ||= `${column} ${JSON.stringify(entry[column])} of ${JSON.stringify(entry.description)}`;
      }
      yield entry;
    }
  }

  summary(): string {
    return `${this.count} fatty acid values are no numbers and count as 0 in fat_g, the first: ${this.#example}`;
  }
}

function urlOf(host: string, port: number): string {
  // An address that stands for all of this machine's is none that a browser can go to.
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
