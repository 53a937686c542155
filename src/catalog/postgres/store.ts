import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import {
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
} from '../entry-store.ts';
import type { NamedColumns } from '../table-columns.ts';
import { parseAddress } from './address.ts';
import { connect } from './connect.ts';
import { explainingFaults } from './faults.ts';
import { lockedFirst } from './locks.ts';
import { Monitor } from './monitor.ts';
import { readRows } from './read-rows.ts';
import { findTable, type Table } from './table.ts';

// The store of a PostgreSQL server: how it reads all rows in one state of the data.

/**
 * The store of a PostgreSQL server. It holds one connection to follow changes by, once it was asked
 * for them, and another while data are read.
 */
export function createPostgresStore({
  database,
  table = DEFAULT_TABLE,
  ...named
}: EntrySource): EntryStore {
  const address = parseAddress(database);
  const monitor = new Monitor(address, table);
  let waitedMs = 0;
  const open = async () => {
    const { snapshot, waitedMs: waited } = await openSnapshot(address, table, named);
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
  named: NamedColumns,
): Promise<{ readonly snapshot: EntrySnapshot; readonly waitedMs: number }> {
  const begin = performance.now();
  const connection = await connect(address);
  const connectedMs = performance.now() - begin;
  try {
    const { table, count, waitedMs } = await connection.answered(() =>
      beginReading(connection.sql, address.name, tableName, named),
    );
    const snapshot: EntrySnapshot = {
      columns: table.columns.map((column) => column.name),
      count,
      read: (request) => readRows(address.name, connection, table, count, request),
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
  named: NamedColumns,
): Promise<{ table: Table; count: number; waitedMs: number }> {
  const found = await findTable(sql, database, tableName, named);
  await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
  // So that a table is read from its beginning, in the order in which it is stored.
  await sql`SET LOCAL synchronize_seqscans = off`;
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`;
  const waitedMs = await lockedFirst(sql, found);
  // It may have been altered until it could be locked.
  const table = await findTable(sql, database, tableName, named);
  const [counted] = await sql.unsafe<{ n: string }[]>(
    `SELECT count(*) AS n FROM ${table.reference}`,
  );
  return { table, count: Number(counted?.n), waitedMs };
}
