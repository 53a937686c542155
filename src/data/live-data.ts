import type { Logger } from 'pino';
import { type DataStatus, StartingError } from '../catalog/current-catalog.ts';
import { withoutPassword } from '../catalog/database-error.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import { type LoadProgress, loadCatalog } from '../catalog/loading/load-catalog.ts';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { messageOf } from '../errors/message-of.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { readBundledCatalog } from './bundled-catalog.ts';
import { DataFollower } from './data-follower.ts';
import { IndexCache } from './index-cache.ts';
import { fetchIndex, type IndexedData, readIndexFile } from './index-file.ts';
import type { AwaitedDatabase, OpenDatabase } from './open-database.ts';

// The data of a running service: where a start takes them from, when they count as loaded and their
// database as reachable.

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
        logger.warn(`${reason} Waiting for it; searches get 503 meanwhile.`);
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

/** What is loaded, and from where. */
export interface LoadSettings {
  readonly source: EntrySource;
  /** An index file or its address, which is read in place of the table if it fits. */
  readonly index?: string | undefined;
  /** What an earlier run has kept comes first, if the table is still the same. */
  readonly cache?: IndexCache | undefined;
}

/**
 * Loads the foods of a database and lets go of the state that was read.
 *
 * @returns the data, and the change mark from before they were read
 * @throws DatabaseError where it cannot be read to its end
 */
export async function loadData(
  { store, snapshot, mark }: OpenDatabase,
  { source, index, cache }: LoadSettings,
  logger: Logger,
  onProgress?: LoadProgress,
): Promise<IndexedData> {
  try {
    const bundled = readBundledCatalog(source);
    if (bundled !== undefined) {
      if (index !== undefined) {
        logger.warn(`Index "${withoutPassword(index)}" is not used: the bundled foods have one.`);
      }
      return { data: bundled, mark };
    }
    const kept = cache?.read();
    if (kept?.mark === mark) return kept;
    const indexed = index === undefined ? undefined : await readIndex(index, source, logger);
    if (indexed !== undefined) return indexed;
    const { data, warnings } = await loadCatalog(snapshot, source, { onProgress });
    for (const warning of warnings) logger.warn(`${store.name}: ${warning}`);
    cache?.keep({ data, mark });
    return { data, mark };
  } finally {
    await snapshot.close();
  }
}

async function readIndex(
  index: string,
  source: EntrySource,
  logger: Logger,
): Promise<IndexedData | undefined> {
  let reason = 'it is not there, damaged, of another version or of other settings';
  try {
    const isAddress = /^https?:/i.test(index);
    const indexed = isAddress ? await fetchIndex(index, source) : readIndexFile(index, source);
    if (indexed !== undefined) return indexed;
  } catch (error) {
    reason = messageOf(error);
  }
  logger.warn(
    `Index "${withoutPassword(index)}" cannot be used (${reason}), so the foods are read. Make it with food-lookup index.`,
  );
  return undefined;
}
