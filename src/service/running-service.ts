import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DataStatus } from '../catalog/current-catalog.ts';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';
import { startNodeThreadPool } from '../catalog/worker-thread.ts';
import { LiveData } from '../data/live-data.ts';
import type { AwaitedDatabase } from '../data/open-database.ts';
import { callbackFault, extraFault } from '../errors/check-arguments.ts';
import { createSharedCounts } from '../http/callers/rate-limit.ts';
import type { Health } from '../http/handlers.ts';
import { type Embedding, embed, injectInto } from '../http/mount.ts';
import { checkCors, type EffectiveCors } from '../settings/check-cors.ts';
import { ConfigurationError, type ConfigurationFault } from '../settings/configuration-error.ts';
import { ApiServer } from './api-server.ts';
import type { FoodLookup } from './food-lookup.ts';
import { findFood, findMeal, refuse, searchFoods } from './food-values.ts';
import { type CommonParts, Listeners } from './listeners.ts';
import { createServingThreads, type ServingThreads } from './serving-threads.ts';

// Runs the service: loads its data, listens, reloads, changes `cors`, and stops.

/** The parts of a service. */
export interface ServiceParts extends CommonParts {
  readonly database: AwaitedDatabase;
}

const STARTING: Health = { isReady: false, loadedAt: undefined, isStoreReachable: true };

const FUNCTION_FOR_THREADS: ConfigurationFault = {
  where: 'cors.origin',
  message:
    'Cannot switch to an origin function while several threads serve: it cannot be sent to them. Restart the service to use it with one thread, or start with --threads 1 to change it at run time.',
};

/** Loads the data, follows its changes and serves it. It can listen before the data is loaded. */
export class RunningService implements FoodLookup {
  readonly #parts: ServiceParts;
  /** Serves all requests or, with serving threads, all except those on the service's port. */
  readonly #server: ApiServer;
  /** The serving threads, if any, for which this thread loads the data. */
  readonly #threads: ServingThreads | undefined;
  readonly #data: LiveData;
  readonly #listeners: Listeners;
  readonly handler: Embedding['handler'];
  readonly fetch: Embedding['fetch'];
  readonly plugin: Embedding['plugin'];
  #cors: EffectiveCors;
  #isStopping = false;
  #isClosed = false;
  #stopped: Promise<void> | undefined;

  /** Starts a service that can listen at once, and responds with 503 until its data is loaded. */
  static async start(parts: ServiceParts): Promise<RunningService> {
    const { settings, logger, metrics } = parts;
    await startNodeThreadPool();
    const { corsPolicy, ...forThreads } = settings;
    const rateCounts = settings.rateLimit === undefined ? undefined : createSharedCounts();
    const common = { settings: forThreads, health: STARTING, rateCounts };
    const threads = createServingThreads(common, logger);
    const here = { ...common, corsPolicy, logger, metrics, reusePort: false };
    const server = new ApiServer(here);
    // With serving threads, this thread does not create the application, so that they start sooner.
    if (threads === undefined) await server.app();
    return new RunningService(parts, server, threads);
  }

  private constructor(parts: ServiceParts, server: ApiServer, threads: ServingThreads | undefined) {
    this.#parts = parts;
    this.#server = server;
    this.#threads = threads;
    this.#cors = { options: parts.settings.cors, policy: parts.settings.corsPolicy };
    ({
      handler: this.handler,
      fetch: this.fetch,
      plugin: this.plugin,
    } = embed({
      ready: () => server.app(),
      isClosed: () => this.#isClosed,
      logger: parts.logger,
    }));
    this.#data = new LiveData({
      ...parts,
      replace: (data) => ({
        revision: server.replace(data),
        everywhere: Promise.resolve(threads?.replace(data)),
      }),
      onChange: () => this.#tellHealth(),
    });
    this.#listeners = new Listeners({
      ...parts,
      apiServer: server,
      threads,
      corsPolicy: () => this.#cors.policy,
    });
  }

  /**
   * Loads the data, then follows its changes. If loading fails, everything is closed.
   *
   * @throws ConfigurationError if the database cannot be used; DatabaseError if it cannot be read
   *   to the end; an AbortError once the service is closed
   */
  async load(onProgress?: LoadProgress): Promise<void> {
    try {
      await this.#data.load(onProgress);
    } catch (error) {
      await this.close();
      throw error;
    }
    const status = () => this.#data.status;
    this.#parts.metrics?.observeData({ catalog: this.#server.catalog, status });
  }

  get size(): number {
    return this.#server.catalog.get().size;
  }

  get key(): string | undefined {
    return this.#server.catalog.get().key;
  }

  get pageUrl(): string | undefined {
    return this.#listeners.pageUrl;
  }

  get metricsUrl(): string | undefined {
    return this.#listeners.metricsUrl;
  }

  get dataStatus(): DataStatus {
    return this.#data.status;
  }

  readonly reload: FoodLookup['reload'] = (...extra: unknown[]) => {
    const callbacks = extra.filter((one) => typeof one === 'function');
    refuse(extraFault('reload()', callbacks));
    this.#assertOpen();
    this.#data.reload();
  };

  readonly setCors: FoodLookup['setCors'] = (cors, ...extra: never[]) => {
    this.#assertOpen();
    refuse(extraFault('setCors()', extra));
    if (cors === undefined) refuse('Cannot use undefined as CORS options: use { origin }.');
    const checked = checkCors(cors, this.#parts.settings);
    if ('faults' in checked) throw new ConfigurationError(checked.faults);
    this.setCheckedCors(checked);
  };

  /**
   * Like {@link setCors}, but with checked options, so that the policy is not created twice.
   *
   * @returns whether they differ from the current ones
   * @throws ConfigurationError for an origin function while several threads serve
   */
  setCheckedCors(cors: EffectiveCors): boolean {
    if (isDeepStrictEqual(cors.options, this.#cors.options)) return false;
    if (this.#threads !== undefined && typeof cors.options.origin === 'function') {
      throw new ConfigurationError([FUNCTION_FOR_THREADS]);
    }
    this.#cors = cors;
    this.#server.setCors(cors.policy);
    this.#threads?.setCors(cors.options);
    for (const { message } of cors.policy.warnings) this.#parts.logger.warn(message);
    return true;
  }

  readonly listen: FoodLookup['listen'] = async (...extra: never[]) => {
    refuse(extraFault('listen()', extra));
    return this.#listeners.listen();
  };

  readonly search: FoodLookup['search'] = async (query, options, ...extra: never[]) => {
    refuse(extraFault('A search', extra));
    return (await this.answer(query, options)).foods;
  };

  readonly answer: FoodLookup['answer'] = async (query, options, ...extra: never[]) => {
    this.#assertOpen();
    refuse(extraFault('A search', extra));
    return searchFoods(this.#server.catalog.get(), query, options);
  };

  readonly food: FoodLookup['food'] = async (key, fields, ...extra: never[]) => {
    this.#assertOpen();
    refuse(extraFault('food()', extra));
    return findFood(this.#server.catalog.get(), key, fields);
  };

  readonly meal: FoodLookup['meal'] = async (meal, options, ...extra: never[]) => {
    this.#assertOpen();
    refuse(extraFault('meal()', extra));
    return findMeal(this.#server.catalog.get(), meal, options);
  };

  readonly inject: FoodLookup['inject'] = async (request, ...extra: never[]) => {
    this.#assertOpen();
    refuse(extraFault('inject()', extra));
    const app = await this.#server.app();
    this.#assertOpen();
    return injectInto(app, request);
  };

  readonly stop: FoodLookup['stop'] = async (...extra: never[]) => {
    refuse(callbackFault('stop()', extra));
    this.#stopped ??= this.#stop();
    return this.#stopped;
  };

  async #stop(): Promise<void> {
    this.#isStopping = true;
    this.#tellHealth();
    // During this delay, load balancers detect that this service is not ready, and use another one.
    await setTimeout(this.#parts.settings.drainDelaySeconds * 1_000);
    await this.#listeners.stop(false);
    await this.close();
  }

  readonly close: FoodLookup['close'] = async (...extra: never[]) => {
    refuse(callbackFault('close()', extra));
    this.#isClosed = true;
    // Runs in parallel, so that ports close even if the database closes slowly.
    await Promise.all([this.#listeners.stop(true), this.#data.close()]);
    await this.#server.close();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The service is closed. Create one with createFoodLookup.');
  }

  #tellHealth(): void {
    const { loadedAt, isReachable } = this.#data;
    const isReady = loadedAt !== undefined && !this.#isStopping;
    const health: Health = { isReady, loadedAt, isStoreReachable: isReachable };
    this.#server.setHealth(health);
    this.#threads?.setHealth(health);
  }
}
