import type { Logger } from 'pino';
import type { DataStatus } from '../catalog/current-catalog.ts';
import { UnavailableError } from '../catalog/food-catalog.ts';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';
import { loadInThread } from '../catalog/loading/load-in-thread.ts';
import type { CatalogData, IndexedData } from '../catalog/table/catalog-file.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { DataFollower, type FollowerParts } from './data-follower.ts';
import { FollowedStorage } from './followed-storage.ts';
import { IndexCache } from './index-cache.ts';
import { loadData } from './load-data.ts';
import type { AwaitedDatabase, OpenDatabase } from './open-database.ts';

// Loads the data of a running service, and starts following it.

export interface LiveDataParts {
  readonly settings: Pick<
    FoodLookupSettings,
    'source' | 'refresh' | 'index' | 'indexCache' | 'follow'
  >;
  readonly database: AwaitedDatabase;
  readonly logger: Logger;
  /**
   * Starts to serve this data.
   *
   * @returns its revision as callers see it, and a promise that resolves once all threads serve it
   */
  readonly replace: (
    data: CatalogData,
    readAt: Date,
  ) => { readonly revision: string; readonly everywhere: Promise<void> };
  /** Called whenever the data, or the connection to its database, may have changed. */
  readonly onChange: () => void;
}

/** The data of a service: loaded once, then followed until it is closed. */
export class LiveData {
  readonly #parts: LiveDataParts;
  readonly #closing = new AbortController();
  /** Follows the database; absent until the data is loaded. */
  #follower: DataFollower | undefined;
  /**
   * Whether a reload was requested before there was a follower. If so, the foods are read again,
   * since they may have been read before the request.
   */
  #isReloadWanted = false;
  #isWaiting = false;
  #cache: IndexCache | undefined;

  constructor(parts: LiveDataParts) {
    this.#parts = parts;
  }

  /** @throws UnavailableError before the data is loaded */
  get status(): DataStatus {
    if (this.#follower === undefined) throw new UnavailableError('starting');
    return this.#follower.status;
  }

  /** When the data was loaded; `undefined` before that. */
  get loadedAt(): Date | undefined {
    return this.#follower?.status.loadedAt;
  }

  /** False if the last attempt to read the database or the followed index failed. */
  get isReachable(): boolean {
    return !this.#isWaiting && this.#follower?.status.fault === undefined;
  }

  /**
   * Loads the data and starts following its changes.
   *
   * @throws ConfigurationError if the database cannot be used; DatabaseError if it cannot be read
   *   to the end; an AbortError after {@link close}
   */
  async load(onProgress: LoadProgress = () => undefined): Promise<void> {
    const { settings, logger, replace, onChange } = this.#parts;
    const { signal } = this.#closing;
    const readAt = new Date();
    const { indexed, isOld, ...followed } = settings.follow
      ? await this.#loadPublished()
      : // Once the database is closed, reading it fails in various ways.
        await this.#loadTable(onProgress).finally(() => signal.throwIfAborted());
    await replace(indexed.data, readAt).everywhere;
    signal.throwIfAborted();
    this.#follower = new DataFollower({
      ...followed,
      ...indexed,
      refreshMs: settings.refresh * 1000,
      logger,
      replace: (newer, newerReadAt) => {
        this.#cache?.scheduleWrite(newer);
        return replace(newer.data, newerReadAt).revision;
      },
      onStatus: onChange,
    });
    this.#follower.start();
    // An index may be older than the table that it was built from.
    if (this.#isReloadWanted || isOld) this.#follower.reload();
    onChange();
  }

  async #loadTable(onProgress: LoadProgress): Promise<Loaded> {
    const { settings, logger } = this.#parts;
    const { source, index } = settings;
    const database = await this.#open();
    const { store } = database;
    const cache = this.#cacheFor(store.name);
    const warn = (message: string) => logger.warn(message);
    const indexed = await loadData(database, { source, index, cache }, warn, onProgress);
    return {
      indexed,
      isOld: indexed.mark !== database.mark,
      store,
      load: (served, signal) => loadInThread(store, source, served, signal),
    };
  }

  async #loadPublished(): Promise<Loaded> {
    const { settings, logger, onChange } = this.#parts;
    const { signal } = this.#closing;
    const storage = new FollowedStorage(settings.index ?? '', signal, settings.source.language);
    const cache = this.#cacheFor(storage.name);
    const indexed = await storage.first(cache, (reason) => {
      this.#isWaiting = true;
      onChange();
      logger.warn(`${storage.name}: ${reason} Searches get 503 until an index is available.`);
    });
    this.#isWaiting = false;
    const load: Loaded['load'] = (served) => storage.load(served);
    return { indexed, isOld: false, store: storage, load };
  }

  #cacheFor(name: string): IndexCache | undefined {
    const { source, indexCache: folder } = this.#parts.settings;
    if (folder !== undefined) {
      this.#cache = new IndexCache(folder, source, name, this.#parts.logger);
    }
    return this.#cache;
  }

  async #open(): Promise<OpenDatabase> {
    const { database, logger, onChange } = this.#parts;
    try {
      return await database.open((reason) => {
        this.#isWaiting = true;
        onChange();
        logger.warn(`${reason} Searches get 503 until the database is available.`);
      });
    } finally {
      this.#isWaiting = false;
      onChange();
    }
  }

  /** Reads the data again in another thread. */
  reload(): void {
    if (this.#follower === undefined) this.#isReloadWanted = true;
    else this.#follower.reload();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#follower?.close();
    await this.#cache?.close();
    await this.#parts.database.close();
  }
}

/** The data to start with, and how it is followed. */
interface Loaded extends Pick<FollowerParts, 'store' | 'load'> {
  readonly indexed: IndexedData;
  /** Whether the source may have changed since the data was read. */
  readonly isOld: boolean;
}
