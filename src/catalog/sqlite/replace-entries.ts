import {
  chmodSync,
  chownSync,
  fsyncSync,
  lstatSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { DEFAULT_TABLE } from '../entry-store.ts';
import { firstBytes, openFile } from '../open-file.ts';
import { quoted } from '../table-columns.ts';
import { isWal } from './connection.ts';
import {
  declaration,
  hasTable,
  OLD_TABLE,
  replacementFor,
  type Target,
  tablesReferring,
} from './existing-table.ts';
import { SQLITE_HEADER } from './import-table.ts';

// Replaces the old rows in a SQLite file with imported ones. Refuses unsafe targets, such as a file
// with a leftover WAL, and waits for the locks of other programs.

/** How long another program may hold its lock before the import gives up. */
const LOCK_WAIT_MS = 5_000;

/**
 * Returns the file to write for a path, after resolving links.
 *
 * @throws DatabaseError if anything would be lost: the target must be new, empty, or a writable
 * SQLite file whose other tables can be kept
 */
export function checkTarget(path: string, target: Target): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link === undefined) {
    refuseLeftoverLog(path);
    return resolve(path);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new DatabaseError(path, 'it is a link to a missing file. Remove the link.');
  }
  if (stats.isDirectory()) throw new DatabaseError(path, 'it is a folder. Use a file in it.');
  if (!stats.isFile()) throw new DatabaseError(path, 'it is not a file. Use another path.');
  if ((stats.mode & 0o222) === 0) {
    throw new DatabaseError(path, 'it is read-only. Use another path, or make it writable first.');
  }
  const isSqlite = firstBytes(path, HEADER_BYTES.length).equals(HEADER_BYTES);
  if (stats.size > 0 && (stats.size < MIN_SQLITE_BYTES || !isSqlite)) {
    throw new DatabaseError(
      path,
      'it is not a SQLite file, and would be lost. Use another path, or move this file away.',
    );
  }
  const file = realpathSync(path);
  inTransaction(file, (database) => replacementFor(path, database, target));
  return file;
}

/** Renames a finished draft to the file, or replaces the rows in the existing file. */
export function replaceEntries(path: string, file: string, draft: string, target: Target): void {
  // Another program may have created, replaced or changed the file by now.
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    refuseLeftoverLog(file);
    renameSync(draft, file);
  } else {
    checkTarget(file, target);
    const isReplaced = inTransaction(file, (database) => {
      // In WAL mode, another program could go on writing to the WAL of the replaced file.
      if (isWal(file) || replacementFor(path, database, target) !== 'file') return false;
      copyPermissions(draft, stats);
      renameSync(draft, file);
      return true;
    });
    if (!isReplaced) replaceRows(path, file, draft, target);
  }
  syncFolder(dirname(file));
}

/** Replaces the rows in one transaction, so that the old rows remain if this process is killed. */
function replaceRows(path: string, file: string, draft: string, target: Target): void {
  const { columns, keepOld } = target;
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const replace = (database: DatabaseSync) => {
    const dangling = () =>
      tablesReferring(database).flatMap((table) =>
        database.prepare('SELECT * FROM pragma_foreign_key_check(?)').all(table),
      ).length;
    const danglingBefore = dangling();
    const replacement = replacementFor(path, database, target);
    const keepsOld = keepOld && hasTable(database, DEFAULT_TABLE);
    if (replacement === 'rows') {
      if (keepsOld) database.exec(`CREATE TABLE main.${OLD_TABLE} AS SELECT * FROM main.entries`);
      database.exec('DELETE FROM main.entries');
    } else {
      if (keepsOld) database.exec(`ALTER TABLE main.entries RENAME TO ${OLD_TABLE}`);
      database.exec('DROP TABLE IF EXISTS main.entries');
      database.exec(`CREATE TABLE main.entries (${columns.map(declaration).join(', ')})`);
    }
    database.exec(
      `INSERT INTO main.entries (${names}) SELECT ${names} FROM draft.entries ORDER BY rowid`,
    );
    if (dangling() > danglingBefore) {
      throw new DatabaseError(
        path,
        'rows of other tables refer to foods that the new data does not have.',
      );
    }
  };
  inTransaction(file, replace, draft);
}

/**
 * Runs a change while no other program can write to the file. Commits it only if a draft is
 * attached. SQLite first rolls back or applies what a killed program left in its log.
 */
function inTransaction<T>(file: string, change: (database: DatabaseSync) => T, attached?: string) {
  // SQLite would apply a leftover WAL even to a file that is not in WAL mode.
  if (statSync(file).size === 0 || !isWal(file)) refuseLeftoverLog(file, ['-wal']);
  using database = new DatabaseSync(file, {
    timeout: LOCK_WAIT_MS,
    // Replacing rows must not delete rows of other tables.
    enableForeignKeyConstraints: false,
  });
  if (attached !== undefined) database.prepare('ATTACH ? AS draft').run(attached);
  database.exec('BEGIN IMMEDIATE');
  const result = change(database);
  // A commit would wait for readers, even without changes.
  database.exec(attached === undefined ? 'ROLLBACK' : 'COMMIT');
  return result;
}

const HEADER_BYTES = Buffer.from(SQLITE_HEADER);
/** The smallest page size. SQLite treats a shorter file as an empty database. */
const MIN_SQLITE_BYTES = 512;

/** Ensures that users who could not read the old file cannot read the new one. */
function copyPermissions(draft: string, { mode, uid, gid }: Stats): void {
  if (process.platform === 'win32') return;
  chmodSync(draft, mode & 0o777);
  const own = statSync(draft);
  if (own.uid !== uid || own.gid !== gid) chownSync(draft, uid, gid);
}

/** Flushes the names in a folder to disk. */
function syncFolder(path: string): void {
  // Windows cannot open folders, and a rename is durable there.
  if (process.platform === 'win32') return;
  using folder = openFile(path);
  fsyncSync(folder.descriptor);
}

/**
 * Refuses to replace a SQLite file that has a WAL or rollback journal beside it. SQLite finds these
 * logs by name alone, so it would apply the old changes to the new file.
 * https://www.sqlite.org/howtocorrupt.html ("mispairing database files and hot journals")
 *
 * @throws DatabaseError that says how to get rid of the log
 */
function refuseLeftoverLog(
  path: string,
  suffixes: readonly string[] = LOGS.map(({ suffix }) => suffix),
): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  // An empty log is harmless.
  const log = LOGS.find(({ suffix }) => suffixes.includes(suffix) && sizeOf(path + suffix) > 0);
  if (log === undefined) return;
  const remedy = statSync(path, { throwIfNoEntry: false })
    ? `End the programs that write to it, then run: sqlite3 FILE "${log.statement}".`
    : 'Remove it: the file it belongs to is gone.';
  throw new DatabaseError(
    path,
    `the ${log.name} next to it, "${path}${log.suffix}", would damage the new file. ${remedy}`,
  );
}

/**
 * The suffixes and names of SQLite's logs, and for each a statement that removes it if run with
 * write access.
 */
const LOGS = [
  { suffix: '-wal', name: 'WAL', statement: 'PRAGMA wal_checkpoint(TRUNCATE)' },
  { suffix: '-journal', name: 'rollback journal', statement: 'VACUUM' },
];
