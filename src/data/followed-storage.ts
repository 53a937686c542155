import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from '../catalog/database-error.ts';
import {
  type ChangesFile,
  type LoadedInThread,
  patchInThread,
  type ServedData,
} from '../catalog/loading/load-in-thread.ts';
import { CatalogReader, type IndexedData } from '../catalog/table/catalog-file.ts';
import { messageOf } from '../errors/user-error.ts';
import { codeHashes, readVersion } from '../settings/build-info.ts';
import { BackOff } from './back-off.ts';
import type { IndexCache } from './index-cache.ts';
import {
  changesFileOf,
  fileOf,
  type PublishedChanges,
  type PublishedIndex,
  type ReadManifest,
  readManifest,
} from './index-manifest.ts';
import { type ByteSink, type IndexStorage, openStorage, receive } from './index-storage.ts';

// Follows the indexes that `food-lookup index --follow` publishes, for `serve --follow`. Chooses
// the index to use.

/**
 * A storage of published indexes that a service follows. Its change mark is the hash of the index
 * to serve. All its errors are DatabaseErrors.
 */
export class FollowedStorage {
  readonly name: string;
  /** Always 0: unlike a database, this storage has no locks and counts no waits. */
  readonly waitedMs = 0;
  readonly #storage: IndexStorage;
  readonly #language: string;
  readonly #signal: AbortSignal;
  #known: ReadManifest | undefined;
  #newest: PublishedIndex | undefined;

  /**
   * @param signal stops downloads and waits
   * @param language the service's language. An index for a different language has different words
   */
  constructor(location: string, signal: AbortSignal, language = 'english') {
    this.#storage = openStorage(location);
    this.name = this.#storage.name;
    this.#signal = signal;
    this.#language = language;
  }

  async watch(): Promise<readonly string[]> {
    return [];
  }

  /** @throws DatabaseError if this service cannot use the newest index; it then keeps its data */
  async changeMark(): Promise<string> {
    const { current } = await this.#read();
    const reason = this.#whyNot(current);
    if (reason !== undefined) throw this.#fault(reason);
    this.#newest = current;
    return current.sha256;
  }

  /**
   * Loads the index that the last change mark names, or the changes that turn the served data into
   * it.
   *
   * @param served the served data; its mark is the hash of its index
   */
  async load(served: ServedData | undefined): Promise<LoadedInThread> {
    const newest = this.#newest ?? (await this.#firstUsable());
    // If the changes are missing or damaged, the whole index is loaded.
    const changed = await this.#changed(newest, served).catch(() => undefined);
    if (changed !== undefined) return changed;
    const { data } = await this.#load(newest);
    return { data, warnings: [], waitedMs: 0 };
  }

  /**
   * Returns the served data with all changes published since it was loaded; `undefined` if the
   * changes are not published, are larger than the index, or do not lead to the newest index.
   */
  async #changed(newest: PublishedIndex, served: ServedData | undefined) {
    if (served?.mark === undefined || this.#known === undefined) return undefined;
    const { current, before } = this.#known.manifest;
    const all = [current, ...before];
    const files: ChangesFile[] = [];
    let index: PublishedIndex | undefined = newest;
    // Changes larger than the index are not worth loading.
    let room = newest.bytes;
    // Takes at most as many steps as there are indexes, since a faulty manifest may have a cycle.
    for (const _ of all) {
      if (index === undefined || index.sha256 === served.mark) break;
      const { changes }: PublishedIndex = index;
      if (changes === undefined) return undefined;
      room -= changes.bytes;
      if (room < 0) return undefined;
      files.unshift({ file: await this.#changesOf(index, changes), bytes: index.bytes });
      index = all.find(({ sha256 }) => sha256 === changes.from);
    }
    if (index?.sha256 !== served.mark) return undefined;
    const patched = await patchInThread(
      { served: served.data, files, label: newest.label },
      this.#signal,
    );
    return patched.data.rows.revision === newest.revision ? patched : undefined;
  }

  /**
   * Returns the newest data that this service can read. Waits until there is some, unless an
   * earlier run has cached an index.
   *
   * @param onWait called with each reason to wait
   */
  async first(
    cache: IndexCache | undefined,
    onWait: (reason: string) => void,
  ): Promise<IndexedData> {
    const signal = this.#signal;
    const kept = cache?.read();
    const backOff = new BackOff();
    for (let lastReason = ''; ; await setTimeout(backOff.next(), undefined, { signal })) {
      try {
        const index = await this.#firstUsable();
        if (kept?.mark === index.sha256) return kept;
        const indexed = await this.#load(index);
        cache?.scheduleWrite(indexed);
        return indexed;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof DatabaseError)) throw error;
        if (kept !== undefined) return kept;
        if (error.reason !== lastReason) onWait(error.reason);
        lastReason = error.reason;
      }
    }
  }

  async #firstUsable(): Promise<PublishedIndex> {
    const { current, before } = await this.#read();
    const usable = [current, ...before].find((index) => this.#whyNot(index) === undefined);
    if (usable === undefined) throw this.#fault(this.#whyNot(current) ?? '');
    return usable;
  }

  async #load(index: PublishedIndex): Promise<IndexedData> {
    const { sha256: mark } = index;
    const reader = new CatalogReader(index.bytes, index.label, true);
    await this.#receive(fileOf(index), index, reader);
    const decoded = reader.end();
    if (decoded === undefined)
      throw this.#fault(`index ${mark} was written on a machine with a different byte order.`);
    return { data: decoded.data, mark };
  }

  async #changesOf(index: PublishedIndex, changes: PublishedChanges) {
    const file = new Uint8Array(new SharedArrayBuffer(changes.bytes));
    let at = 0;
    const add = (bytes: Uint8Array) => {
      file.set(bytes, at);
      at += bytes.length;
    };
    await this.#receive(changesFileOf(index), changes, { add });
    return file;
  }

  /** Receives a file and checks its hash. */
  async #receive(
    name: string,
    { sha256, bytes }: Pick<PublishedIndex, 'sha256' | 'bytes'>,
    sink: ByteSink,
  ): Promise<void> {
    const hash = createHash('sha256');
    const add = (part: Uint8Array) => {
      hash.update(part);
      sink.add(part);
    };
    const send = (signal: AbortSignal) => this.#storage.send(name, { signal });
    const expected = { bytes, signal: this.#signal };
    await this.#withDatabaseErrors(receive(send, () => ({ add }), expected));
    if (hash.digest('hex') === sha256) return;
    throw this.#fault(`${name} is damaged: its hash does not match.`);
  }

  async #read() {
    this.#known = await this.#withDatabaseErrors(
      readManifest(this.#storage, this.#signal, this.#known),
    );
    if (this.#known !== undefined) return this.#known.manifest;
    throw this.#fault('no index has been published yet. Start food-lookup index --follow.');
  }

  #whyNot({ code, version, language }: PublishedIndex): string | undefined {
    if (code !== codeHashes().index) {
      return `the newest index was created by a different build (Food Lookup ${version}; this is ${readVersion()}). Upgrade the older build.`;
    }
    if (language === this.#language) return undefined;
    return `the index is in a different language. Start this service with --language ${language}.`;
  }

  async #withDatabaseErrors<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      throw this.#fault(`it cannot be read (${messageOf(error)}).`, { cause: error });
    }
  }

  #fault(reason: string, options?: ErrorOptions): DatabaseError {
    return new DatabaseError(this.name, reason, options);
  }
}
