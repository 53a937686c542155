import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import { checkColumns, type NamedColumns, noTable, quoted } from '../table-columns.ts';

// Finds the table or view in PostgreSQL: its columns, its key, the order of its rows.

/** A column, and how to read its values. */
export interface Column {
  readonly name: string;
  readonly number: number;
  /** The type of the values. For a domain, this is the type that it is ultimately based on. */
  readonly typeOid: number;
  /** Whether the values are ordered by a collation. */
  readonly isText: boolean;
  /** Whether the values are computed when read. */
  readonly isComputed: boolean;
}

/** The table or view that holds the entries. */
export interface Table {
  readonly oid: number;
  /** `schema.name`, quoted for SQL. */
  readonly reference: string;
  /** Whether row versions (`xmin`) show every change. A view has no row versions. */
  readonly hasRowVersions: boolean;
  /** Whether this is a table, not a view, and this role may lock it explicitly. */
  readonly isLockable: boolean;
  readonly columns: readonly Column[];
  /** The ORDER BY clause; empty if rows are read in storage order. */
  readonly orderBy: string;
  /**
   * The primary key, if it is a single column that orders the rows of a plain table. Only there do
   * row headers show which rows have changed. `undefined` for any other table or view.
   */
  readonly keyOfRows: string | undefined;
  /**
   * Changes if a column was replaced or the table rewritten, since values may then differ although
   * row headers are the same.
   */
  readonly shape: string;
}

export function columnNames({ columns }: Table): string[] {
  return columns.map(({ name }) => name);
}

interface FoundRelation {
  readonly oid: number;
  readonly kind: string;
  readonly reference: string;
  readonly isLockable: boolean;
  /** Whether policies decide which rows this role sees. */
  readonly hasPolicies: boolean;
  /** Whether reading the table also reads rows of other tables. */
  readonly hasChildren: boolean;
  readonly file: number | null;
}

/**
 * SQL for the oid of a table or view, given an SQL expression for its name. The name has a schema,
 * or is found by the search path.
 */
export function relationNamed(name: string): string {
  // Kinds of relations: table, view, materialized view, foreign table, partitioned table.
  return `
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
      AND ((c.relname = ${name} AND pg_table_is_visible(c.oid))
           OR n.nspname || '.' || c.relname = ${name})
    ORDER BY pg_table_is_visible(c.oid) AND c.relname = ${name} DESC
    LIMIT 1`;
}

/**
 * Finds the table or view by name, and checks that it has the columns of an entry and those that
 * the source names.
 *
 * @throws DatabaseError that names what is missing
 */
export async function findTable(
  sql: Sql,
  database: string,
  name: string,
  { key, names }: NamedColumns,
): Promise<Table> {
  const [relation] = await sql.unsafe<FoundRelation[]>(`
    SELECT c.oid::int8::float8 AS oid, c.relkind AS kind,
           format('%I.%I', n.nspname, c.relname) AS reference,
           c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'SELECT') AS "isLockable",
           row_security_active(c.oid) AS "hasPolicies", c.relhassubclass AS "hasChildren",
           pg_relation_filenode(c.oid)::int8::float8 AS file
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = (${relationNamed(literal(name))})`);
  if (relation === undefined) throw noTable(database, name, await otherTables(sql));
  const columns = await columnsOf(sql, relation.oid);
  checkColumns({ database, name, columns: columns.map((column) => column.name), key, names });
  const primaryKey = await primaryKeyOf(sql, relation.oid);
  const ordering = key === undefined ? primaryKey : [key];
  const isUnique = ordering.join() === primaryKey.join();
  const hasRows = relation.kind === 'r' || relation.kind === 'm';
  const hasRowVersions = (hasRows || relation.kind === 'p') && !relation.hasPolicies;
  const isComputed = columns.some((column) => column.isComputed);
  const isPlain = relation.kind === 'r' && hasRowVersions && !relation.hasChildren && !isComputed;
  const [keyOfRows] = isPlain && isUnique && ordering.length === 1 ? ordering : [];
  return {
    ...{ ...relation, hasRowVersions, columns, keyOfRows },
    orderBy: orderBy(columns, ordering, hasRows, isUnique),
    // If a column is dropped and added again under the same name, its number changes.
    shape: JSON.stringify([relation.oid, relation.file, columns]),
  };
}

/** Returns an SQL string literal that is valid with any server settings. */
export function literal(text: string): string {
  return `E'${text.replace(/['\\]/g, (character) => character + character)}'`;
}

async function columnsOf(sql: Sql, oid: number): Promise<Column[]> {
  // Older servers have no attgenerated.
  const rows = await sql<Column[]>`
    SELECT a.attname AS name, a.attnum AS number,
           (WITH RECURSIVE base (oid, below) AS (
              SELECT oid, typbasetype FROM pg_type WHERE oid = a.atttypid
              UNION ALL SELECT t.oid, t.typbasetype FROM base JOIN pg_type t ON t.oid = below)
            SELECT oid::int8::float8 FROM base WHERE below = 0) AS "typeOid",
           a.attcollation <> 0 AS "isText",
           coalesce(to_jsonb(a) ->> 'attgenerated' = 'v', false) AS "isComputed"
    FROM pg_attribute a
    WHERE a.attrelid = ${oid}::int8::oid AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum`;
  return [...rows];
}

async function primaryKeyOf(sql: Sql, oid: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT a.attname AS name
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = ${oid}::int8::oid AND i.indisprimary
    ORDER BY array_position(i.indkey::int2[], a.attnum)`;
  return rows.map(({ name }) => name);
}

/**
 * Orders text by bytes, regardless of the column's collation. Equal rows of a table stay in storage
 * order. If the order is just the primary key, its index can be used; for a text key, only if the
 * key has collation C.
 */
function orderBy(
  columns: readonly Column[],
  ordering: readonly string[],
  hasRows: boolean,
  isUnique: boolean,
): string {
  if (ordering.length === 0) return '';
  const isText = new Map(columns.map((column) => [column.name, column.isText]));
  const terms = ordering.map(
    (name) =>
      `${quoted(name)}${isText.get(name) ? ' COLLATE "C"' : ''}${isUnique ? '' : ' NULLS FIRST'}`,
  );
  if (hasRows && !isUnique) terms.push('ctid');
  return ` ORDER BY ${terms.join(', ')}`;
}

async function otherTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND pg_table_is_visible(c.oid)
      AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
    ORDER BY c.relname LIMIT 5`;
  return rows.map(({ name }) => name);
}

/**
 * Waits until a table may be read.
 *
 * @param statement acquires every lock that reading all rows needs, even those on a view's tables
 * @returns how long it waited, in ms
 */
export async function waitForLock(
  sql: Sql,
  reference: string,
  statement = `SELECT FROM ${reference} LIMIT 0`,
): Promise<number> {
  const begin = performance.now();
  await sql.unsafe(statement);
  return performance.now() - begin;
}
