import { MAX_CHANGED, type ServedTable } from '../entry-store.ts';
import type { Connection } from './connection.ts';
import type { Table } from './table.ts';

// Uses the transaction numbers in row headers to find which rows of a PostgreSQL table were written
// since a moment.

/** The moment when a table was checked. */
export interface Moment {
  readonly connection: Connection;
  /** {@link Table.shape} */
  readonly shape: string;
  /** When the server was started: another server numbers its transactions differently. */
  readonly server: string;
  /**
   * The oldest transaction that had not ended. All later writes belong to this transaction or to
   * newer ones.
   */
  readonly transaction: string;
}

/** Returns the current moment; `undefined` if row headers do not show later writes. */
export async function momentOf(
  connection: Connection,
  { shape, keyOfRows }: Table,
): Promise<Moment | undefined> {
  if (keyOfRows === undefined) return undefined;
  // SQL_ASCII accepts invalid text, whose rows are not served, so row counts cannot be compared.
  const [now] = await connection.sql<Pick<Moment, 'server' | 'transaction'>[]>`
    SELECT pg_postmaster_start_time()::text AS server,
           txid_snapshot_xmin(txid_current_snapshot())::text AS transaction
    WHERE current_setting('server_encoding') <> 'SQL_ASCII'`;
  return now && { ...now, shape, connection };
}

/**
 * Returns an SQL condition for the rows written since a moment. The condition may match some other
 * rows. Returns `undefined` if these rows are unknown or many, or if rows were added or removed.
 *
 * Row headers have the lower 32 bits of a transaction's number. So an old row may seem new, but no
 * new row seems old unless 2³² transactions have passed.
 */
export async function changedSince(
  { connection, shape, server, transaction }: Moment,
  now: { readonly connection: Connection; readonly table: Table },
  { count, key }: Omit<ServedTable, 'mark'>,
): Promise<string | undefined> {
  const { keyOfRows, reference } = now.table;
  const isSame = now.connection === connection && now.table.shape === shape;
  if (!isSame || keyOfRows === undefined || keyOfRows !== key) return undefined;
  const { sql } = connection;
  const [passed] = await sql<{ count: string; isKnown: boolean }[]>`
    SELECT count::text, count BETWEEN 0 AND 4294967295
             AND pg_postmaster_start_time()::text = ${server} AS "isKnown"
    FROM (SELECT txid_snapshot_xmax(txid_current_snapshot()) - ${transaction}::int8 AS count) p`;
  if (passed?.isKnown !== true) return undefined;
  const where = `((xmin::text::int8 - ${transaction}) & 4294967295) < ${passed.count}`;
  const most = Math.ceil(count * MAX_CHANGED);
  const [found] = await sql.unsafe<{ isFew: boolean }[]>(
    `SELECT count(*) = ${count} AND count(*) FILTER (WHERE ${where}) <= ${most} AS "isFew"
     FROM ${reference}`,
  );
  return found?.isFew === true ? where : undefined;
}
