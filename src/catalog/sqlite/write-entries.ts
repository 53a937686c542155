import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plainValue } from '../../food/decimal.ts';
import { DEFAULT_TABLE, type EntryTable, type WriteOptions } from '../entry-store.ts';
import {
  openReadOnly,
  READ_REASONS,
  type Reasons,
  SQLITE_CORRUPT,
  SQLITE_NOTADB,
  withDatabaseErrors,
} from './connection.ts';
import { declaration, hasTable } from './existing-table.ts';
import { checkTarget, replaceEntries } from './replace-entries.ts';

// Imports rows into a SQLite file through a draft file. Explains why a file cannot be written.

/**
 * Writes this table into a SQLite file as `entries`, replacing any table of that name. The new rows
 * are complete, checked and on disk before the file changes, so the old rows survive if the process
 * is killed. If the file holds nothing else, replaces it. Otherwise, replaces the rows in one
 * transaction, and keeps other tables, views, triggers and indexes.
 *
 * @returns the number of entries
 * @throws DatabaseError if the file cannot be written (on a full disk, for example) or if existing
 *   data would be lost; and anything that the source of the rows throws
 */
export async function writeEntries(
  path: string,
  table: EntryTable,
  { keepOld = false }: WriteOptions = {},
): Promise<number> {
  const wanted = { columns: table.columns, keepOld };
  const file = withWriteErrors(path, () => {
    const target = checkTarget(path, wanted);
    removeAbandonedDrafts(target);
    return target;
  });
  // The draft is in the same folder as the file, so that it can be renamed.
  const draft = `${file}.import-${randomBytes(8).toString('hex')}.tmp`;
  try {
    const count = await fillDraft(path, draft, table);
    withWriteErrors(path, () => replaceEntries(path, file, draft, wanted));
    return count;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Returns how many rows the table or view `entries` has; `undefined` if there is none.
 *
 * @throws DatabaseError if the path is not a SQLite file, or cannot be read
 */
export async function countEntries(path: string): Promise<number | undefined> {
  if (!existsSync(path)) return undefined;
  using database = openReadOnly(path);
  return withDatabaseErrors(path, () => {
    if (!hasTable(database, DEFAULT_TABLE)) return undefined;
    return Number(database.prepare(`SELECT count(*) AS count FROM ${DEFAULT_TABLE}`).get()?.count);
  });
}

async function fillDraft(path: string, draft: string, table: EntryTable): Promise<number> {
  using database = withWriteErrors(path, () => new DatabaseSync(draft));
  const insert = withWriteErrors(path, () => {
    // The draft is useless until it has the last row, so only COMMIT flushes it to disk. The lock
    // tells other writers that it is not abandoned.
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE;
                   BEGIN EXCLUSIVE`);
    database.exec(`CREATE TABLE entries (${table.columns.map(declaration).join(', ')})`);
    return database.prepare(`INSERT INTO entries VALUES (${table.columns.map(() => '?').join()})`);
  });
  let count = 0;
  for await (const batch of table.batches) {
    withWriteErrors(path, () => {
      for (const row of batch) insert.run(...row.map(plainValue));
    });
    count += batch.length;
  }
  withWriteErrors(path, () => {
    database.exec('COMMIT');
    const fault = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (fault !== 'ok') throw new Error(`the written file is damaged: ${String(fault)}`);
  });
  return count;
}

const NOT_ALLOWED = 'this user is not allowed to write there.';
const FULL = 'the disk is full. Free some space; the old data is unchanged.';
const DAMAGED =
  'it is damaged or encrypted, and would be lost. Use another path, or move this file away.';
const NOT_ACCEPTED = 'its table "entries" does not accept the new rows';

// The numbers: https://www.sqlite.org/rescode.html
const WRITE_FAULTS: Reasons = {
  ...READ_REASONS,
  '': 'it cannot be written',
  ENOENT: 'there is no such folder. Create it first.',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  ENOSPC: FULL,
  13: FULL,
  14: 'it cannot be written',
  [SQLITE_CORRUPT]: DAMAGED,
  [SQLITE_NOTADB]: DAMAGED,
  19: NOT_ACCEPTED,
  20: NOT_ACCEPTED,
};

function withWriteErrors<T>(path: string, write: () => T): T {
  return withDatabaseErrors(path, write, WRITE_FAULTS);
}

// Matches the end of a draft's name. It has random digits, not a process ID, since every container
// has a process 1.
const DRAFT_NAME = /^\.import-[0-9a-f]{16}\.tmp$/;

/**
 * Removes the drafts for this file whose writers were killed. A writer that is still active, even
 * in another container, holds a lock on its draft.
 */
function removeAbandonedDrafts(path: string): void {
  const folder = dirname(resolve(path));
  const name = basename(path);
  for (const other of readdirSync(folder)) {
    if (!other.startsWith(name) || !DRAFT_NAME.test(other.slice(name.length))) continue;
    const draft = join(folder, other);
    if (isAbandoned(draft)) rmSync(draft, { force: true });
  }
}

function isAbandoned(draft: string): boolean {
  try {
    using database = new DatabaseSync(draft);
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const { errcode }: { errcode?: unknown } = Object(error);
    return errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB;
  }
}
