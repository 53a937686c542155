import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PlainValue } from '../../food/decimal.ts';
import { DatabaseError } from '../database-error.ts';
import { quoted } from '../table-columns.ts';
import { openReadOnly, withDatabaseErrors } from './connection.ts';

// Chooses and reads a table of any SQLite file, for an import.

/** The first bytes of every SQLite file. */
export const SQLITE_HEADER = 'SQLite format 3\0';

const READ_ROWS = 1000;

/**
 * Reads the named table of the file. By default, reads `entries` unless another table has more
 * columns of amounts, and otherwise the only table that has any. If several do, a name is required.
 *
 * @param amountsIn - returns how many amounts a food has in a table with these columns
 * @returns the table's name if it was chosen among several, its columns, and its rows in batches,
 * with NULL for blobs. The rows can be read once; reading them closes the file
 * @throws DatabaseError if there is no such table, or the file cannot be read
 */
export function readTable(
  path: string,
  wanted?: string,
  amountsIn: (columns: readonly string[]) => number = () => 1,
) {
  using opening = new DisposableStack();
  const database = opening.use(openReadOnly(path));
  return withDatabaseErrors(path, () => {
    const columnsOf = (table: string) =>
      database
        .prepare(`SELECT * FROM ${quoted(table)} LIMIT 0`)
        .columns()
        .map((column) => column.name);
    const names = tablesIn(database);
    const countOf = (table: string) => (names.length > 1 ? amountsIn(columnsOf(table)) : 1);
    const amounts = new Map(names.map((table) => [table, countOf(table)]));
    const name = tableIn(path, amounts, wanted);
    refuseRecursion(database, path, name);
    const statement = database.prepare(`SELECT * FROM ${quoted(name)}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const batches = batchesOf(database, path, statement);
    const others = names.filter((table) => table !== 'entries' && amounts.get(table) !== 0);
    const isChosen = wanted === undefined && names.length > 1 && others.length > 0;
    opening.move();
    return { chosen: isChosen ? name : undefined, header: columnsOf(name), batches };
  });
}

/** The maximum number of tables that a message names. */
const NAMED_TABLES = 10;

function tablesIn(database: DatabaseSync): string[] {
  return database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
}

/** Refuses a view that reads rows recursively, since it may have rows without end. */
function refuseRecursion(database: DatabaseSync, path: string, name: string): void {
  // The query plan shows recursion in nested views too, and even without the keyword RECURSIVE.
  const plan = database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM ${quoted(name)}`).all();
  if (plan.every(({ detail }) => detail !== 'RECURSIVE STEP')) return;
  const text = `its view "${name}" is recursive, so it may never end. Save its rows as a table.`;
  throw new DatabaseError(path, text);
}

function tableIn(path: string, amounts: ReadonlyMap<string, number>, wanted: string | undefined) {
  const names = [...amounts.keys()];
  const named = names.find((name) => name.toLowerCase() === (wanted ?? 'entries').toLowerCase());
  const isMost = Math.max(...amounts.values()) === amounts.get(named ?? '');
  if (named !== undefined && (wanted !== undefined || isMost)) return named;
  const [only, ...others] = names.filter((name) => amounts.get(name) !== 0);
  if (wanted === undefined && only !== undefined && others.length === 0) return only;
  const found = names.slice(0, NAMED_TABLES).map((name) => `"${name}"`);
  const more = names.length > NAMED_TABLES ? ' and others' : '';
  throw new DatabaseError(
    path,
    names.length === 0
      ? 'it has no tables.'
      : `it has ${named === undefined ? `no table "${wanted ?? 'entries'}", but` : 'the tables'} ${found.join(', ')}${more}. ` +
          'Choose the table of foods with --sheet, or create a view "entries".',
  );
}

function* batchesOf(database: DatabaseSync, path: string, statement: StatementSync) {
  try {
    const rows = withDatabaseErrors(path, () => statement.iterate());
    let batch: PlainValue[][] = [];
    for (;;) {
      const { done, value } = withDatabaseErrors(path, () => rows.next());
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

/** Converts a value from SQLite: safe integers become numbers, and blobs become NULL. */
export function plainOf(value: PlainValue | Uint8Array): PlainValue {
  if (typeof value !== 'bigint') return value instanceof Uint8Array ? null : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
