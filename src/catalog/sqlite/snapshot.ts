import type { DatabaseSync } from 'node:sqlite';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { DatabaseError } from '../database-error.ts';
import type { EntrySnapshot } from '../entry-store.ts';
import { type NamedColumns, quoted } from '../table-columns.ts';
import {
  isImmutable,
  markOf,
  openReadOnly,
  readOnlyAddress,
  withDatabaseErrors,
} from './connection.ts';
import { copyRows, findTable, type RowSource, readRows, storedRows } from './read-rows.ts';

// Reads the rows of a SQLite table in one state: copied in a transaction, or in place.

/** @throws DatabaseError if there is no such table, or the file cannot be read */
export function openSnapshot(path: string, tableName: string, named: NamedColumns): EntrySnapshot {
  let opened = openTable(path, tableName, named);
  const { columns } = opened.table;
  const columnsOf = (fields: readonly string[]) => [...ENTRY_COLUMNS, ...fields];
  let isScanned = false;
  let copy: RowSource | undefined;
  const copied = (fields: readonly string[]) => {
    for (let tries = 1; ; tries++) {
      copy ??= copyUnlessChanged(path, opened, columnsOf(fields), tries === MAX_COPIES);
      if (copy !== undefined) return copy;
      opened.database.close();
      opened = openTable(path, tableName, named);
    }
  };
  return {
    columns,
    count: opened.count,
    async *read({ fields = [], onInvalid } = {}) {
      const source = copied(fields);
      yield* readRows(path, opened.database, source, onInvalid);
    },
    scan(fields) {
      const { name, rowid, isStoredInOrder } = opened.table;
      // If the table changed during the first scan, the next scan reads a copy.
      if (isScanned || rowid === undefined || !isStoredInOrder) {
        const source = copied(fields);
        return storedRows(path, opened.database, source, false);
      }
      isScanned = true;
      const source = {
        table: `main.${quoted(name)}`,
        columns: columnsOf(fields).map(quoted),
        rowid,
      };
      return rowsInPlace(path, opened.database, source);
    },
    close: async () => {
      if (opened.database.isOpen) opened.database.close();
    },
  };
}

type OpenTable = ReturnType<typeof openTable>;

/** Opens the file and begins a transaction, in which all statements see the same data. */
function openTable(path: string, tableName: string, named: NamedColumns) {
  const mark = withDatabaseErrors(path, () => markOf(path));
  const address = withDatabaseErrors(path, () => readOnlyAddress(path));
  const database = openReadOnly(path, address);
  try {
    return withDatabaseErrors(path, () => {
      database.exec('BEGIN');
      const table = findTable(database, path, tableName, named);
      const counted = database.prepare(`SELECT count(*) AS n FROM ${quoted(tableName)}`).get();
      return { database, table, count: Number(counted?.n), mark, isLocked: !isImmutable(address) };
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The maximum number of attempts to copy the rows of a file that keeps changing. */
const MAX_COPIES = 5;

/**
 * Copies the rows. Returns `undefined` if SQLite does not lock the file, and it changes in the
 * meantime, since the rows may then belong to different states.
 *
 * @throws DatabaseError if that happens on the last attempt
 */
function copyUnlessChanged(
  path: string,
  { database, table, mark, isLocked }: OpenTable,
  columns: readonly string[],
  isLast: boolean,
): RowSource | undefined {
  const isWhole = () => isLocked || markOf(path) === mark;
  return withDatabaseErrors(path, () => {
    try {
      const copy = copyRows(database, table, columns);
      if (isWhole()) return copy;
    } catch (error) {
      if (isWhole()) throw error;
    }
    if (!isLast) return undefined;
    throw new DatabaseError(path, 'it changed while it was being read. Try again in a moment.');
  });
}

/**
 * Yields the rows without copying them. Each batch is read in its own transaction, so that writers
 * do not have to wait.
 *
 * @throws Error if the table has changed in the meantime
 */
function* rowsInPlace(path: string, database: DatabaseSync, source: RowSource) {
  // SQLite does not detect changes to a file opened as immutable, but its change mark shows them.
  const version = () => [database.prepare('PRAGMA data_version').get()?.data_version, markOf(path)];
  const before = version().join();
  database.exec('COMMIT');
  yield* storedRows(path, database, source, false);
  if (version().join() !== before) throw new Error('The table changed while it was being read.');
}
