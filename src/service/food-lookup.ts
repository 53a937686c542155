import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { DataStatus } from '../catalog/data-status.ts';
import type { LoadProgress } from '../catalog/load-catalog.ts';
import { type CatalogData, createMemoryCatalog } from '../catalog/memory-catalog.ts';
import { type CorsOptions, type CorsPolicy, explainOrigin } from '../cors/index.ts';
import type { InjectRequest, InjectResponse } from '../http/app.ts';
import { type Embedding, embed } from '../http/embedding.ts';
import type { Health } from '../http/health.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import { createMetricsApp } from '../http/observation/metrics-app.ts';
import { createPageApp } from '../http/page/page-app.ts';
import { PAGE_FOLDER, type PageFile, readPageFiles } from '../http/page/page-files.ts';
import { createHostRule } from '../http/server/host-rule.ts';
import { HttpServer } from '../http/server/http-server.ts';
import { serverUrls } from '../http/server/server-url.ts';
import type { TlsFiles } from '../http/server/tls.ts';
import {
  type CheckedOptions,
  checkCors,
  checkOptions,
  type FoodLookupSettings,
} from './check-options.ts';
import { ConfigurationError, type ConfigurationFault } from './configuration-error.ts';
import { DataFollower } from './data-follower.ts';
import type { FoodLookupOptions } from './food-lookup-options.ts';
import { type FoodWithFields, findFood, type SearchOptions, searchFoods } from './food-values.ts';
import { loadData } from './load-data.ts';
import { createLogger } from './logger.ts';
import type { OpenDatabase } from './open-database.ts';
import { createServingApp } from './serving-app.ts';
import { possibleThreads, ServingThreads } from './serving-threads.ts';

/** The service, ready to listen. */
export interface FoodLookup extends Embedding {
  /** How many foods it holds. */
  readonly size: number;

  /** The column by which `/api/food/{id}` finds foods, such as `ndb_no`; `undefined` where none can be. */
  readonly key: string | undefined;

  /** The address of the page, such as `http://localhost:3000`, once the service listens and has one. */
  readonly pageUrl: string | undefined;

  /** Where Prometheus finds the metrics, once the service listens and has them. */
  readonly metricsUrl: string | undefined;

  /**
   * Starts to listen at the host and port of the options, and serves the page on its own port if it
   * is wanted. Called again, it returns the same address.
   *
   * @returns the address of the service, such as `http://localhost:3001`
   * @throws ListenError where the port is in use, or the host or port cannot be used; Error once the
   * service is closed
   */
  listen(): Promise<string>;

  /**
   * The foods that match, best first, as values.
   *
   * @throws RequestError if the query is one that the service answers with an error
   */
  search(query: string, options?: SearchOptions): Promise<FoodWithFields[]>;

  /**
   * The food with this key, `undefined` where there is none.
   *
   * @param fields further fields, as `/api/fields` lists them
   * @throws RequestError for a field that is not among them
   */
  food(key: string, fields?: readonly string[]): Promise<FoodWithFields | undefined>;

  /** Answers a request as a listening service would, without a connection. */
  inject(request: InjectRequest | string): Promise<InjectResponse>;

  /** How fresh the data are, and whether their changes can be followed. */
  readonly dataStatus: DataStatus;

  /** Reads the data again, in another thread, and puts them in force if they have changed. */
  reload(): void;

  /**
   * Puts other `cors` options in force, for the requests that are yet to come. They replace the
   * options before and are not merged with them: what is not given has its default again.
   *
   * @throws ConfigurationError with all of their faults, or for an origin function while several
   * threads serve; nothing is changed then
   */
  setCors(cors: Partial<CorsOptions>): void;

  /**
   * Is not ready from now on; after the drain delay stops listening, answers the requests under way,
   * and ends each connection after its answer. What is left 10 s later is ended then.
   */
  stop(): Promise<void>;

  /** Stops listening and ends all connections at once. */
  close(): Promise<void>;
}

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

interface ServiceParts {
  readonly settings: FoodLookupSettings;
  readonly database: OpenDatabase;
  readonly catalog: CurrentCatalog;
  readonly pageFiles: readonly PageFile[];
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

const FUNCTION_FOR_THREADS: ConfigurationFault = {
  where: 'cors.origin',
  message:
    'Cannot use an origin function now: it cannot be sent to the threads that serve. Restart the service, and one thread serves; or start it with --threads 1, and it can be changed while it runs.',
};

/** The life cycle of a service whose data are loaded: it listens once, and is closed once. */
class RunningService implements FoodLookup {
  readonly #parts: ServiceParts;
  readonly #follower: DataFollower;
  readonly #app: ReturnType<typeof createServingApp>;
  readonly #embedding: Embedding;
  #metricsUrl: string | undefined;
  /** The service's first, then the page's. */
  readonly #servers: HttpServer[] = [];
  /** In force now. */
  #cors: { readonly options: CorsOptions; readonly policy: CorsPolicy };
  #pageUrl: string | undefined;
  #listening: Promise<string> | undefined;
  /** Where several threads serve, and this one loads for them. */
  readonly #threads: ServingThreads | undefined;
  #isStopping = false;
  #isClosed = false;

  /** @param data what the catalog starts with; not kept, so that other data can take their place */
  constructor(parts: ServiceParts, data: CatalogData) {
    this.#parts = parts;
    const { catalog, database, logger, metrics, settings } = parts;
    this.#cors = { options: settings.cors, policy: settings.corsPolicy };
    this.#app = createServingApp({
      settings,
      catalog,
      corsPolicy: () => this.#cors.policy,
      health: () => this.#health(),
      logger,
      metrics,
    });
    this.#follower = new DataFollower({
      ...database,
      source: settings.source,
      revision: data.rows.revision,
      refreshMs: settings.refreshSeconds * 1000,
      logger,
      replace: ({ data }) => {
        catalog.replace(createMemoryCatalog(data, settings.fuzzy));
        this.#threads?.replace(data);
      },
      onStatus: () => this.#threads?.setHealth(this.#health()),
    });
    metrics?.observeData({ catalog, status: () => this.#follower.status });
    this.#follower.start();
    this.#embedding = embed(this.#app);
    this.#threads = this.#createThreads(data);
  }

  /** Resolves when requests can be answered. */
  async ready(): Promise<void> {
    await this.#app.ready();
  }

  get size(): number {
    return this.#parts.catalog.take().size;
  }

  get key(): string | undefined {
    return this.#parts.catalog.take().key;
  }

  get pageUrl(): string | undefined {
    return this.#pageUrl;
  }

  get metricsUrl(): string | undefined {
    return this.#metricsUrl;
  }

  get dataStatus(): DataStatus {
    return this.#follower.status;
  }

  reload(): void {
    this.#follower.reload();
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
    this.#assertOpen();
    this.#listening ??= this.#start();
    return this.#listening;
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
    return searchFoods(this.#parts.catalog.take(), query, options);
  }

  async food(key: string, fields?: readonly string[]): Promise<FoodWithFields | undefined> {
    return findFood(this.#parts.catalog.take(), key, fields);
  }

  async inject(request: InjectRequest | string): Promise<InjectResponse> {
    return this.#app.inject(request);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#threads?.setHealth(this.#health());
    // Balancers that ask for the health learn in this time that there is another place to go.
    await setTimeout(this.#parts.settings.drainDelaySeconds * 1_000);
    this.#isClosed = true;
    await Promise.all([
      this.#threads?.stop(false),
      ...this.#servers.map((server) => server.stop()),
    ]);
    await this.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // None of them waits for another: a database that is slow to let go keeps no port open.
    await Promise.all([
      this.#threads?.stop(true),
      ...this.#servers.map((server) => server.close()),
      this.#follower.close(),
    ]);
    await this.#app.close();
    await this.#parts.database.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new Error('Cannot listen: the service is closed. Make another with createFoodLookup.');
    }
  }

  #health(): Health {
    const { loadedAt, fault } = this.#follower.status;
    return { isReady: !this.#isStopping, loadedAt, isStoreReachable: fault === undefined };
  }

  #createThreads(data: CatalogData): ServingThreads | undefined {
    const { settings, logger, metrics } = this.#parts;
    const { corsPolicy: _, ...forThreads } = settings;
    const { count, reason } = possibleThreads(settings);
    if (reason !== undefined) logger.warn(`One thread serves: ${reason}`);
    if (count === 1) return undefined;
    const hasMetrics = metrics !== undefined;
    const start = { settings: forThreads, data, health: this.#health(), hasMetrics };
    return new ServingThreads(start, count, logger);
  }

  async #start(): Promise<string> {
    const { page } = this.#parts.settings;
    const url = (await this.#threads?.listen()) ?? (await this.#listen());
    try {
      if (page !== undefined) this.#pageUrl = await this.#startPage(page, url);
      const { metrics } = this.#parts;
      if (metrics !== undefined) this.#metricsUrl = await this.#startMetrics(metrics);
    } catch (error) {
      await this.close();
      throw error;
    }
    return url;
  }

  async #startPage(port: number, url: string): Promise<string> {
    const { settings, pageFiles, logger } = this.#parts;
    const { host, tls } = settings;
    const pageApp = createPageApp({
      files: pageFiles,
      apiUrl: settings.apiUrl ?? url,
      callApi: async (request) => this.#app.inject(request),
      explainOrigin: async (origin) => {
        const { message, fix } = await explainOrigin(this.#cors.options.origin, origin);
        return { message, ...(fix !== undefined && { fix: [fix].flat().map(String) }) };
      },
      pageUrls: () => serverUrls(host, server.addresses, tls === undefined ? 'http' : 'https'),
      logger,
    });
    await pageApp.ready();
    const server = this.#addServer(pageApp, host, tls);
    return server.listen(host, port);
  }

  async #startMetrics(metrics: Metrics): Promise<string> {
    const { metricsHost, metricsPort = 0 } = this.#parts.settings;
    const metricsApp = createMetricsApp(
      metrics,
      async () => (await this.#threads?.metrics()) ?? [],
    );
    await metricsApp.ready();
    const url = await this.#addServer(metricsApp, metricsHost).listen(metricsHost, metricsPort);
    return `${url}/metrics`;
  }

  async #listen(): Promise<string> {
    const { host, port, socket, tls } = this.#parts.settings;
    const server = this.#addServer(this.#app, host, tls);
    return socket === undefined ? server.listen(host, port) : server.listenOnSocket(socket);
  }

  #addServer(
    app: Pick<ReturnType<typeof createServingApp>, 'routing'>,
    host: string,
    tls?: TlsFiles,
  ): HttpServer {
    this.#assertOpen();
    const { settings, logger } = this.#parts;
    const { allowedHosts, limits } = settings;
    const server = new HttpServer(app.routing, {
      limits,
      hostRule: createHostRule({ host, allowedHosts }),
      tls,
      onError: (err) => logger.error({ err }, 'Cannot accept connections'),
      onTlsFault: ({ message }) =>
        logger.error(`${message} The previous certificate stays in use.`),
    });
    this.#servers.push(server);
    return server;
  }
}
