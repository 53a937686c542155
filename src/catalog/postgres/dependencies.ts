import type { Sql } from 'postgres';
import { literal, relationNamed } from './table.ts';

// Finds what a PostgreSQL table or view depends on.

/**
 * SQL for the relation with this name and everything that it depends on: the tables, views and
 * functions that views and policies refer to, and partitions. Any role may run the query.
 */
export const relationsOf = (tableName: string) => `
  WITH RECURSIVE part (class, oid) AS (
    SELECT 'pg_class'::regclass::oid, named.oid FROM (${relationNamed(literal(tableName))}) named
    UNION
    SELECT below.class, below.oid FROM part, LATERAL (
      SELECT d.refclassid AS class, d.refobjid AS oid
      FROM pg_rewrite r JOIN pg_depend d
        ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      WHERE part.class = 'pg_class'::regclass AND r.ev_class = part.oid
      UNION ALL
      SELECT d.refclassid, d.refobjid
      FROM pg_policy p JOIN pg_depend d ON d.classid = 'pg_policy'::regclass AND d.objid = p.oid
      WHERE part.class = 'pg_class'::regclass AND p.polrelid = part.oid
      UNION ALL
      SELECT d.refclassid, d.refobjid FROM pg_depend d
      WHERE part.class = 'pg_proc'::regclass AND d.classid = part.class AND d.objid = part.oid
      UNION ALL
      SELECT 'pg_class'::regclass, i.inhrelid FROM pg_inherits i
      WHERE part.class = 'pg_class'::regclass AND i.inhparent = part.oid
    ) below
    WHERE below.class IN ('pg_class'::regclass, 'pg_proc'::regclass)
  )`;

/** A table or view that a view depends on. */
interface Relation {
  readonly oid: number;
  /** `schema.name`, quoted for SQL, of a relation that has rows; `null` for a view. */
  readonly reference: string | null;
}

/**
 * Returns the tables and views that a view depends on. Returns `undefined` if row headers (`xmin`,
 * `tableoid`) do not show every change: the view reads no table, this role is not allowed to read
 * one, a policy hides rows, a table is foreign, or a function may read other tables.
 */
export async function relationsBelow(sql: Sql, tableName: string): Promise<Relation[] | undefined> {
  const parts = await sql.unsafe<
    (Relation & { readonly isKnown: boolean })[]
  >(`${relationsOf(tableName)}
    SELECT part.oid::int8::float8 AS oid,
      CASE WHEN c.relkind <> 'v' THEN format('%I.%I', n.nspname, c.relname) END AS reference,
      c.relkind = 'v' OR c.relkind IN ('r', 'p', 'm')
        AND has_table_privilege(c.oid, 'SELECT') AND NOT c.relrowsecurity AS "isKnown"
    FROM part LEFT JOIN pg_class c ON part.class = 'pg_class'::regclass AND c.oid = part.oid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE part.class = 'pg_proc'::regclass OR c.relkind IN ('r', 'p', 'm', 'v', 'f')
    ORDER BY part.oid`);
  const hasRows = parts.some(({ reference }) => reference !== null);
  return hasRows && parts.every(({ isKnown }) => isKnown) ? [...parts] : undefined;
}

/**
 * Returns the foreign tables that a table or view depends on. PostgreSQL's statistics
 * (`pg_stat_get_tuples_inserted` etc.) do not count writes to them.
 */
export async function foreignTables(sql: Sql, tableName: string): Promise<string[]> {
  const parts = await sql.unsafe<{ name: string }[]>(`${relationsOf(tableName)}
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM part JOIN pg_class c ON part.class = 'pg_class'::regclass AND c.oid = part.oid
      JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'f' ORDER BY 1`);
  return parts.map(({ name }) => name);
}
