import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import {
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
  MAX_CHANGED,
  type NumberedRows,
  type ServedTable,
} from '../entry-store.ts';
import { type NamedColumns, quoted } from '../table-columns.ts';
import { startThread } from '../worker-thread.ts';
import { explainingFaults, FILE_ENDINGS, isSettled, markOf, openReadOnly } from './connection.ts';
import { copyRows, findTable, type RowPlace, readRows, storedRows } from './read-rows.ts';
import type { CopyRequest } from './table-copy.ts';

// The SQLite store. Reads all rows from one snapshot. Detects changes by the times of the file and
// its log, and by watching its folder.

/** Creates the store of a SQLite file. */
export function createSqliteStore(source: EntrySource): EntryStore {
  const { database: path, table = DEFAULT_TABLE, ...named } = source;
  const watchers: FSWatcher[] = [];
  const changedRows = new ChangedRows(source);
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
      mark = explainingFaults(path, () => markOf(path));
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

function openSnapshot(path: string, tableName: string, named: NamedColumns): EntrySnapshot {
  const database = openReadOnly(path);
  try {
    return explainingFaults(path, () => {
      // All statements in the transaction see the same data.
      database.exec('BEGIN');
      const table = findTable(database, path, tableName, named);
      const columnsOf = (fields: readonly string[]) => [...ENTRY_COLUMNS, ...fields];
      let isScanned = false;
      let copy: RowPlace | undefined;
      const copied = (fields: readonly string[]) => {
        copy ??= explainingFaults(path, () => copyRows(database, table, columnsOf(fields)));
        return copy;
      };
      const counted = database.prepare(`SELECT count(*) AS n FROM ${quoted(tableName)}`).get();
      return {
        columns: table.columns,
        count: Number(counted?.n),
        async *read({ fields = [], onInvalid } = {}) {
          yield* readRows(path, database, copied(fields), onInvalid);
        },
        scan(fields) {
          const { name, rowid, isStoredInOrder } = table;
          // If the table changed during the first scan, the next scan reads a copy.
          if (isScanned || rowid === undefined || !isStoredInOrder)
            return storedRows(path, database, copied(fields), false);
          isScanned = true;
          const columns = columnsOf(fields).map(quoted);
          return rowsInPlace(path, database, { table: `main.${quoted(name)}`, columns, rowid });
        },
        close: async () => {
          if (database.isOpen) database.close();
        },
      };
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Yields the rows without copying them. Each batch is read in its own transaction, so that writers
 * need not wait.
 *
 * @throws Error if the table has changed meanwhile
 */
function* rowsInPlace(path: string, database: DatabaseSync, place: RowPlace) {
  // SQLite does not notice changes to a file opened as immutable.
  const version = () => [database.prepare('PRAGMA data_version').get()?.data_version, markOf(path)];
  const before = version().join();
  database.exec('COMMIT');
  yield* storedRows(path, database, place, false);
  if (version().join() !== before) throw new Error('The table has changed while it was read.');
}

/**
 * Calls back when the file or its log is written to or replaced. Watches the folder, since a watch
 * on a file ends when the file is replaced. If the system cannot watch the folder, there are no
 * calls.
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
const LEAST_ROWS = 50_000;

type CopyAnswer = number | NumberedRows | undefined;

/** Finds which rows of a large table have changed, in a thread that holds a copy of it. */
class ChangedRows {
  readonly #source: EntrySource;
  #worker: Worker | undefined;
  /** The copied data: the change mark from before it was read, and the number of rows. */
  #copied: Omit<ServedTable, 'key'> | undefined;
  /** Resolves when the thread is free. */
  #isFree: Promise<unknown> = Promise.resolve();

  constructor(source: EntrySource) {
    this.#source = source;
  }

  /**
   * Copies a table with this many rows, if its file still has this mark.
   *
   * @param mark `undefined` if a later write may leave the same mark; nothing is copied then
   */
  copy(mark: string | undefined, rows: number): void {
    this.#isFree = this.#isFree.then(async () => {
      this.#copied = undefined;
      if (mark === undefined || rows < LEAST_ROWS) return;
      const count = await this.#ask({ mark, most: 0 });
      if (typeof count === 'number') this.#copied = { mark, count };
    });
  }

  /**
   * Returns the rows that have changed since the table was read; `undefined` if that is unknown.
   *
   * @param mark the change mark of the file now
   */
  async since(served: ServedTable, mark: string): Promise<NumberedRows | undefined> {
    await this.#isFree;
    const { mark: copied, count } = this.#copied ?? {};
    this.#copied = undefined;
    if (count === undefined || copied !== served.mark || count !== served.count) return undefined;
    const rows = await this.#ask({ most: Math.ceil(count * MAX_CHANGED) });
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
