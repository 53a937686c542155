import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseError } from '../database-error.ts';
import { explainingFaults } from './faults.ts';

// Opens a SQLite file read-only, with no file made beside it; the error where a log was left
// behind.

/**
 * Opens a SQLite file read-only and without side effects: no file next to it is created or changed.
 *
 * @throws DatabaseError where the path holds no SQLite database that can be read so
 */
export function openReadOnly(path: string): DatabaseSync {
  return explainingFaults(path, () => {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      throw new DatabaseError(path, 'it is a folder. Name a SQLite file in it.');
    }
    if (!stats.isFile()) throw new DatabaseError(path, 'it is not a file. Name a SQLite file.');
    // Also checks that the file can be opened: the system's error says more than SQLite's.
    if (!isWal(path)) return new DatabaseSync(path, { readOnly: true });
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    // Opening a WAL database creates two files beside it, unless it is opened as immutable. Without
    // a log, the file itself holds everything.
    if (log === undefined || (log.size === 0 && !exists(`${path}-shm`))) {
      const url = pathToFileURL(resolve(path));
      url.searchParams.set('immutable', '1');
      return new DatabaseSync(url, { readOnly: true });
    }
    if (exists(`${path}-shm`)) return new DatabaseSync(path, { readOnly: true });
    throw new DatabaseError(
      path,
      'a program that wrote to it was interrupted and left a log behind. ' +
        'Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    );
  });
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

// Bytes 18 and 19 of a database file are its write and read version: 1 rollback journal, 2 WAL.
// https://www.sqlite.org/fileformat.html#file_format_version_numbers
const VERSIONS_OFFSET = 18;
const WAL_VERSION = 2;

/** Whether a SQLite file is in WAL mode: changes go to a log beside it first. */
export function isWal(path: string): boolean {
  const header = Buffer.alloc(VERSIONS_OFFSET + 2);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[VERSIONS_OFFSET + 1] === WAL_VERSION;
}
