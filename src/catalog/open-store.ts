import { withoutPassword } from './address.ts';
import { DatabaseError } from './database-error.ts';
import type { EntrySource, EntryStore } from './entry-store.ts';

/**
 * The store of a source, by the scheme of its address. Nothing is opened yet; a driver is loaded
 * only where it is used.
 *
 * @throws DatabaseError where the scheme is unknown
 */
export async function createStore(source: EntrySource): Promise<EntryStore> {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(source.database)?.[1];
  if (scheme === undefined) {
    const { createSqliteStore } = await import('./sqlite/store.ts');
    return createSqliteStore(source);
  }
  if (/^postgres(ql)?$/i.test(scheme)) {
    const { createPostgresStore } = await import('./postgres/store.ts');
    return createPostgresStore(source);
  }
  throw new DatabaseError(
    withoutPassword(source.database),
    `"${scheme}:" addresses cannot be opened. Use the path of a SQLite file or a postgres: address.`,
  );
}
