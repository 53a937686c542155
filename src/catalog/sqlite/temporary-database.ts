import { DatabaseSync } from 'node:sqlite';

// Opens temporary SQLite files for data that might not fit into memory.

/** How much SQLite may hold in memory, in KiB: 16 MiB. The rest goes to its temporary files. */
const CACHE_KIB = 16 * 1024;

/**
 * Opens an unnamed database, and begins its only transaction. SQLite deletes it when it is closed,
 * or when the process is killed.
 *
 * @param schema - creates the tables
 */
export function openTemporary(schema: string): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 PRAGMA cache_size = -${CACHE_KIB}; ${schema}; BEGIN`);
  return database;
}
