import { statSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';

// Refuses to replace a SQLite file beside which a log (`-wal`, `-journal`) was left.

/**
 * Refuses to replace a SQLite file beside which there is a log of changes: SQLite knows logs by their
 * names alone, so it would lay the old changes over the new file.
 * https://www.sqlite.org/howtocorrupt.html ("mispairing database files and hot journals")
 *
 * @throws DatabaseError that says how to get rid of the log
 */
export function refuseLeftoverLog(
  path: string,
  suffixes: readonly string[] = LOGS.map(({ suffix }) => suffix),
): void {
  const log = LOGS.find(({ suffix }) => suffixes.includes(suffix) && sizeOf(path + suffix) > 0);
  if (log === undefined) return;
  const wayOut = statSync(path, { throwIfNoEntry: false })
    ? `End the programs that write to it, then run: sqlite3 FILE "${log.statement}".`
    : 'Remove it: the file it belongs to is gone.';
  throw new DatabaseError(
    path,
    `the log of changes beside it, "${path}${log.suffix}", would damage the new file. ${wayOut}`,
  );
}

/** The names of logs, and what a program with the right to write does to be rid of one. */
const LOGS = [
  { suffix: '-wal', statement: 'PRAGMA wal_checkpoint(TRUNCATE)' },
  { suffix: '-journal', statement: 'VACUUM' },
];

/** In bytes. An empty log changes nothing. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
