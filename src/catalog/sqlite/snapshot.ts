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
import { copyRows, findTable, readRows } from './read-rows.ts';

// Reads the rows of a SQLite table in one state, which it copies in a transaction.

/** @throws DatabaseError if there is no such table, or the file cannot be read */
export function openSnapshot(path: string, tableName: string, named: NamedColumns): EntrySnapshot {
  let opened = openTable(path, tableName, named);
  const { columns } = opened.table;
  let copy: readonly string[] | undefined;
  const copied = (fields: readonly string[]) => {
    for (let tries = 1; ; tries++) {
      copy ??= copyUnlessChanged(path, opened, [...ENTRY_COLUMNS, ...fields], tries === MAX_COPIES);
      if (copy !== undefined) return copy;
      opened.database.close();
      opened = openTable(path, tableName, named);
    }
  };
  return {
    columns,
    count: opened.count,
    async *read({ fields = [], onInvalid } = {}) {
      const names = copied(fields);
      yield* readRows(path, opened.database, names, onInvalid);
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
): readonly string[] | undefined {
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
