import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { DatabaseError } from '../database-error.ts';
import {
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
} from '../entry-store.ts';
import { type NamedColumns, quoted } from '../table-columns.ts';
import {
  FILE_ENDINGS,
  isImmutable,
  isSettled,
  markOf,
  openReadOnly,
  readOnlyAddress,
  withDatabaseErrors,
} from './connection.ts';
import { ChangedRowFinder } from './find-changed-rows.ts';
import { copyRows, findTable, readRows } from './read-rows.ts';

// The SQLite store. Reads all rows from one snapshot. Detects changes by the times of the file and
// its WAL, and by watching its folder.

/** Creates the store of a SQLite file. */
export function createSqliteStore(source: EntrySource): EntryStore {
  const { database: path, table = DEFAULT_TABLE, ...named } = source;
  const watchers: FSWatcher[] = [];
  const changedRows = new ChangedRowFinder(source);
  let mark = '';
  let isCertain = false;
  return {
    name: path,
    open: async () => openSnapshot(path, table, named),
    // Each thread reads the file itself.
    copy: async () => undefined,
    waitedMs: 0,
    copyChanged: (since) => changedRows.since(since, mark, isCertain),
    changeMark: async () => {
      mark = withDatabaseErrors(path, () => markOf(path));
      isCertain = isSettled(path);
      // The next write may leave the same times, so the next mark must differ regardless.
      if (!isCertain) mark += ` ${process.hrtime.bigint()}`;
      return mark;
    },
    watch: async (onHint) => {
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

/** @throws DatabaseError if there is no such table, or the file cannot be read */
function openSnapshot(path: string, tableName: string, named: NamedColumns): EntrySnapshot {
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
    [Symbol.asyncDispose]: async () => {
      if (opened.database.isOpen) opened.database.close();
    },
  };
}

type OpenTable = ReturnType<typeof openTable>;

/** Opens the file and begins a transaction, in which all statements see the same data. */
function openTable(path: string, tableName: string, named: NamedColumns) {
  const mark = withDatabaseErrors(path, () => markOf(path));
  const address = withDatabaseErrors(path, () => readOnlyAddress(path));
  using opening = new DisposableStack();
  const database = opening.use(openReadOnly(path, address));
  return withDatabaseErrors(path, () => {
    database.exec('BEGIN');
    const table = findTable(database, path, tableName, named);
    const counted = database.prepare(`SELECT count(*) AS n FROM ${quoted(tableName)}`).get();
    opening.move();
    return { database, table, count: Number(counted?.n), mark, isLocked: !isImmutable(address) };
  });
}

/** The maximum number of attempts to copy the rows of a file that keeps changing. */
const MAX_COPIES = 5;

/**
 * Copies the rows. Returns `undefined` if SQLite does not lock the file and it changes in the
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
