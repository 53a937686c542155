import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseError } from '../database-error.ts';

/**
 * Opens a SQLite file for reading, and leaves no trace: no file is made beside it, none changed.
 *
 * @throws DatabaseError where the path holds no SQLite database that can be read so
 */
export function openReadOnly(path: string): Database.Database {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
  if (scheme !== undefined) {
    const reason = `"${scheme}:" addresses cannot be opened; give the path of a SQLite file.`;
    throw new DatabaseError(path, reason);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new DatabaseError(path, 'there is no such file. Check the path.');
  if (stats.isDirectory())
    throw new DatabaseError(path, 'it is a folder. Name a SQLite file in it.');
  if (!stats.isFile()) throw new DatabaseError(path, 'it is no file. Name a SQLite file.');
  return explainingFaults(path, () => {
    if (!isWal(path)) return new Database(path, { readonly: true, fileMustExist: true });
    // Opening a WAL database makes two files beside it; with no log left, its own file holds it all.
    if (!existsSync(`${path}-wal`)) {
      return new Database(withoutWal(readFileSync(path)), { readonly: true });
    }
    if (existsSync(`${path}-shm`))
      return new Database(path, { readonly: true, fileMustExist: true });
    throw new DatabaseError(
      path,
      'its log was left behind by a program that did not end well. Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    );
  });
}

/** Runs what asks SQLite, and tells its faults, such as a page that is damaged, for the user. */
export function explainingFaults<T>(path: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(path, reasonFor(error), { cause: error });
  }
}

function reasonFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_NOTADB') return 'it is no SQLite database.';
  if (code.startsWith('SQLITE_CORRUPT'))
    return 'it is damaged. Mend it with sqlite3 and ".recover".';
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'EACCES') {
    return 'it cannot be opened. Check that this user may read it.';
  }
  if (code.startsWith('SQLITE_BUSY'))
    return 'another program has locked it. Try again when it is done.';
  return `SQLite cannot read it (${error instanceof Error ? error.message : String(error)}).`;
}

// Bytes 18 and 19 of a database file are its write and read version: 1 rollback journal, 2 WAL.
// https://www.sqlite.org/fileformat.html#file_format_version_numbers
const VERSIONS_OFFSET = 18;
const WAL_VERSION = 2;
const ROLLBACK_VERSION = 1;

function isWal(path: string): boolean {
  const header = Buffer.alloc(VERSIONS_OFFSET + 2);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[VERSIONS_OFFSET + 1] === WAL_VERSION;
}

function withoutWal(bytes: Buffer): Buffer {
  return bytes.fill(ROLLBACK_VERSION, VERSIONS_OFFSET, VERSIONS_OFFSET + 2);
}
