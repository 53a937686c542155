import type { Sql } from 'postgres';
import { literal, relationNamed, type Table } from './table.ts';

/** The channel on which writers may announce a change: `NOTIFY food_lookup`. */
export const CHANNEL = 'food_lookup';

/** What one cheap look has found. */
export interface CheapMark {
  /**
   * Everything the table is made of, which for a view are the tables below it: which files hold
   * them, how many rows were ever inserted, updated and deleted, and how columns and views are
   * defined. Any role can read all of this, and no row of the tables is looked at. On a standby the
   * counters never move. `null` where there is no such table.
   */
  readonly mark: string | null;
  /** Where a standby has got to; `null` on a primary. */
  readonly position: string | null;
}

/** Makes ready for {@link takeCheapMark}, once for each connection: then a look costs few bytes. */
export async function prepareCheapMark(sql: Sql, tableName: string): Promise<void> {
  await sql.unsafe(`PREPARE food_lookup_mark AS
    WITH RECURSIVE part (oid) AS (
      (${relationNamed(literal(tableName))})
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
           ), ';' ORDER BY c.oid)) AS mark,
           CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn()::text, '') END
             AS position
    FROM part JOIN pg_class c ON c.oid = part.oid`);
}

export async function takeCheapMark(sql: Sql): Promise<CheapMark> {
  const [row] = await sql.unsafe<CheapMark[]>('EXECUTE food_lookup_mark');
  return { mark: row?.mark ?? null, position: row?.position ?? null };
}

/**
 * Which table it is, how many rows there are and who wrote them: any insert, update or delete that
 * was committed gives another sum. Reads the whole table, though only the heads of its rows.
 */
export async function exactMark(sql: Sql, { oid, reference, columns }: Table): Promise<string> {
  const [row] = await sql.unsafe<{ mark: string }[]>(
    `SELECT concat_ws(':', pg_relation_filenode(${oid}), count(*), sum(xmin::text::int8)) AS mark
     FROM ${reference}`,
  );
  const types = columns.map(({ name, typeOid }) => `${name} ${typeOid}`).join();
  return `${oid}:${row?.mark} ${types}`;
}
