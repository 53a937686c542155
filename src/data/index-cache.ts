import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { EntrySource } from '../catalog/entry-store.ts';
import type { IndexedData } from '../catalog/table/catalog-file.ts';
import { startThread } from '../catalog/worker-thread.ts';
import { messageOf } from '../errors/user-error.ts';
import { draftOf, readIndexFile } from './index-file.ts';

// Caches the index in a folder for the next start (`--index-cache`).

/** Drafts older than this are left over from a killed service. */
const MAX_DRAFT_AGE_MS = 3_600_000;

/** The work of the writing thread. */
export interface IndexToWrite {
  readonly path: string;
  readonly source: EntrySource;
  readonly indexed: IndexedData;
  readonly draft: string;
}

/**
 * The cached index of a service in a folder, written in the background by another thread, so that
 * the next start does not have to read the table. If writing fails, the service works without it.
 */
export class IndexCache {
  readonly folder: string;
  readonly #path: string;
  readonly #source: EntrySource;
  readonly #logger: Logger;
  /** The newest data that is not being written yet. */
  #next: IndexedData | undefined;
  #thread: Worker | undefined;
  #isWriting = false;
  #writing: Promise<void> | undefined;
  #isClosed = false;

  /** @param storeName the path or URL of the table, without a password */
  constructor(folder: string, source: EntrySource, storeName: string, logger: Logger) {
    const { table, key, fields, names } = source;
    const place = JSON.stringify([storeName, table, key, fields, names]);
    const hash = createHash('sha256').update(place).digest('hex').slice(0, NAME_LENGTH);
    this.folder = folder;
    this.#path = join(folder, `${hash}.index`);
    this.#source = source;
    this.#logger = logger;
  }

  /** Reads the index; `undefined` if it is missing, damaged, or for other code or settings. */
  read(): IndexedData | undefined {
    return readIndexFile(this.#path, this.#source);
  }

  /** Schedules a write of this data, which replaces the previous data. */
  scheduleWrite(indexed: IndexedData): void {
    this.#next = indexed;
    if (!this.#isWriting) this.#writing = this.#write();
  }

  /** Stops the current write. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
    await this.#writing;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    for (let indexed = this.#next; indexed !== undefined; indexed = this.#next) {
      this.#next = undefined;
      try {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        this.#removeDrafts();
        const [path, source] = [this.#path, this.#source];
        await this.#inThread({ path, source, indexed, draft: draftOf(path) });
      } catch (error) {
        if (!this.#isClosed) this.#logger.warn(`The index is not cached: ${messageOf(error)}`);
      }
    }
    this.#isWriting = false;
  }

  async #inThread(work: IndexToWrite): Promise<void> {
    if (this.#isClosed) return;
    this.#thread = startThread('index-cache-thread', import.meta.url, work);
    // Rejects with the thread's error.
    await once(this.#thread, 'exit');
    // The thread may have been stopped while writing.
    rmSync(work.draft, { force: true });
  }

  /** Removes old drafts. Newer ones may be those that other services are writing. */
  #removeDrafts(): void {
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (!path.startsWith(`${this.#path}.`) || !path.endsWith('.tmp')) continue;
      const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - writtenMs > MAX_DRAFT_AGE_MS) rmSync(path, { force: true });
    }
  }
}

/** 64 bits are enough to tell the tables of a folder apart. */
const NAME_LENGTH = 16;
