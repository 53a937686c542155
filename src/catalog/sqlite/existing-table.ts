import type { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { DEFAULT_TABLE, type TableColumn } from '../entry-store.ts';
import { quoted } from '../table-columns.ts';

// Decides what an import into a SQLite file may replace. Refuses to replace a table if views,
// triggers or indexes would be lost.

/** Returns the declaration of a column, as an import writes it. */
export function declaration({ name, type }: TableColumn): string {
  return `${quoted(name)}${DECLARED_TYPES[type]}`;
}

const DECLARED_TYPES = { text: ' TEXT', number: ' REAL', any: '' } as const;

/** How an import writes to a file. */
export interface Target {
  readonly columns: readonly TableColumn[];
  /** Whether the previous rows are kept, as {@link OLD_TABLE}. */
  readonly keepOld: boolean;
}

/** The table with the previous rows that an import has kept. */
export const OLD_TABLE = `${DEFAULT_TABLE}_old`;

/**
 * How new rows get into a SQLite file. `file`: the file is empty or holds only imported rows, so a
 * new file replaces it. `rows`: the table has the same columns and keeps its definition. `table`:
 * there is no table `entries`, or its columns differ and nothing depends on it.
 */
export type Replacement = 'file' | 'rows' | 'table';

/**
 * Decides how new rows replace those in the file.
 *
 * @throws DatabaseError that names what would be lost or is in the way
 */
export function replacementFor(
  path: string,
  database: DatabaseSync,
  { columns, keepOld }: Target,
): Replacement {
  if (keepOld && hasTable(database, OLD_TABLE)) {
    throw new DatabaseError(
      path,
      `its table "${OLD_TABLE}" holds the rows that an earlier import kept. Drop or rename it first.`,
    );
  }
  const objects = objectsOf(database);
  const entries = objects.find(isEntries);
  if (entries === undefined) return objects.length === 0 ? 'file' : 'table';
  if (entries.type !== 'table') {
    throw new DatabaseError(
      path,
      `"entries" is ${entries.type === 'index' ? 'an' : 'a'} ${entries.type} there. Rename it, or import into another file.`,
    );
  }
  const existing = columnsOf(database);
  const isReplaceable = objects.length === 1 && !keepOld;
  if (isReplaceable && isFromImport(database, entries.sql, existing)) return 'file';
  const names = existing.map(({ name }) => name.toLowerCase());
  const isSame =
    names.length === columns.length &&
    columns.every(({ name }) => names.includes(name.toLowerCase()));
  if (isSame) return 'rows';
  const referring = tablesReferring(database).map(
    (name) => `the rows that table "${name}" refers to`,
  );
  const dependents = [...dependentsOn(objects), ...referring];
  if (dependents.length === 0) return 'table';
  throw new DatabaseError(
    path,
    `the columns of its table "entries" differ from those of the import; replacing the table would lose ${dependents.join(', ')}. ` +
      'Drop the ones that you do not need, or import into another file.',
  );
}

/** Checks whether the file has a table or view with this name. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare('SELECT 1 FROM pragma_table_list(?)').get(name) !== undefined;
}

/**
 * Returns everything in the schema, with the table that an index or a trigger belongs to. The SQL
 * is empty for indexes that SQLite creates itself, such as that of a UNIQUE column.
 */
function objectsOf(database: DatabaseSync) {
  return database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map(({ type, name, tbl_name, sql }) => ({
      type: String(type),
      name: String(name),
      table: String(tbl_name),
      sql: String(sql ?? ''),
    }));
}

/** Returns the columns that rows can be inserted into: all except generated ones. */
function columnsOf(database: DatabaseSync) {
  return database
    .prepare("SELECT name, type FROM pragma_table_xinfo('entries') WHERE hidden = 0 ORDER BY cid")
    .all()
    .map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

/**
 * Checks whether a table is exactly as an import declares it, and whether `application_id` and
 * `user_version` of the file are unset.
 */
function isFromImport(database: DatabaseSync, sql: string, columns: ReturnType<typeof columnsOf>) {
  const declared = columns.map(
    ({ name, type }) => `${quoted(name)}${type === '' ? '' : ` ${type}`}`,
  );
  const numbers = ['application_id', 'user_version'].map(
    (name) => database.prepare(`PRAGMA ${name}`).get()?.[name],
  );
  return sql === `CREATE TABLE entries (${declared.join(', ')})` && numbers.every((n) => n === 0);
}

/** A trigger may have the same name as a table. */
function isEntries({ type, name }: ReturnType<typeof objectsOf>[number]): boolean {
  return type !== 'trigger' && name.toLowerCase() === 'entries';
}

function dependentsOn(objects: ReturnType<typeof objectsOf>): string[] {
  return objects.flatMap((object) => {
    const { type, name, table, sql } = object;
    if (isEntries(object))
      return /^CREATE\s+VIRTUAL/i.test(sql) ? ['the virtual table itself'] : [];
    const isOn = type === 'index' && table.toLowerCase() === 'entries' && sql !== '';
    // A view or trigger that mentions the table may read or write it.
    const mentions = (type === 'view' || type === 'trigger') && /\bentries\b/i.test(sql);
    return isOn || mentions ? [`the ${type} "${name}"`] : [];
  });
}

/** Returns the tables that have a foreign key to `entries`. */
export function tablesReferring(database: DatabaseSync): string[] {
  return database
    .prepare(
      `SELECT DISTINCT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) k
       WHERE t.type = 'table' AND lower(k."table") = 'entries' ORDER BY t.name`,
    )
    .all()
    .map(({ name }) => String(name));
}
