import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataStatus } from '../catalog/current-catalog.ts';
import { CurrentCatalog, StartingError } from '../catalog/current-catalog.ts';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import type { CorsOptions, CorsPolicy } from '../cors/index.ts';
import type { AwaitedDatabase } from '../data/awaited-database.ts';
import { DataFollower } from '../data/data-follower.ts';
import { loadData } from '../data/load-data.ts';
import type { OpenDatabase } from '../data/open-database.ts';
import type { InjectRequest, InjectResponse } from '../http/app.ts';
import { type Embedding, embed } from '../http/embedding.ts';
import type { Health } from '../http/health.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import type { PageFile } from '../http/page/page-files.ts';
import { createSharedCounts } from '../http/rate-counts.ts';
import { checkCors } from '../settings/check-cors.ts';
import { ConfigurationError, type ConfigurationFault } from '../settings/configuration-error.ts';
import type { FoodLookupSettings } from '../settings/food-lookup-settings.ts';
import type { FoodLookup } from './food-lookup.ts';
import { type FoodWithFields, findFood, type SearchOptions, searchFoods } from './food-values.ts';
import { Listeners } from './listeners.ts';
import { createServingApp } from './serving-app.ts';
import { possibleThreads, ServingThreads } from './serving-threads.ts';

/** What a service is made of. */
export interface ServiceParts {
  readonly settings: FoodLookupSettings;
  readonly database: AwaitedDatabase;
  readonly pageFiles: readonly PageFile[];
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

const FUNCTION_FOR_THREADS: ConfigurationFault = {
  where: 'cors.origin',
  message:
    'Cannot switch to an origin function while several threads serve: it cannot be sent to them. Restart the service to use it with one thread, or start with --threads 1 to change it at run time.',
};

/**
 * Loads the data and follows them, answers from them, and is closed once. It can listen before they
 * are loaded: then it is not ready, and answers searches with 503.
 */
export class RunningService implements FoodLookup {
  readonly #parts: ServiceParts;
  readonly #catalog = new CurrentCatalog();
  readonly #app: ReturnType<typeof createServingApp>;
  readonly #embedding: Embedding;
  /** In force now. */
  #cors: { readonly options: CorsOptions; readonly policy: CorsPolicy };
  /** Where several threads serve, and this one loads for them. */
  readonly #threads: ServingThreads | undefined;
  /** Of all threads, where requests are limited. */
  readonly #rateCounts: SharedArrayBuffer | undefined;
  readonly #listeners: Listeners;
  /** Once the data are loaded. */
  #follower: DataFollower | undefined;
  /** Asked for before there was a follower: the foods may have been read already. */
  #isReloadWanted = false;
  #isWaitingForDatabase = false;
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    const { logger, metrics, settings } = parts;
    this.#rateCounts = settings.rateLimit === undefined ? undefined : createSharedCounts();
    this.#cors = { options: settings.cors, policy: settings.corsPolicy };
    this.#app = createServingApp({
      settings,
      catalog: this.#catalog,
      corsPolicy: () => this.#cors.policy,
      health: () => this.#health(),
      logger,
      metrics,
      rateCounts: this.#rateCounts,
    });
    this.#embedding = embed(this.#app);
    this.#threads = this.#createThreads();
    this.#listeners = new Listeners({
      ...parts,
      app: this.#app,
      threads: this.#threads,
      origin: () => this.#cors.options.origin,
    });
  }

  /** Resolves when requests can be answered, if only with 503. */
  async ready(): Promise<void> {
    await this.#app.ready();
  }

  /**
   * Loads the data and follows them from then on. Where that fails, everything is closed.
   *
   * @throws ConfigurationError if the database cannot be used; DatabaseError if it cannot be read to
   * its end; the reason of an AbortSignal once the service is closed
   */
  async load(onProgress?: LoadProgress): Promise<void> {
    try {
      await this.#load(onProgress);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #load(onProgress: LoadProgress = () => undefined): Promise<void> {
    const { logger, metrics, settings } = this.#parts;
    const { signal } = this.#closing;
    const database = await this.#openDatabase();
    const data = await loadData(database, settings.source, logger, (loaded, total) => {
      signal.throwIfAborted();
      onProgress(loaded, total);
    });
    this.#catalog.replace(createMemoryCatalog(data, settings.fuzzy));
    await this.#threads?.replace(data);
    signal.throwIfAborted();
    const follower = new DataFollower({
      ...database,
      source: settings.source,
      revision: data.rows.revision,
      refreshMs: settings.refreshSeconds * 1000,
      logger,
      replace: ({ data }) => {
        const catalog = createMemoryCatalog(data, settings.fuzzy);
        this.#catalog.replace(catalog);
        void this.#threads?.replace(data);
        return catalog.revision;
      },
      onStatus: () => this.#threads?.setHealth(this.#health()),
    });
    this.#follower = follower;
    metrics?.observeData({ catalog: this.#catalog, status: () => follower.status });
    follower.start();
    if (this.#isReloadWanted) follower.reload();
    this.#threads?.setHealth(this.#health());
  }

  async #openDatabase(): Promise<OpenDatabase> {
    const { database, logger } = this.#parts;
    try {
      return await database.open((reason) => {
        this.#isWaitingForDatabase = true;
        this.#threads?.setHealth(this.#health());
        logger.warn(`${reason} Waiting for it, and not ready until then.`);
      });
    } finally {
      this.#isWaitingForDatabase = false;
    }
  }

  get size(): number {
    return this.#catalog.take().size;
  }

  get key(): string | undefined {
    return this.#catalog.take().key;
  }

  get pageUrl(): string | undefined {
    return this.#listeners.pageUrl;
  }

  get metricsUrl(): string | undefined {
    return this.#listeners.metricsUrl;
  }

  get dataStatus(): DataStatus {
    if (this.#follower === undefined) throw new StartingError();
    return this.#follower.status;
  }

  reload(): void {
    if (this.#follower === undefined) this.#isReloadWanted = true;
    else this.#follower.reload();
  }

  setCors(cors: Partial<CorsOptions>): void {
    const { page, host, tls } = this.#parts.settings;
    const checked = checkCors({
      cors,
      host,
      ...(page !== undefined && { page }),
      ...(tls !== undefined && { tlsCert: tls.cert }),
    });
    if ('faults' in checked) throw new ConfigurationError(checked.faults);
    if (this.#threads !== undefined && typeof checked.options.origin === 'function') {
      throw new ConfigurationError([FUNCTION_FOR_THREADS]);
    }
    this.#cors = checked;
    this.#threads?.setCors(checked.options);
    for (const { message } of checked.policy.warnings) this.#parts.logger.warn(message);
  }

  async listen(): Promise<string> {
    return this.#listeners.listen();
  }

  get handler(): Embedding['handler'] {
    return this.#embedding.handler;
  }

  get fetch(): Embedding['fetch'] {
    return this.#embedding.fetch;
  }

  get plugin(): Embedding['plugin'] {
    return this.#embedding.plugin;
  }

  async search(query: string, options?: SearchOptions): Promise<FoodWithFields[]> {
    return (await searchFoods(this.#catalog.take(), query, options)).foods;
  }

  async food(key: string, fields?: readonly string[]): Promise<FoodWithFields | undefined> {
    return findFood(this.#catalog.take(), key, fields);
  }

  async inject(request: InjectRequest | string): Promise<InjectResponse> {
    return this.#app.inject(request);
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    await this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#isStopping = true;
    this.#threads?.setHealth(this.#health());
    // Balancers that ask for the health learn in this time that there is another place to go.
    await setTimeout(this.#parts.settings.drainDelaySeconds * 1_000);
    await this.#listeners.stop();
    await this.close();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // None of them waits for another: a database that is slow to let go keeps no port open.
    await Promise.all([this.#listeners.close(), this.#follower?.close()]);
    await this.#app.close();
    await this.#parts.database.close();
  }

  #health(): Health {
    const status = this.#follower?.status;
    return {
      isReady: status !== undefined && !this.#isStopping,
      loadedAt: status?.loadedAt,
      isStoreReachable: status?.fault === undefined && !this.#isWaitingForDatabase,
    };
  }

  #createThreads(): ServingThreads | undefined {
    const { settings, logger, metrics } = this.#parts;
    const { corsPolicy: _, ...forThreads } = settings;
    const { count, reason } = possibleThreads(settings);
    if (reason !== undefined) logger.warn(`Serving with one thread: ${reason}`);
    if (count === 1) return undefined;
    const hasMetrics = metrics !== undefined;
    const start = {
      settings: forThreads,
      health: this.#health(),
      hasMetrics,
      rateCounts: this.#rateCounts,
    };
    return new ServingThreads(start, count, logger);
  }
}
