import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ENTRY_COLUMNS, type StoredEntry } from '../../food/food-entry.ts';

/**
 * Makes a SQLite file with the table `entries` of these entries, in their order, in place of a
 * file that may be there: complete, or not at all.
 *
 * @returns the number of entries
 */
export function writeEntries(path: string, entries: Iterable<StoredEntry>): number {
  const draft = `${path}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  try {
    const count = fill(new DatabaseSync(draft), entries);
    renameSync(draft, path);
    return count;
  } finally {
    rmSync(draft, { force: true });
  }
}

function fill(database: DatabaseSync, entries: Iterable<StoredEntry>): number {
  try {
    const nutrients = ENTRY_COLUMNS.filter((column) => column !== 'description');
    database.exec(
      `CREATE TABLE entries (${nutrients.map((column) => `${column} REAL`).join(', ')}, description TEXT)`,
    );
    const placeholders = ENTRY_COLUMNS.map((column) => `@${column}`).join(', ');
    const insert = database.prepare(
      `INSERT INTO entries (${ENTRY_COLUMNS.join(', ')}) VALUES (${placeholders})`,
    );
    let count = 0;
    database.exec('BEGIN');
    for (const entry of entries) {
      insert.run({ ...entry });
      count += 1;
    }
    database.exec('COMMIT');
    return count;
  } finally {
    database.close();
  }
}
