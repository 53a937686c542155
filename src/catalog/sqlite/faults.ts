import { DatabaseError } from '../database-error.ts';

// The texts for a SQLite file that cannot be opened or read: locked, damaged, not SQLite.

/** Runs what asks the system or SQLite, and turns what they throw into a DatabaseError. */
export function explainingFaults<T>(path: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(path, reasonFor(error), { cause: error });
  }
}

const CANNOT_BE_OPENED = 'it cannot be opened. Check that this user may read it and its folder.';

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Check the path.',
  ENOTDIR: 'part of its path is a file, not a folder. Check the path.',
  EACCES: CANNOT_BE_OPENED,
  EPERM: CANNOT_BE_OPENED,
  ELOOP: 'its path contains a loop of symbolic links. Check the links.',
  ENAMETOOLONG: 'its path is too long for this system. Check the path.',
  EMFILE: 'this process has too many open files. Raise the limit: ulimit -n 1024.',
  ENFILE: 'this system has too many open files. Close some programs.',
};

// https://www.sqlite.org/rescode.html: the low byte of an extended code is the primary one.
/** The code of a damaged file. */
export const SQLITE_CORRUPT = 11;
/** The code of a file of another kind. */
export const SQLITE_NOTADB = 26;
const READONLY_ROLLBACK = 776;
const SQLITE_REASONS = new Map([
  [5, 'another program has locked it. Try again when that program is done.'],
  [6, 'another program has locked it. Try again when that program is done.'],
  [SQLITE_CORRUPT, 'it is damaged. Repair it with sqlite3 and ".recover".'],
  [14, CANNOT_BE_OPENED],
  [
    SQLITE_NOTADB,
    'it is not a SQLite database. To import other formats, see food-lookup import --help.',
  ],
  [
    READONLY_ROLLBACK,
    'a program that wrote to it was interrupted and left a journal behind. ' +
      'Open it once for writing: sqlite3 FILE "SELECT count(*) FROM sqlite_schema".',
  ],
]);

function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) return `SQLite cannot read it (${String(error)}).`;
  const code = 'errcode' in error ? Number(error.errcode) : 0;
  return (
    SYSTEM_REASONS['code' in error ? String(error.code) : ''] ??
    SQLITE_REASONS.get(code) ??
    SQLITE_REASONS.get(code & 0xff) ??
    `SQLite cannot read it (${error.message}).`
  );
}
