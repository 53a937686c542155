import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PlainValue } from '../../food/decimal.ts';
import { DatabaseError } from '../database-error.ts';
import { quoted } from '../table-columns.ts';
import { explainingFaults, openReadOnly } from './connection.ts';

// Chooses and reads a table of any SQLite file, for an import.

/** The first bytes of every SQLite file. */
export const SQLITE_HEADER = 'SQLite format 3\0';

const READ_ROWS = 1000;

/**
 * Reads the table `entries`, or the only table in the file.
 *
 * @returns its columns, and its rows in batches, with NULL for blobs. The rows can be read once,
 *   which closes the file
 * @throws DatabaseError if there is no such table, or the file cannot be read
 */
export function readTable(path: string) {
  const database = openReadOnly(path);
  try {
    return explainingFaults(path, () => {
      const statement = database.prepare(`SELECT * FROM ${quoted(tableIn(database, path))}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      const header = statement.columns().map((column) => column.name);
      return { header, batches: batchesOf(database, path, statement) };
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The maximum number of tables that a message names. */
const NAMED_TABLES = 10;

function tableIn(database: DatabaseSync, path: string): string {
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
  const entries = names.find((name) => name.toLowerCase() === 'entries');
  const [only, ...others] = names;
  if (entries !== undefined) return entries;
  if (only !== undefined && others.length === 0) return only;
  const found = names.slice(0, NAMED_TABLES).map((name) => `"${name}"`);
  const more = names.length > NAMED_TABLES ? ' and others' : '';
  throw new DatabaseError(
    path,
    `it has no table "entries", but ${found.join(', ') || 'no others'}${more}. ` +
      'Make a view "entries" of the one with the foods.',
  );
}

function* batchesOf(
  database: DatabaseSync,
  path: string,
  statement: StatementSync,
): Generator<PlainValue[][]> {
  try {
    const rows = explainingFaults(path, () => statement.iterate());
    let batch: PlainValue[][] = [];
    for (;;) {
      const { done, value } = explainingFaults(path, () => rows.next());
      if (done) break;
      batch.push(Object.values(value).map(plainOf));
      if (batch.length < READ_ROWS) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    database.close();
  }
}

/** Converts a value from SQLite: integers up to 2^53 become numbers, and blobs NULL. */
export function plainOf(value: PlainValue | Uint8Array): PlainValue {
  if (typeof value !== 'bigint') return value instanceof Uint8Array ? null : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
