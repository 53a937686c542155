import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { codeOf, messageOf } from '../../errors/user-error.ts';
import { DatabaseError } from '../database-error.ts';
import { firstBytes } from '../open-file.ts';

// Opens a SQLite file read-only, without creating files beside it. Explains why a file cannot be
// opened: a leftover WAL or journal, a lock, damage, another format. Returns the file's change
// mark.

/**
 * How long a read waits for a lock. Without a write-ahead log, a writer locks the file while it
 * commits.
 */
const LOCK_MS = 500;

/**
 * Opens a SQLite file read-only and without side effects: no file beside it is created or changed.
 *
 * @throws DatabaseError if there is no file at the path, or it cannot be opened this way
 */
export function openReadOnly(
  path: string,
  address = withDatabaseErrors(path, () => readOnlyAddress(path)),
): DatabaseSync {
  const options = { readOnly: true, timeout: LOCK_MS };
  return withDatabaseErrors(path, () => new DatabaseSync(new URL(address), options));
}

/**
 * Whether the URI opens the file as immutable: SQLite then takes no locks and detects no changes.
 */
export function isImmutable(address: string): boolean {
  return new URL(address).searchParams.has('immutable');
}

/**
 * Returns the URI by which SQLite opens a file read-only and without side effects.
 *
 * @throws DatabaseError if it is not a file, or has a leftover write-ahead log; the system's error
 *   if it cannot be read
 */
export function readOnlyAddress(path: string): string {
  const stats = statSync(path);
  if (stats.isDirectory()) {
    throw new DatabaseError(path, 'it is a folder. Use a SQLite file in it.');
  }
  if (!stats.isFile()) throw new DatabaseError(path, 'it is not a file. Use a SQLite file.');
  const url = pathToFileURL(resolve(path));
  url.searchParams.set('mode', 'ro');
  // `isWal` also opens the file. If that fails, the system's error says more than SQLite's.
  if (!isWal(path)) return url.href;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  // Opening a WAL database creates two files beside it, unless it is opened as immutable. Without a
  // WAL, opening it as immutable is safe, since all data is in the file.
  const isOpen = statSync(`${path}-shm`, { throwIfNoEntry: false }) !== undefined;
  if (log === undefined || (log.size === 0 && !isOpen)) {
    url.searchParams.set('immutable', '1');
    return url.href;
  }
  if (isOpen) return url.href;
  throw new DatabaseError(
    path,
    'a program that wrote to it was interrupted and left a write-ahead log behind. ' +
      'Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
  );
}

// Bytes 18 and 19 of a database file are its write and read version: 1 rollback journal, 2 WAL.
// https://www.sqlite.org/fileformat.html#file_format_version_numbers
const VERSIONS_OFFSET = 18;
const WAL_VERSION = 2;

/**
 * Checks whether a SQLite file is in WAL mode, where changes go first to a write-ahead log (WAL)
 * beside the file.
 */
export function isWal(path: string): boolean {
  return firstBytes(path, VERSIONS_OFFSET + 2)[VERSIONS_OFFSET + 1] === WAL_VERSION;
}

/**
 * Reasons why a call failed, by error code of the system or SQLite; `''` stands for all other
 * codes. The error's message is appended to reasons that do not end in a period.
 */
export type Reasons = Readonly<Record<string | number, string>>;

/** Runs a call to the system or SQLite, and turns its errors into a DatabaseError. */
export function withDatabaseErrors<T>(path: string, ask: () => T, reasons = READ_REASONS): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { errcode }: { errcode?: unknown } = Object(error);
    // The low byte of an extended code is the primary code.
    const codes = [codeOf(error), String(errcode), Number(errcode) & 0xff, ''];
    const reason = codes.map((code) => reasons[code]).find(Boolean) ?? '';
    const text = reason.endsWith('.') ? reason : `${reason} (${messageOf(error)}).`;
    throw new DatabaseError(path, text, { cause: error });
  }
}

const CANNOT_BE_OPENED = 'it cannot be opened. Check that this user can read it and its folder.';
const LOCKED = 'another program has locked it. Try again when that program is done.';

// https://www.sqlite.org/rescode.html
/** The code for a damaged file. */
export const SQLITE_CORRUPT = 11;
/** The code for a file that is not SQLite. */
export const SQLITE_NOTADB = 26;
const READONLY_ROLLBACK = 776;

export const READ_REASONS: Reasons = {
  '': 'SQLite cannot read it',
  ENOENT: 'there is no such file. Check the path.',
  ENOTDIR: 'part of its path is a file, not a folder. Check the path.',
  EACCES: CANNOT_BE_OPENED,
  EPERM: CANNOT_BE_OPENED,
  ELOOP: 'its path contains a loop of symbolic links. Check the links.',
  ENAMETOOLONG: 'its path is too long for this system. Check the path.',
  EMFILE: 'this process has too many open files. Raise the limit: ulimit -n 1024.',
  ENFILE: 'this system has too many open files. Close some programs.',
  5: LOCKED,
  6: LOCKED,
  [SQLITE_CORRUPT]: 'it is damaged. Repair it with sqlite3 and ".recover".',
  14: CANNOT_BE_OPENED,
  [SQLITE_NOTADB]:
    'it is not a SQLite database. To import other formats, see food-lookup import --help.',
  [READONLY_ROLLBACK]:
    'a program that wrote to it was interrupted and left a rollback journal behind. ' +
    'Open it once for writing: sqlite3 FILE "SELECT count(*) FROM sqlite_schema".',
};

/**
 * The suffixes of a database file and its WAL. Every write changes one of the two files, as does
 * replacing the database.
 */
export const FILE_ENDINGS = ['', '-wal'];

/**
 * Returns a string that changes when the file or its WAL is written to or replaced.
 *
 * @throws the system's error if the file is gone or can no longer be read
 */
export function markOf(path: string): string {
  // Checks read access, since size and time can be read without it. Does not open the file, since
  // closing it would drop all locks that the process holds on it
  // (https://www.sqlite.org/howtocorrupt.html 2.2).
  accessSync(path, constants.R_OK);
  return filesOf(path)
    .map((stats) => (stats ? [stats.dev, stats.ino, stats.size, stats.mtimeNs].join() : '-'))
    .join(' ');
}

/**
 * These times are longer than the clock resolution of usual file systems, which is at most 10 ms,
 * or 2 s if times are whole seconds.
 */
const CLOCK_STEP_NS = 50_000_000n;
const COARSE_CLOCK_STEP_NS = 2_100_000_000n;
const SECOND_NS = 1_000_000_000n;

/**
 * Checks whether the last write is so long ago that the next one must change the mark. Two writes
 * within the clock's resolution may leave the same mark.
 */
export function isSettled(path: string): boolean {
  const now = BigInt(Date.now()) * 1_000_000n;
  return filesOf(path).every((stats) => {
    if (stats === undefined) return true;
    const isCoarse = stats.mtimeNs % SECOND_NS === 0n;
    return now - stats.mtimeNs > (isCoarse ? COARSE_CLOCK_STEP_NS : CLOCK_STEP_NS);
  });
}

function filesOf(path: string) {
  return FILE_ENDINGS.map((ending) =>
    statSync(`${path}${ending}`, { bigint: true, throwIfNoEntry: false }),
  );
}
