import type { FSWatcher } from 'node:fs';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import {
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
} from '../entry-store.ts';
import { type NamedColumns, quoted } from '../table-columns.ts';
import { markOf, watchFile } from './change-mark.ts';
import { openReadOnly } from './connection.ts';
import { explainingFaults } from './faults.ts';
import { copyRows, readRows, storedRows } from './read-rows.ts';
import { findTable } from './table.ts';

// The store of a SQLite file: how it reads all rows in one state of the data.

/** The store of a SQLite file. */
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
      // All statements until the end of the transaction see the same state.
      database.exec('BEGIN');
      const table = findTable(database, path, tableName, named);
      let isCopied = false;
      const copied = (fields: readonly string[]) => {
        const columns = [...ENTRY_COLUMNS, ...fields];
        if (!isCopied) explainingFaults(path, () => copyRows(database, table, columns));
        isCopied = true;
        return columns.length;
      };
      const counted = database.prepare(`SELECT count(*) AS n FROM ${quoted(tableName)}`).get();
      return {
        columns: table.columns,
        count: Number(counted?.n),
        async *read({ fields = [], onInvalid } = {}) {
          yield* readRows(path, database, copied(fields), onInvalid);
        },
        scan: (fields) => storedRows(path, database, copied(fields), false),
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
