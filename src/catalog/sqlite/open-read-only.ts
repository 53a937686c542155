import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseError } from '../database-error.ts';

/**
 * Opens a SQLite file for reading, and leaves no trace: no file is created beside it, none changed.
 *
 * @throws DatabaseError where the path holds no readable SQLite database
 */
export function openReadOnly(path: string): Database.Database {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
  if (scheme !== undefined) {
    throw new DatabaseError(
      path,
      `"${scheme}:" addresses cannot be opened; give the path of a SQLite file.`,
    );
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new DatabaseError(path, 'there is no such file. Check the path.');
  if (stats.isDirectory())
    throw new DatabaseError(path, 'it is a folder. Name a SQLite file in it.');
  try {
    const database = isCheckpointedWal(path)
      ? new Database(withoutWal(readFileSync(path)), { readonly: true })
      : new Database(path, { readonly: true, fileMustExist: true });
    // SQLite reads nothing until asked: this finds out now whether it is a database at all.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    throw new DatabaseError(path, reasonFor(error), { cause: error });
  }
}

function reasonFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_NOTADB') return 'it is no SQLite database.';
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

/** Opening a WAL database creates two files beside it; with no log left, its own file holds it all. */
function isCheckpointedWal(path: string): boolean {
  const header = Buffer.alloc(VERSIONS_OFFSET + 2);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[VERSIONS_OFFSET + 1] === WAL_VERSION && !existsSync(`${path}-wal`);
}

function withoutWal(bytes: Buffer): Buffer {
  return bytes.fill(ROLLBACK_VERSION, VERSIONS_OFFSET, VERSIONS_OFFSET + 2);
}
