import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_CORRUPT, SQLITE_NOTADB } from './faults.ts';

// The temporary file that an import writes beside a SQLite file: its name, and when abandoned ones
// are removed.

// No process id: every container has a process 1.
const DRAFT_NAME = /^\.import-[0-9a-f]{16}\.tmp$/;

/** A new name for what will replace this file, in the same folder. */
export function draftOf(path: string): string {
  return `${path}.import-${randomBytes(8).toString('hex')}.tmp`;
}

/**
 * Removes the drafts for this file whose writers were killed. A writer keeps its draft locked, so
 * those of others are left alone, whichever container they run in.
 */
export function removeAbandonedDrafts(path: string): void {
  const folder = dirname(resolve(path));
  const name = basename(path);
  for (const other of readdirSync(folder)) {
    if (!other.startsWith(name) || !DRAFT_NAME.test(other.slice(name.length))) continue;
    const draft = join(folder, other);
    if (isAbandoned(draft)) rmSync(draft, { force: true });
  }
}

function isAbandoned(draft: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(draft);
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const { errcode }: { errcode?: unknown } = Object(error);
    return errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB;
  } finally {
    database?.close();
  }
}
