import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import {
  DEFAULT_TABLE,
  type EntrySource,
  type EntryStore,
  MAX_CHANGED_SHARE,
  type NumberedRows,
  type ServedTable,
} from '../entry-store.ts';
import { startThread } from '../worker-thread.ts';
import { FILE_ENDINGS, isSettled, markOf, withDatabaseErrors } from './connection.ts';
import { openSnapshot } from './snapshot.ts';
import type { CopyRequest } from './table-copy.ts';

// The SQLite store. Reads all rows from one snapshot. Detects changes by the times of the file and
// its WAL, and by watching its folder.

/** Creates the store of a SQLite file. */
export function createSqliteStore(source: EntrySource): EntryStore {
  const { database: path, table = DEFAULT_TABLE, ...named } = source;
  const watchers: FSWatcher[] = [];
  const changedRows = new ChangedRowFinder(source);
  let mark = '';
  let isCertain = false;
  let isFollowed = false;
  return {
    name: path,
    open: async () => openSnapshot(path, table, named),
    // Each thread reads the file itself.
    copy: async () => undefined,
    waitedMs: 0,
    copyChanged: (since) => changedRows.since(since, mark),
    prepareChanges: (rows) => {
      if (isFollowed) changedRows.copy(isCertain ? mark : undefined, rows);
    },
    changeMark: async () => {
      mark = withDatabaseErrors(path, () => markOf(path));
      isCertain = isSettled(path);
      // The next write may leave the same times, so the next mark must differ in any case.
      if (!isCertain) mark += ` ${process.hrtime.bigint()}`;
      return mark;
    },
    watch: async (onHint) => {
      isFollowed = true;
      const watcher = watchFile(path, onHint);
      if (watcher !== undefined) watchers.push(watcher);
      return [];
    },
    close: async () => {
      for (const watcher of watchers) watcher.close();
      await changedRows.close();
    },
  };
}

/**
 * Calls back when the file or its WAL is written to or replaced. Watches the folder, since a watch
 * on a file ends when the file is replaced. If the system cannot watch the folder, never calls
 * back.
 */
function watchFile(path: string, onHint: () => void): FSWatcher | undefined {
  const names = FILE_ENDINGS.map((ending) => basename(path) + ending);
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || names.includes(name)) onHint();
    });
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}

/** Tables with fewer rows are read in about 0.1 s, so they need no copy. */
const MIN_ROWS = 50_000;

type CopyAnswer = number | NumberedRows | undefined;

/** Finds which rows of a large table have changed, in a thread that holds a copy of it. */
class ChangedRowFinder {
  readonly #source: EntrySource;
  #worker: Worker | undefined;
  /** The copied data: the change mark from before it was read, and the number of rows. */
  #copied: Omit<ServedTable, 'key'> | undefined;
  /** Resolves when the thread is free. */
  #whenFree: Promise<unknown> = Promise.resolve();

  constructor(source: EntrySource) {
    this.#source = source;
  }

  /**
   * Copies a table of `rows` rows, if it is large enough and its file still has the change mark
   * `mark`.
   *
   * @param mark `undefined` if a later write may leave the same mark; nothing is copied then
   */
  copy(mark: string | undefined, rows: number): void {
    this.#whenFree = this.#whenFree.then(async () => {
      this.#copied = undefined;
      if (mark === undefined || rows < MIN_ROWS) return;
      const count = await this.#ask({ mark, max: 0 });
      if (typeof count === 'number') this.#copied = { mark, count };
    });
  }

  /**
   * Returns the rows that have changed since the table was read; `undefined` if that is unknown.
   *
   * @param mark the change mark of the file now
   */
  async since(served: ServedTable, mark: string): Promise<NumberedRows | undefined> {
    await this.#whenFree;
    const { mark: copied, count } = this.#copied ?? {};
    this.#copied = undefined;
    if (count === undefined || copied !== served.mark || count !== served.count) return undefined;
    const rows = await this.#ask({ max: Math.ceil(count * MAX_CHANGED_SHARE) });
    if (typeof rows !== 'object') return undefined;
    this.#copied = { mark, count };
    return rows;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Returns `undefined` if the thread fails. The whole table is then read. */
  async #ask(request: CopyRequest): Promise<CopyAnswer> {
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(request);
      const [answer]: CopyAnswer[] = await once(this.#worker, 'message');
      return answer;
    } catch {
      this.#worker = undefined;
      return undefined;
    }
  }

  #start(): Worker {
    const worker = startThread('table-copy', import.meta.url, { copied: this.#source });
    worker.unref();
    return worker.on('error', () => {
      this.#worker = undefined;
    });
  }
}
