import type { Sql } from 'postgres';
import type { Table } from './table.ts';

/** The channel on which writers may announce a change: `NOTIFY food_lookup`. */
export const CHANNEL = 'food_lookup';

/**
 * Everything the table is made of, which for a view are the tables below it: which files hold them,
 * how many rows were ever inserted, updated and deleted, and how columns and views are defined. Any
 * role can read all of this, and no row of the tables is looked at. On a standby the counters never
 * move.
 */
export async function cheapMark(sql: Sql, oid: number): Promise<string> {
  const [row] = await sql<{ mark: string | null }[]>`
    WITH RECURSIVE part (oid) AS (
      SELECT ${oid}::int8::oid
      UNION
      SELECT below.oid FROM part, LATERAL (
        SELECT d.refobjid AS oid
        FROM pg_rewrite r JOIN pg_depend d
          ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
        WHERE r.ev_class = part.oid AND d.refclassid = 'pg_class'::regclass
        UNION ALL
        SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = part.oid
      ) below
    )
    SELECT md5(string_agg(concat_ws(',', c.oid, c.relfilenode,
             pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid),
             pg_stat_get_tuples_deleted(c.oid),
             (SELECT string_agg(concat_ws(':', attname, atttypid), ',' ORDER BY attnum)
              FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
             (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_rewrite WHERE ev_class = c.oid)
           ), ';' ORDER BY c.oid)) AS mark
    FROM part JOIN pg_class c ON c.oid = part.oid`;
  return row?.mark ?? '';
}

/**
 * How many rows there are and who wrote them: any insert, update or delete that was committed gives
 * another sum. Reads the whole table, though only the heads of its rows.
 */
export async function exactMark(sql: Sql, { reference }: Table): Promise<string> {
  const [row] = await sql.unsafe<{ mark: string }[]>(
    `SELECT concat_ws(':', count(*), sum(xmin::text::int8)) AS mark FROM ${reference}`,
  );
  return row?.mark ?? '';
}

/** Where a standby has got to; `undefined` on a primary. */
export async function replayedTo(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ lsn: string | null; standby: boolean }[]>`
    SELECT pg_last_wal_replay_lsn()::text AS lsn, pg_is_in_recovery() AS standby`;
  return row?.standby === true ? (row.lsn ?? '') : undefined;
}
