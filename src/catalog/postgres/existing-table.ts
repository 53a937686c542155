import type { Sql } from 'postgres';
import { DatabaseError } from '../database-error.ts';
import type { EntryTable, TableColumn } from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import { literal } from './table.ts';

// Decides what an import into PostgreSQL may replace. Refuses to replace a table if views, triggers
// or privileges on single columns would be lost.

/** The existing table that an import is to replace. */
interface ExistingTable {
  readonly oid: number;
  /** As in `pg_class`: `r` is a table, `p` a partitioned one; others are in {@link OTHER_KINDS}. */
  readonly kind: string;
  readonly schema: string;
  /** `schema.name`, quoted for SQL. */
  readonly reference: string;
  readonly owner: string;
  readonly hasPrimaryKey: boolean;
  readonly columns: readonly ExistingColumn[];
  /** Descriptions of everything that would be lost with the table. */
  readonly dependents: readonly string[];
}

interface ExistingColumn {
  readonly name: string;
  /** Whether the server computes the values, so that none can be written. */
  readonly isGenerated: boolean;
  /** Whether it is an identity column, numbered by the server. */
  readonly isSerial: boolean;
  /** As in `pg_type`: `S` is text, `N` a number. */
  readonly category: string;
  /** The name of the column's type, without a length or precision. */
  readonly type: string;
}

/**
 * How new rows get into a database. `new`: there is no table. `rows`: the table has the same
 * columns, and keeps its definition and everything attached to it. `table`: its columns differ, and
 * nothing depends on it.
 */
export type Replacement =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'rows' | 'table';
      readonly existing: ExistingTable;
      /** The name of a table that keeps the old rows. */
      readonly oldName: string;
    };

/**
 * Decides how new rows replace those of the existing table.
 *
 * @param database the URL to show
 * @throws DatabaseError that names what would be lost or is in the way
 */
export async function replacementFor(
  sql: Sql,
  database: string,
  { columns }: Pick<EntryTable, 'columns'>,
  { name, keepOld }: { readonly name: string; readonly keepOld: boolean },
): Promise<Replacement> {
  const existing = await findExisting(sql, name);
  if (existing === undefined) return { kind: 'new' };
  const kindName = OTHER_KINDS[existing.kind];
  if (kindName !== undefined) {
    throw new DatabaseError(
      database,
      `"${name}" is ${kindName} there. Rename it, or import into another schema.`,
    );
  }
  const oldName = `${name}_old`;
  if (keepOld && (await exists(sql, `${quoted(existing.schema)}.${quoted(oldName)}`))) {
    throw new DatabaseError(
      database,
      `its table "${oldName}" holds the rows that an earlier import kept. Drop or rename it first.`,
    );
  }
  if (hasSameColumns(existing, columns)) return { kind: 'rows', existing, oldName };
  if (existing.kind !== 'p' && existing.dependents.length === 0) {
    return { kind: 'table', existing, oldName };
  }
  const lost = existing.kind === 'p' ? ['its partitions'] : existing.dependents;
  throw new DatabaseError(
    database,
    `the columns of its table "${name}" differ from those of the import; replacing the table would lose ${lost.join(', ')}. ` +
      'Drop the table yourself, or import into another schema.',
  );
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
  S: 'a sequence',
  i: 'an index',
  I: 'an index',
  c: 'a type',
};

/**
 * Checks whether the rows fit the existing table. Generated or identity columns may be missing.
 */
function hasSameColumns({ columns }: ExistingTable, wanted: readonly TableColumn[]): boolean {
  const types = new Map(wanted.map(({ name, type }) => [name, type]));
  const fits = ({ name, isGenerated, isSerial, category }: ExistingColumn) => {
    const type = types.get(name);
    if (type === undefined) return isGenerated || isSerial;
    return !isGenerated && category === (type === 'number' ? 'N' : 'S');
  };
  const names = new Set(columns.map(({ name }) => name));
  return columns.every(fits) && wanted.every(({ name }) => names.has(name));
}

/** Checks whether a table or anything else in `pg_class` has this name, quoted for SQL. */
async function exists(sql: Sql, reference: string): Promise<boolean> {
  const [row] = await sql.unsafe<{ oid: number | null }[]>(
    `SELECT to_regclass(${literal(reference)})::oid::int8::float8 AS oid`,
  );
  return row?.oid != null;
}

async function findExisting(sql: Sql, name: string): Promise<ExistingTable | undefined> {
  const [found] = await sql.unsafe<Omit<ExistingTable, 'columns' | 'dependents'>[]>(`
    SELECT c.oid::int8::float8 AS oid, c.relkind AS kind, n.nspname AS schema,
           format('%I.%I', n.nspname, c.relname) AS reference,
           pg_get_userbyid(c.relowner) AS owner,
           EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
             AS "hasPrimaryKey"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass(${literal(quoted(name))})`);
  if (found === undefined) return undefined;
  const columns = await sql<ExistingColumn[]>`
    SELECT a.attname AS name, a.attgenerated <> '' AS "isGenerated",
           a.attidentity <> '' AS "isSerial", t.typcategory AS category,
           format_type(t.oid, NULL) AS type
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = ${found.oid}::int8::oid AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum`;
  return { ...found, columns, dependents: await dependentsOn(sql, found.oid) };
}

/**
 * Returns what the owner has added to a table: views, triggers, policies, row-level security,
 * indexes, constraints, publications, and privileges on single columns. Types, defaults, sequences,
 * NOT NULL, and what PostgreSQL itself creates do not count.
 */
async function dependentsOn(sql: Sql, oid: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT DISTINCT CASE d.classid
             WHEN 'pg_rewrite'::regclass THEN
               (SELECT pg_describe_object('pg_class'::regclass, r.ev_class, 0)
                FROM pg_rewrite r WHERE r.oid = d.objid)
             ELSE pg_describe_object(d.classid, d.objid, d.objsubid)
           END AS name
    FROM pg_depend d
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = ${oid}::int8::oid
      AND d.classid <> 'pg_type'::regclass AND d.classid <> 'pg_attrdef'::regclass
      AND NOT (d.classid = 'pg_class'::regclass AND d.objid = d.refobjid)
      AND NOT EXISTS (SELECT FROM pg_class c WHERE d.classid = 'pg_class'::regclass
                      AND c.oid = d.objid AND c.relkind IN ('t', 'S'))
      AND NOT EXISTS (SELECT FROM pg_trigger t WHERE d.classid = 'pg_trigger'::regclass
                      AND t.oid = d.objid AND t.tgisinternal)
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE d.classid = 'pg_constraint'::regclass
                      AND k.oid = d.objid AND k.contype = 'n')
    UNION ALL
    SELECT 'row-level security' FROM pg_class
    WHERE oid = ${oid}::int8::oid AND relrowsecurity
    UNION ALL
    SELECT format('privileges on column %s', attname) FROM pg_attribute
    WHERE attrelid = ${oid}::int8::oid AND attacl IS NOT NULL AND NOT attisdropped
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}
