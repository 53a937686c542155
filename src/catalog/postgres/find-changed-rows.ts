import { MAX_CHANGED_SHARE, type ServedTable } from '../entry-store.ts';
import type { Connection } from './connection.ts';
import { literal, type Table } from './table.ts';

// Uses the transaction numbers in row headers to find which rows of a PostgreSQL table were written
// since a given moment.

/** The moment when a table was checked. */
export interface Moment {
  readonly connection: Connection;
  /** {@link Table.shape} */
  readonly shape: string;
  /** When the server was started. Another server numbers its transactions differently. */
  readonly server: string;
  /**
   * The oldest transaction that was still running or, if none was, the next one. All later writes
   * belong to this transaction or to newer ones.
   */
  readonly transaction: string;
}

/** Returns the current moment; `undefined` if row headers do not show later writes. */
export async function momentOf(
  connection: Connection,
  { shape, keyOfRows }: Table,
): Promise<Moment | undefined> {
  if (keyOfRows === undefined) return undefined;
  // SQL_ASCII accepts invalid text. Rows with such text are not served, so the row counts would
  // differ.
  const [now] = await connection.sql<Pick<Moment, 'server' | 'transaction'>[]>`
    SELECT pg_postmaster_start_time()::text AS server,
           txid_snapshot_xmin(txid_current_snapshot())::text AS transaction
    WHERE current_setting('server_encoding') <> 'SQL_ASCII'`;
  return now && { ...now, shape, connection };
}

/** The rows written between two checks of a table. */
export interface ChangedRows extends Pick<Moment, 'connection' | 'shape'> {
  /** The column that identifies a row. */
  readonly key: string;
  /** The number of rows in the table. */
  readonly count: number;
  /** The number of rows found: all rows that were written, and perhaps some others. */
  readonly changed: number;
  /**
   * An SQL condition for these rows. The condition holds for no row that is written by a
   * transaction that begins after the check.
   */
  readonly where: string;
}

/** The results of a scan of row headers, besides the change mark. */
export interface FoundRows {
  readonly count: number;
  readonly changed: number;
  /** The first and last blocks of the file that hold changed rows. */
  readonly first: number | null;
  readonly last: number | null;
  /** How many transactions have begun since {@link Moment.transaction}. */
  readonly passed: number;
  readonly isKnown: boolean;
}

/**
 * Returns SQL that adds the {@link FoundRows} to the scan that computes the change mark, so that
 * each change needs only one scan.
 *
 * A row header holds only the lower 32 bits of a transaction's number. So an old row may look new.
 * A new row looks old only after 2³² transactions.
 */
export function foundRows({ transaction, server }: Moment): string {
  const passed = `(SELECT txid_snapshot_xmax(txid_current_snapshot()) - ${transaction})`;
  const isNew = `FILTER (WHERE ${isNewer(transaction, passed)})`;
  const block = '((ctid::text)::point)[0]';
  return `count(*)::float8 AS count, count(*) ${isNew}::float8 AS changed,
    min(${block}) ${isNew} AS first, max(${block}) ${isNew} AS last, ${passed}::float8 AS passed,
    ${passed} BETWEEN 0 AND 4294967295
      AND pg_postmaster_start_time()::text = ${literal(server)} AS "isKnown"`;
}

function isNewer(transaction: string, passed: string | number): string {
  return `((xmin::text::int8 - ${transaction}) & 4294967295) < ${passed}`;
}

/** Returns the rows written since a moment; `undefined` if they are unknown. */
export function changedSince(
  { connection, shape, transaction }: Moment,
  { keyOfRows: key, shape: shapeNow }: Table,
  { count, changed, first, last, passed, isKnown }: FoundRows,
): ChangedRows | undefined {
  if (!isKnown || key === undefined || shape !== shapeNow) return undefined;
  // PostgreSQL 14 and later read only these blocks.
  const blocks = `ctid >= '(${first ?? 0},0)' AND ctid < '(${(last ?? -1) + 1},0)'`;
  const where = `${blocks} AND ${isNewer(transaction, passed)}`;
  return { connection, shape, key, count, changed, where };
}

/** Whether the changes are few, and belong to the served table. */
export function isUsable(
  { connection, count, key, changed }: ChangedRows,
  served: ServedTable,
): boolean {
  const isSame = !connection.isClosed && count === served.count && key === served.key;
  return isSame && changed <= Math.ceil(count * MAX_CHANGED_SHARE);
}
