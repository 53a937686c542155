import type { Logger } from 'pino';
import { type DataStatus, StartingError } from '../catalog/current-catalog.ts';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import type { AwaitedDatabase } from './awaited-database.ts';
import { DataFollower } from './data-follower.ts';
import { IndexCache } from './index-cache.ts';
import { loadData } from './load-data.ts';
import type { OpenDatabase } from './open-database.ts';

// The data of a running service: when they count as loaded and their database as reachable.

export interface LiveDataParts {
  readonly settings: Pick<FoodLookupSettings, 'source' | 'refresh' | 'index' | 'indexCache'>;
  readonly database: AwaitedDatabase;
  readonly logger: Logger;
  /** Answers from these data from now on. */
  readonly replace: (data: CatalogData) => Replaced;
  /** Called whenever the data or the way to their database may be in another state. */
  readonly onChange: () => void;
}

export interface Replaced {
  /** The revision of the data as callers see it. */
  readonly revision: string;
  /** Resolves when all threads answer from them. */
  readonly everywhere: Promise<void>;
}

/** The data of a service: loaded once, and followed until it is closed. */
export class LiveData {
  readonly #parts: LiveDataParts;
  readonly #closing = new AbortController();
  /** Once the data are loaded. */
  #follower: DataFollower | undefined;
  /** Asked for before there was a follower: the foods may have been read already. */
  #isReloadWanted = false;
  #isWaiting = false;
  #cache: IndexCache | undefined;

  constructor(parts: LiveDataParts) {
    this.#parts = parts;
  }

  /** @throws StartingError before they are loaded */
  get status(): DataStatus {
    if (this.#follower === undefined) throw new StartingError();
    return this.#follower.status;
  }

  /** When the data were read; `undefined` before they are loaded. */
  get loadedAt(): Date | undefined {
    return this.#follower?.status.loadedAt;
  }

  /** Whether the database could be read when it was last tried. */
  get isReachable(): boolean {
    return !this.#isWaiting && this.#follower?.status.fault === undefined;
  }

  /**
   * @throws ConfigurationError if the database cannot be used; DatabaseError if it cannot be read to
   * its end; the reason of an AbortSignal once it is closed
   */
  async load(onProgress: LoadProgress = () => undefined): Promise<void> {
    const { settings, logger, replace, onChange } = this.#parts;
    const { signal } = this.#closing;
    const database = await this.#open();
    const { source, index, indexCache: folder } = settings;
    const { name } = database.store;
    this.#cache = folder === undefined ? undefined : new IndexCache(folder, source, name, logger);
    const cache = this.#cache;
    const { data, mark } = await loadData(
      database,
      { source, index, cache },
      logger,
      (loaded, total) => {
        signal.throwIfAborted();
        onProgress(loaded, total);
      },
    );
    await replace(data).everywhere;
    signal.throwIfAborted();
    this.#follower = new DataFollower({
      ...database,
      mark,
      source,
      data,
      refreshMs: settings.refresh * 1000,
      logger,
      replace: (indexed) => {
        cache?.keep(indexed);
        return replace(indexed.data).revision;
      },
      onStatus: onChange,
    });
    this.#follower.start();
    // An index may be older than the table.
    if (this.#isReloadWanted || mark !== database.mark) this.#follower.reload();
    onChange();
  }

  async #open(): Promise<OpenDatabase> {
    const { database, logger, onChange } = this.#parts;
    try {
      return await database.open((reason) => {
        this.#isWaiting = true;
        onChange();
        logger.warn(`${reason} Waiting for it, and not ready until then.`);
      });
    } finally {
      this.#isWaiting = false;
      onChange();
    }
  }

  /** Reads the data again, in another thread. */
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
