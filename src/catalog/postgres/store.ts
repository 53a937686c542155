import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { DatabaseError } from '../database-error.ts';
import {
  BATCH_ROWS,
  DEFAULT_TABLE,
  type EntryRow,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
  toEntryRow,
} from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import { parseAddress } from './address.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { explainingFaults } from './faults.ts';
import { lockedFirst } from './locks.ts';
import { Monitor } from './monitor.ts';
import { valueReader } from './stored-value.ts';
import { type Column, findTable, type Table } from './table.ts';

/**
 * The store of a PostgreSQL server. It holds one connection to follow changes by, once it was asked
 * for them, and another while data are read.
 */
export function createPostgresStore({
  database,
  table = DEFAULT_TABLE,
  key,
}: EntrySource): EntryStore {
  const address = parseAddress(database);
  const monitor = new Monitor(address, table);
  let waitedMs = 0;
  const open = async () => {
    const { snapshot, waitedMs: waited } = await openSnapshot(address, table, key);
    waitedMs += waited;
    return snapshot;
  };
  return {
    name: address.name,
    get waitedMs() {
      return waitedMs + monitor.waitedMs;
    },
    open: () => explainingFaults(address.name, open),
    changeMark: () => explainingFaults(address.name, () => monitor.changeMark()),
    watch: (onHint) => explainingFaults(address.name, () => monitor.watch(onHint)),
    close: () => monitor.close(),
  };
}

async function openSnapshot(
  address: ReturnType<typeof parseAddress>,
  tableName: string,
  key: string | undefined,
): Promise<{ readonly snapshot: EntrySnapshot; readonly waitedMs: number }> {
  const begin = performance.now();
  const connection = await connect(address);
  const connectedMs = performance.now() - begin;
  try {
    const { table, count, waitedMs } = await connection.answered(() =>
      beginReading(connection.sql, address.name, tableName, key),
    );
    const snapshot: EntrySnapshot = {
      columns: table.columns.map((column) => column.name),
      count,
      read: ({ fields = [] } = {}) => readRows(address.name, connection, table, { count, fields }),
      close: () => connection.close(),
    };
    return { snapshot, waitedMs: connectedMs + waitedMs };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function beginReading(
  sql: Sql,
  database: string,
  tableName: string,
  key: string | undefined,
): Promise<{ table: Table; count: number; waitedMs: number }> {
  const found = await findTable(sql, database, tableName, key);
  await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
  // So that a table is read from its beginning, in the order in which it is stored.
  await sql`SET LOCAL synchronize_seqscans = off`;
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`;
  const waitedMs = await lockedFirst(sql, found);
  // It may have been altered until it could be locked.
  const table = await findTable(sql, database, tableName, key);
  const [counted] = await sql.unsafe<{ n: string }[]>(
    `SELECT count(*) AS n FROM ${table.reference}`,
  );
  return { table, count: Number(counted?.n), waitedMs };
}

function columnNamed({ columns }: Table, name: string): Column {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError(`There is no column ${name}`);
  return column;
}

async function* readRows(
  database: string,
  connection: Connection,
  table: Table,
  { count, fields }: { readonly count: number; readonly fields: readonly string[] },
): AsyncGenerator<readonly EntryRow[]> {
  const names = [...ENTRY_COLUMNS, ...fields];
  const readers = names.map((name) => valueReader(columnNamed(table, name).typeOid));
  // As text, whatever the type: so every digit arrives.
  const columns = names.map((name, i) => `${quoted(name)}::text AS c${i}`).join(', ');
  const { sql } = connection;
  const statement = `SELECT ${columns} FROM ${table.reference}${table.orderBy}`;
  const query = sql<Record<string, string | null>[]>`${sql.unsafe(statement)}`;
  const batches = query.cursor(BATCH_ROWS)[Symbol.asyncIterator]();
  let received = 0;
  for (;;) {
    const { done, value } = await explainingFaults(database, () =>
      connection.answered(() => batches.next()),
    );
    if (done) break;
    received += value.length;
    yield value.map((row) =>
      toEntryRow(readers.map((toStored, i) => toStored(row[`c${i}`] ?? null))),
    );
  }
  if (received !== count) {
    throw new DatabaseError(database, `only ${received} of ${count} entries arrived.`);
  }
}
