import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseError } from '../database-error.ts';

/**
 * Opens a SQLite file for reading, and leaves no trace: no file is made beside it, none changed.
 *
 * @throws DatabaseError where the path holds no SQLite database that can be read so
 */
export function openReadOnly(path: string): DatabaseSync {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
  if (scheme !== undefined) {
    const reason = `"${scheme}:" addresses cannot be opened; give the path of a SQLite file.`;
    throw new DatabaseError(path, reason);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new DatabaseError(path, 'there is no such file. Check the path.');
  if (stats.isDirectory())
    throw new DatabaseError(path, 'it is a folder. Name a SQLite file in it.');
  if (!stats.isFile()) throw new DatabaseError(path, 'it is not a file. Name a SQLite file.');
  return explainingFaults(path, () => {
    if (!isWal(path)) return new DatabaseSync(path, { readOnly: true });
    // Opening a WAL database makes two files beside it, unless SQLite is promised that nobody
    // writes: with no log left, its own file holds it all.
    if (!existsSync(`${path}-wal`)) {
      const url = pathToFileURL(resolve(path));
      url.searchParams.set('immutable', '1');
      return new DatabaseSync(url, { readOnly: true });
    }
    if (existsSync(`${path}-shm`)) return new DatabaseSync(path, { readOnly: true });
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

// https://www.sqlite.org/rescode.html: the low byte of an extended code is the primary one.
const REASONS = new Map([
  [5, 'another program has locked it. Try again when it is done.'],
  [11, 'it is damaged. Repair it with sqlite3 and ".recover".'],
  [14, 'it cannot be opened. Check that this user may read it.'],
  [26, 'it is not a SQLite database.'],
]);

function reasonFor(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
    return 'it cannot be opened. Check that this user may read it.';
  }
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return (
    REASONS.get(code) ??
    `SQLite cannot read it (${error instanceof Error ? error.message : String(error)}).`
  );
}

// Bytes 18 and 19 of a database file are its write and read version: 1 rollback journal, 2 WAL.
// https://www.sqlite.org/fileformat.html#file_format_version_numbers
const VERSIONS_OFFSET = 18;
const WAL_VERSION = 2;

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
