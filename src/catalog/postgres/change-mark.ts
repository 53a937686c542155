import type { Sql } from 'postgres';
import { locked } from './locks.ts';
import { literal, relationNamed, type Table } from './table.ts';

// How changes of a PostgreSQL table are noticed: counters, row versions, the channel of
// notifications.

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

/** SQL for the relation of this name and all below it: `part (oid)`. */
const partsOf = (tableName: string) => `
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
  )`;

/** SQL of a cheap look. */
const cheapLook = (tableName: string) => `${partsOf(tableName)}
    SELECT md5(string_agg(concat_ws(',', c.oid, c.relfilenode,
             pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid),
             pg_stat_get_tuples_deleted(c.oid),
             (SELECT string_agg(concat_ws(':', attname, atttypid), ',' ORDER BY attnum)
              FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
             (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_rewrite WHERE ev_class = c.oid)
           ), ';' ORDER BY c.oid)) AS mark,
           CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn()::text, '') END
             AS position
    FROM part JOIN pg_class c ON c.oid = part.oid`;

/** Takes cheap looks over one connection. */
export class CheapLooks {
  readonly #sql: Sql;
  readonly #tableName: string;
  readonly #isPooled: boolean;
  #isPrepared = false;

  /** @param isPooled whether the next statement may reach another session, which knows no other */
  constructor(sql: Sql, tableName: string, isPooled: boolean) {
    this.#sql = sql;
    this.#tableName = tableName;
    this.#isPooled = isPooled;
  }

  async take(): Promise<CheapMark> {
    const look = cheapLook(this.#tableName);
    // Prepared, a look costs few bytes.
    if (!this.#isPooled && !this.#isPrepared) {
      await this.#sql.unsafe(`PREPARE food_lookup_mark AS ${look}`);
      this.#isPrepared = true;
    }
    const statement = this.#isPooled ? look : 'EXECUTE food_lookup_mark';
    const [row] = await this.#sql.unsafe<CheapMark[]>(statement);
    return { mark: row?.mark ?? null, position: row?.position ?? null };
  }
}

/** A mark that moves only where the data have changed, and how long others were waited for. */
export interface ExactMark {
  readonly mark: string;
  readonly waitedMs: number;
}

/**
 * Which table it is, how many rows there are and who wrote them: any insert, update or delete that
 * was committed gives another sum. Reads the whole table, though only the heads of its rows; of a
 * view, those of the tables below it, if this role may read them, and otherwise what it shows.
 */
export async function exactMark(sql: Sql, tableName: string, table: Table): Promise<ExactMark> {
  const types = table.columns.map(({ name, typeOid }) => `${name} ${typeOid}`).join();
  if (table.hasHeads) {
    const heads = await headsOf(sql, table);
    return { mark: `${table.oid}:${heads.mark} ${types}`, waitedMs: heads.waitedMs };
  }
  const below = await partsBelow(sql, tableName);
  if (below === undefined) {
    const shown = await contentOf(sql, table);
    return { mark: `${table.oid}:${shown.mark} ${types}`, waitedMs: shown.waitedMs };
  }
  const marks = [];
  let waitedMs = 0;
  for (const part of below) {
    const heads =
      part.reference === null
        ? undefined
        : await headsOf(sql, { ...part, reference: part.reference });
    marks.push(`${part.oid}:${heads?.mark ?? part.definition}`);
    waitedMs += heads?.waitedMs ?? 0;
  }
  return { mark: `${marks.join(' ')} ${types}`, waitedMs };
}

async function headsOf(
  sql: Sql,
  { oid, reference }: { readonly oid: number; readonly reference: string },
): Promise<ExactMark> {
  const waitedMs = await locked(sql, reference);
  const [row] = await sql.unsafe<{ mark: string }[]>(
    `SELECT concat_ws(':', pg_relation_filenode(${oid}), count(*), sum(xmin::text::int8),
              sum(tableoid::int8)) AS mark
     FROM ${reference}`,
  );
  return { mark: String(row?.mark), waitedMs };
}

/** A hash of all rows, in whatever order they come. */
async function contentOf(sql: Sql, { reference }: Table): Promise<ExactMark> {
  const waitedMs = await locked(sql, reference);
  const [row] = await sql.unsafe<{ mark: string }[]>(
    `SELECT concat_ws(':', count(*), sum(hashtextextended(t::text, 0))) AS mark FROM ${reference} t`,
  );
  return { mark: String(row?.mark), waitedMs };
}

interface Part {
  readonly oid: number;
  /** `schema.name`, quoted for SQL, of what has rows; `null` of a view. */
  readonly reference: string | null;
  /** Of a view. */
  readonly definition: string | null;
}

/**
 * The tables and views that a view is made of; `undefined` where their rows do not tell all: where this
 * role may not read one, where one is foreign, and where a function of the owner's may read others.
 */
async function partsBelow(sql: Sql, tableName: string): Promise<Part[] | undefined> {
  const parts = await sql.unsafe<(Part & { readonly isKnown: boolean })[]>(`${partsOf(tableName)}
    SELECT c.oid::int8::float8 AS oid,
      CASE WHEN c.relkind <> 'v' THEN format('%I.%I', n.nspname, c.relname) END AS reference,
      CASE WHEN c.relkind = 'v' THEN md5(pg_get_viewdef(c.oid)) END AS definition,
      c.relkind IN ('r', 'p', 'm', 'v')
        AND (c.relkind = 'v' OR has_table_privilege(c.oid, 'SELECT') AND NOT c.relrowsecurity)
        AND NOT EXISTS (
          SELECT FROM pg_rewrite r JOIN pg_depend d
            ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
          WHERE r.ev_class = c.oid AND d.refclassid = 'pg_proc'::regclass
        ) AS "isKnown"
    FROM part JOIN pg_class c ON c.oid = part.oid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f')
    ORDER BY c.oid`);
  const hasRows = parts.some(({ reference }) => reference !== null);
  return hasRows && parts.every(({ isKnown }) => isKnown) ? [...parts] : undefined;
}

/** The foreign tables that a table or view is made of: what is written to them moves no counter. */
export async function foreignParts(sql: Sql, tableName: string): Promise<string[]> {
  const parts = await sql.unsafe<{ name: string }[]>(`${partsOf(tableName)}
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM part JOIN pg_class c ON c.oid = part.oid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'f' ORDER BY 1`);
  return parts.map(({ name }) => name);
}
