import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ENTRY_COLUMNS, type StoredEntry } from '../../food/food-entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { DatabaseError } from '../database-error.ts';
import { explainingFaults, openReadOnly } from './open-read-only.ts';

/**
 * Makes sure that the file is a SQLite database with a table (or view) `entries` that has the
 * seven columns of {@link ENTRY_COLUMNS}; other columns may stand beside them.
 *
 * @throws DatabaseError that names what is missing, or why it cannot be read
 */
export function checkEntries(path: string): void {
  asking(path, (database) => database.prepare('SELECT 1 FROM entries LIMIT 1').get());
}

/**
 * How many entries the file holds.
 *
 * @throws DatabaseError as {@link checkEntries}
 */
export function countEntries(path: string): number {
  return asking(path, (database) =>
    Number(database.prepare('SELECT count(*) AS n FROM entries').get()?.n),
  );
}

/**
 * The entries of a SQLite file in the order of the table, read one by one, each value as stored:
 * integers beyond 2^53 as `bigint`, a blob as the UTF-8 text it holds.
 *
 * @throws DatabaseError as {@link checkEntries}, while they are read
 */
export function* readEntries(path: string): Generator<StoredEntry> {
  const database = openReadOnly(path);
  try {
    const rows = explainingFaults(path, () => {
      checkColumns(database, path);
      const columns = ENTRY_COLUMNS.map((column) => `"${column}" AS ${column}`).join(', ');
      const statement = database.prepare(`SELECT ${columns} FROM entries${orderOf(database)}`);
      statement.setReadBigInts(true);
      return statement.iterate();
    });
    for (;;) {
      const { done, value } = explainingFaults(path, () => rows.next());
      if (done) return;
      yield toEntry(value);
    }
  } finally {
    database.close();
  }
}

/** Opens the file, makes sure of its columns, asks, and closes it. */
function asking<T>(path: string, ask: (database: DatabaseSync) => T): T {
  const database = openReadOnly(path);
  try {
    return explainingFaults(path, () => {
      checkColumns(database, path);
      return ask(database);
    });
  } finally {
    database.close();
  }
}

function toEntry(row: Readonly<Record<string, SQLOutputValue>>): StoredEntry {
  return {
    carbohydrate_g: toStored(row.carbohydrate_g),
    protein_g: toStored(row.protein_g),
    fa_sat_g: toStored(row.fa_sat_g),
    fa_mono_g: toStored(row.fa_mono_g),
    fa_poly_g: toStored(row.fa_poly_g),
    kcal: toStored(row.kcal),
    description: toStored(row.description),
  };
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function toStored(value: SQLOutputValue = null): StoredValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof Uint8Array ? UTF8.decode(value) : value;
}

function checkColumns(database: DatabaseSync, path: string): void {
  const found = columnsOf(database);
  if (found.length === 0) {
    throw new DatabaseError(path, `it has no table "entries"${otherTables(database)}.`);
  }
  const missing = ENTRY_COLUMNS.filter((column) => !found.includes(column));
  if (missing.length > 0) {
    const names = missing.map((column) => `"${column}"`).join(', ');
    throw new DatabaseError(
      path,
      `its table "entries" has no column ${names}. Add it, or make a view "entries" that has it.`,
    );
  }
}

/** The names of the columns in lower case, for SQLite makes no difference. */
function columnsOf(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT name FROM pragma_table_xinfo('entries')")
    .all()
    .map(({ name }) => String(name).toLowerCase());
}

function otherTables(database: DatabaseSync): string {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name LIMIT 5")
    .all()
    .map(({ name }) => `"${name}"`);
  return names.length === 0 ? ' (it is empty)' : `; it has ${names.join(', ')}`;
}

/**
 * How to ask for the order of the table. A view, and a table made WITHOUT ROWID, has one of its own
 * and no row numbers; those of a table go by any of three names that no column has taken.
 */
function orderOf(database: DatabaseSync): string {
  const kind = database
    .prepare("SELECT type, wr FROM pragma_table_list('entries') WHERE schema = 'main'")
    .get();
  if (kind?.type !== 'table' || kind.wr !== 0) return '';
  const columns = columnsOf(database);
  const name = ['rowid', '_rowid_', 'oid'].find((alias) => !columns.includes(alias));
  return name === undefined ? '' : ` ORDER BY ${name}`;
}
