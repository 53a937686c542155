import { accessSync, constants, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import {
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
} from '../entry-store.ts';
import { type NamedColumns, quoted } from '../table-columns.ts';
import { explainingFaults, openReadOnly } from './connection.ts';
import { copyRows, findTable, type RowPlace, readRows, storedRows } from './read-rows.ts';

// The SQLite store. Reads all rows from one snapshot. Detects changes by the times of the file and
// its log, and by watching its folder.

/** Creates the store of a SQLite file. */
export function createSqliteStore({
  database: path,
  table = DEFAULT_TABLE,
  ...named
}: EntrySource): EntryStore {
  const watchers: FSWatcher[] = [];
  return {
    name: path,
    open: async () => openSnapshot(path, table, named),
    // Each thread reads the file itself.
    copy: async () => undefined,
    waitedMs: 0,
    changeMark: async () => explainingFaults(path, () => markOf(path)),
    watch: async (onHint) => {
      const watcher = watchFile(path, onHint);
      if (watcher !== undefined) watchers.push(watcher);
      return [];
    },
    close: async () => {
      for (const watcher of watchers) watcher.close();
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
          const { name, rowid } = table;
          // If the table changed during the first scan, the next scan reads a copy.
          if (isScanned || rowid === undefined)
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
 * The suffixes of a database file and its log: writing to either, or replacing the file, changes
 * one of them.
 */
const FILE_ENDINGS = ['', '-wal'];

/**
 * Returns a text that changes when the file or its log is written to or replaced.
 *
 * @throws the system's error if the file is gone or can no longer be read
 */
function markOf(path: string): string {
  // Checks read access, which reading the size and time does not need. Does not open the file,
  // since closing it would drop all locks of the process on it
  // (https://www.sqlite.org/howtocorrupt.html 2.2).
  accessSync(path, constants.R_OK);
  return FILE_ENDINGS.map((ending) => {
    const stats = statSync(`${path}${ending}`, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '-' : [stats.dev, stats.ino, stats.size, stats.mtimeNs].join();
  }).join(' ');
}

/**
 * Calls back when the file or its log is written to or replaced. The folder is watched, since
 * watching a file ends when another takes its place. If the system cannot watch the folder, nothing
 * is called.
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
