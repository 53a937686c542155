import type { FSWatcher } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import {
  BATCH_ROWS,
  DEFAULT_TABLE,
  type EntryRow,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
  toEntryRow,
} from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import { markOf, watchFile } from './change-mark.ts';
import { openReadOnly } from './connection.ts';
import { explainingFaults } from './faults.ts';
import { findTable, type Table } from './table.ts';

/** The store of a SQLite file. */
export function createSqliteStore({
  database: path,
  table = DEFAULT_TABLE,
  key,
}: EntrySource): EntryStore {
  const watchers: FSWatcher[] = [];
  return {
    name: path,
    open: async () => openSnapshot(path, table, key),
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

function openSnapshot(path: string, tableName: string, key: string | undefined): EntrySnapshot {
  const database = openReadOnly(path);
  try {
    return explainingFaults(path, () => {
      // All statements until the end of the transaction see the same state.
      database.exec('BEGIN');
      const table = findTable(database, path, tableName, key);
      const counted = database.prepare(`SELECT count(*) AS n FROM ${quoted(tableName)}`).get();
      return {
        columns: table.columns,
        count: Number(counted?.n),
        async *read({ fields = [] } = {}) {
          yield* readRows(path, database, table, fields);
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

function* readRows(
  path: string,
  database: DatabaseSync,
  table: Table,
  fields: readonly string[],
): Generator<readonly EntryRow[]> {
  const rows = explainingFaults(path, () => {
    const columns = [...ENTRY_COLUMNS, ...fields].map(quoted).join(', ');
    const statement = database.prepare(
      `SELECT ${columns} FROM ${quoted(table.name)}${table.orderBy}`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement.iterate();
  });
  let batch: EntryRow[] = [];
  for (;;) {
    const { done, value } = explainingFaults(path, () => rows.next());
    if (done) break;
    // An array of values, whatever its type says: setReturnArrays asks for it.
    batch.push(toEntryRow(Object.values(value).map(toStored)));
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Values as stored: integers beyond 2^53 as `bigint`, a blob as the UTF-8 text it holds. */
function toStored(value: SQLOutputValue): StoredValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof Uint8Array ? UTF8.decode(value) : value;
}
