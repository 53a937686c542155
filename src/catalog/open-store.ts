import { DatabaseError, withoutPassword } from './database-error.ts';
import type {
  CopiedRows,
  EntrySnapshot,
  EntrySource,
  EntryStore,
  EntryTable,
  WriteOptions,
} from './entry-store.ts';

// Opens the SQLite or PostgreSQL store for a path or URL, by its scheme.

/**
 * Creates the store for a source, by the scheme of its URL. Nothing is opened yet; a driver is
 * loaded only if needed.
 *
 * @throws DatabaseError if the URL is invalid or its scheme is unknown
 */
export async function createStore(source: EntrySource): Promise<EntryStore> {
  if (isPostgres(source.database)) {
    const { createPostgresStore } = await import('./postgres/store.ts');
    return createPostgresStore(source);
  }
  const { createSqliteStore } = await import('./sqlite/store.ts');
  return createSqliteStore(source);
}

/** Opens the rows copied by {@link EntryStore.copy}. */
export async function openCopy(rows: CopiedRows): Promise<EntrySnapshot> {
  const { readRows } = await import('./postgres/read-rows.ts');
  const { columns, count } = rows;
  return {
    columns,
    count,
    read: (request) => readRows(rows, request?.onInvalid),
    [Symbol.asyncDispose]: async () => {},
  };
}

/**
 * Checks a database URL without connecting to it.
 *
 * @throws DatabaseError if the URL is invalid
 */
export async function checkAddress(source: EntrySource): Promise<void> {
  const store = await createStore(source);
  await store.close();
}

/** Whether a database is a PostgreSQL URL, not the path of a SQLite file. Refuses other URLs. */
function isPostgres(database: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1];
  if (scheme === undefined) return false;
  if (/^postgres(ql)?$/i.test(scheme)) return true;
  throw new DatabaseError(
    withoutPassword(database),
    `"${scheme}:" URLs are not supported. Use the path of a SQLite file or a postgres: URL.`,
  );
}

/**
 * Returns the number of rows in the table or view `entries`; `undefined` if there is no such table.
 *
 * @throws DatabaseError if that cannot be determined
 */
export async function countEntries(database: string): Promise<number | undefined> {
  const writer = await writerOf(database);
  return writer.countEntries(database);
}

/**
 * Writes a table `entries` to a database, replacing any table of that name.
 *
 * @returns the number of entries
 * @throws DatabaseError if it cannot be written
 */
export async function writeTo(
  database: string,
  table: EntryTable,
  options?: WriteOptions,
): Promise<number> {
  const { writeEntries } = await writerOf(database);
  return writeEntries(database, table, options);
}

function writerOf(database: string) {
  return isPostgres(database)
    ? import('./postgres/write-entries.ts')
    : import('./sqlite/write-entries.ts');
}
