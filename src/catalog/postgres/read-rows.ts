import { isUtf8 } from 'node:buffer';
import type { Sql } from 'postgres';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { ExactNumber, type StoredValue } from '../../food/stored-value.ts';
import { DatabaseError } from '../database-error.ts';
import { BATCH_ROWS, type EntryRow, type ReadRequest, toEntryRow } from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import type { Connection } from './connection.ts';
import { explainingFaults } from './faults.ts';
import type { Column, Table } from './table.ts';

// Reads the rows of a PostgreSQL table, every digit of them; leaves out invalid text.

type Texts = readonly (string | null)[];

/**
 * The rows of a table, as text whatever the type: so every digit arrives.
 *
 * @throws DatabaseError where not all of them arrive
 */
export async function* readRows(
  database: string,
  connection: Connection,
  table: Table,
  count: number,
  { fields = [], onInvalid }: ReadRequest = {},
): AsyncGenerator<readonly EntryRow[]> {
  const names = [...ENTRY_COLUMNS, ...fields];
  const readers = names.map((name) => valueReader(columnNamed(table, name).typeOid));
  const columns = names.map((name, i) => `${quoted(name)}::text AS c${i}`).join(', ');
  const statement = `SELECT ${columns} FROM ${table.reference}${table.orderBy}`;
  const texts = await explainingFaults(database, () => textsOf(connection.sql, statement));
  const batches = texts[Symbol.asyncIterator]();
  let received = 0;
  for (;;) {
    const { done, value } = await explainingFaults(database, () =>
      connection.answered(() => batches.next()),
    );
    if (done) break;
    const rows: EntryRow[] = [];
    for (const row of value) {
      received += 1;
      if (row === undefined) onInvalid?.(received);
      else rows.push(toEntryRow(readers.map((toStored, i) => toStored(row[i] ?? null))));
    }
    yield rows;
  }
  if (received !== count) {
    throw new DatabaseError(database, `only ${received} of ${count} entries arrived.`);
  }
}

/** The values of each row, in batches; `undefined` for a row that is not UTF-8. */
async function textsOf(
  sql: Sql,
  statement: string,
): Promise<AsyncIterable<readonly (Texts | undefined)[]>> {
  const query = sql`${sql.unsafe(statement)}`;
  const [server] = await sql<{ encoding: string }[]>`
    SELECT current_setting('server_encoding') AS encoding`;
  if (server?.encoding !== 'SQL_ASCII') return query.values().cursor(BATCH_ROWS);
  // Such a database takes any bytes. To a client that wants UTF-8 it refuses all rows for one that is not.
  await sql`SET LOCAL client_encoding = SQL_ASCII`;
  const batches = query.raw().cursor(BATCH_ROWS);
  return (async function* () {
    for await (const rows of batches) yield rows.map(decoded);
  })();
}

function decoded(values: readonly (Buffer | null)[]): Texts | undefined {
  return values.every((value) => value === null || isUtf8(value))
    ? values.map((value) => value?.toString() ?? null)
    : undefined;
}

function columnNamed({ columns }: Table, name: string): Column {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError(`There is no column ${name}`);
  return column;
}

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const INTEGERS = new Set([20, 21, 23, 26]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;

/** Turns the text of a column's values, as PostgreSQL writes it, into stored values. */
export function valueReader(typeOid: number): (text: string | null) => StoredValue {
  if (INTEGERS.has(typeOid)) return nullOr(toInteger);
  if (FLOATS.has(typeOid)) return nullOr(Number);
  return typeOid === NUMERIC ? nullOr(toDecimal) : (text) => text;
}

function nullOr(read: (text: string) => StoredValue): (text: string | null) => StoredValue {
  return (text) => (text === null ? null : read(text));
}

function toInteger(text: string): StoredValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toDecimal(text: string): StoredValue {
  const number = Number(text);
  // NaN and infinities are not decimals: like those of floats, they have no JSON form.
  return String(number) === text || !Number.isFinite(number) ? number : new ExactNumber(text);
}
