import { DatabaseError, withoutPassword } from './database-error.ts';
import type {
  CopiedRows,
  EntrySnapshot,
  EntrySource,
  EntryStore,
  EntryTable,
  WriteOptions,
} from './entry-store.ts';

// Opens the store of an address, SQLite or PostgreSQL, by its scheme; checks the address.

/**
 * The store of a source, by the scheme of its address. Nothing is opened yet; a driver is loaded
 * only where it is used.
 *
 * @throws DatabaseError where the scheme is unknown
 */
export async function createStore(source: EntrySource): Promise<EntryStore> {
  if (isPostgres(source.database)) {
    const { createPostgresStore } = await import('./postgres/store.ts');
    return createPostgresStore(source);
  }
  const { createSqliteStore } = await import('./sqlite/store.ts');
  return createSqliteStore(source);
}

/** The rows that {@link EntryStore.copy} has copied. */
export async function openCopy(rows: CopiedRows): Promise<EntrySnapshot> {
  const { readRows } = await import('./postgres/read-rows.ts');
  const { columns, count } = rows;
  const close = async () => {};
  return { columns, count, read: (request) => readRows(rows, request?.onInvalid), close };
}

/**
 * Checks what can be known of an address without opening anything.
 *
 * @throws DatabaseError where it can never be opened
 */
export async function checkAddress(source: EntrySource): Promise<void> {
  const store = await createStore(source);
  await store.close();
}

/** Whether an address is one of PostgreSQL; if not, it is the path of a SQLite file. */
function isPostgres(database: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1];
  if (scheme === undefined) return false;
  if (/^postgres(ql)?$/i.test(scheme)) return true;
  throw new DatabaseError(
    withoutPassword(database),
    `"${scheme}:" addresses are not supported. Use the path of a SQLite file or a postgres: address.`,
  );
}

/**
 * How many rows the table or view `entries` has that {@link writeTo} would replace; `undefined` where
 * there is none.
 *
 * @throws DatabaseError if that cannot be determined
 */
export async function countEntries(database: string): Promise<number | undefined> {
  const writer = await writerOf(database);
  return writer.countEntries(database);
}

/**
 * Writes a table `entries` where a source would be read, in place of the one that may be there.
 *
 * @returns the number of entries
 * @throws DatabaseError where it cannot be written
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
