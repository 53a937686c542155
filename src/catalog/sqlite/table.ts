import type { DatabaseSync } from 'node:sqlite';
import { checkColumns, type NamedColumns, noTable, quoted } from '../table-columns.ts';

// Finds the table or view in a SQLite file: its columns, its key, the order of its rows.

/** The table or view of a SQLite file that holds the entries. */
export interface Table {
  readonly name: string;
  /** The names of all columns as they are written in the table, in its order. */
  readonly columns: readonly string[];
  /** How to ask for its order; empty where it has one of its own. */
  readonly orderBy: string;
}

/**
 * Finds the table or view, and makes sure that it has the columns of an entry and those
 * that are named.
 *
 * @throws DatabaseError that names what is missing
 */
export function findTable(
  database: DatabaseSync,
  path: string,
  name: string,
  { key, names }: NamedColumns,
): Table {
  const infos = database
    .prepare('SELECT name, pk FROM pragma_table_xinfo(?) ORDER BY cid')
    .all(name);
  if (infos.length === 0) throw noTable(path, name, otherTables(database));
  const columns = infos.map((info) => String(info.name));
  // Column names are the same to SQLite whatever the case of their ASCII letters.
  checkColumns({ database: path, name, columns, key, names }, (column) => column.toLowerCase());
  const primaryKey = infos
    .filter(({ pk }) => Number(pk) > 0)
    .sort((a, b) => Number(a.pk) - Number(b.pk))
    .map((info) => String(info.name));
  const ordering = key === undefined ? primaryKey : [key];
  return { name, columns, orderBy: orderBy(database, name, columns, ordering) };
}

function otherTables(database: DatabaseSync): string[] {
  return database
    .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name LIMIT 5")
    .all()
    .map(({ name }) => String(name));
}

/**
 * Text by its bytes, whatever order the column declares; what is equal in the order of the table.
 * A view, and a table made WITHOUT ROWID, has no row numbers; those of a table go by any of three
 * names that no column has taken.
 */
function orderBy(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  ordering: readonly string[],
): string {
  const terms = ordering.map((column) => `${quoted(column)} COLLATE BINARY`);
  const kind = database
    .prepare("SELECT type, wr FROM pragma_table_list(?) WHERE schema = 'main'")
    .get(table);
  if (kind?.type === 'table' && kind.wr === 0) {
    const taken = columns.map((column) => column.toLowerCase());
    const rowid = ['rowid', '_rowid_', 'oid'].find((alias) => !taken.includes(alias));
    if (rowid !== undefined) terms.push(rowid);
  }
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
}
