import type { Sql } from 'postgres';
import type { ServedTable } from '../entry-store.ts';
import type { Connection } from './connection.ts';
import { relationsBelow, relationsOf } from './dependencies.ts';
import {
  type ChangedRows,
  changedSince,
  type FoundRows,
  foundRows,
  isUsable,
  type Moment,
  momentOf,
} from './find-changed-rows.ts';
import { findTable, type Table, waitForLock } from './table.ts';

// Detects changes to a PostgreSQL table by counters, row versions, policies, functions and
// notifications.

/** The channel on which writers may announce a change: `NOTIFY food_lookup`. */
export const CHANNEL = 'food_lookup';

/** The result of an exact check, which reads all rows or their headers. */
interface ExactCheck {
  readonly mark: string;
  readonly moment: Moment | undefined;
  /** The rows written since the previous check, if they are known. */
  readonly rows?: ChangedRows | undefined;
}

/** The result of a cheap check, which reads no rows. */
interface CheapMark {
  /**
   * A hash of the table's definition: its columns, its primary key, a view's query and the columns
   * of its tables, the expressions of virtual columns, the labels of enums, whether this role may
   * read it, row-level security and its policies, and the functions that views and policies call.
   * `null` if there is no such table.
   */
  readonly definition: string | null;
  /**
   * A hash of the names of the files that hold the rows, and of how many rows were ever inserted,
   * updated and deleted. On a standby, these counts never change.
   */
  readonly counters: string | null;
  /** The replay position of a standby; `null` on a primary. */
  readonly position: string | null;
  /** The number of the next transaction that will write. */
  readonly next: string;
}

const cheapCheck = (tableName: string) => `${relationsOf(tableName)}
    SELECT md5(string_agg(concat_ws(',', part.oid, c.relrowsecurity, c.relforcerowsecurity,
             has_table_privilege(c.oid, 'SELECT'), (SELECT sum(xmin::text::int8) FROM pg_enum),
             (SELECT indkey FROM pg_index WHERE indrelid = c.oid AND indisprimary),
             (SELECT xmin FROM pg_proc f WHERE part.class = 'pg_proc'::regclass AND f.oid = part.oid),
             (SELECT string_agg(concat_ws(':', attnum, attname, atttypid), ',' ORDER BY attnum)
              FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
             (SELECT string_agg(concat_ws(':', adnum, xmin), ',' ORDER BY adnum)
              FROM pg_attrdef WHERE adrelid = c.oid),
             (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_rewrite WHERE ev_class = c.oid),
             (SELECT string_agg(concat_ws(':', oid, xmin), ',' ORDER BY oid)
              FROM pg_policy WHERE polrelid = c.oid)
           ), ';' ORDER BY part.class, part.oid)) AS definition,
           md5(string_agg(concat_ws(',', c.relfilenode, pg_stat_get_tuples_inserted(c.oid),
             pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid)),
           ';' ORDER BY part.class, part.oid)) AS counters,
           CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn()::text, '') END
             AS position,
           txid_snapshot_xmax(txid_current_snapshot())::text AS next
    FROM part LEFT JOIN pg_class c ON part.class = 'pg_class'::regclass AND c.oid = part.oid`;

/**
 * Detects changes to a table. A cheap check of counters decides whether an exact check is needed.
 * The counters may move although nothing has changed, as after a rollback. They may also lag
 * behind, and on a standby they never move. So a notification, or a standby's progress, also causes
 * an exact check.
 */
export class ChangeMarks {
  readonly #database: string;
  readonly #tableName: string;
  /** The results of the last check, and its change mark. */
  #seen = '';
  #counters: string | null = null;
  #mark = '';
  /** The time spent waiting for locks so far, in ms. */
  waitedMs = 0;
  /** The moment just before the last scan of row headers. */
  #moment: Moment | undefined;
  /** The rows written between the previous mark and this one. */
  #changes: { readonly from: string; readonly rows: ChangedRows } | undefined;

  constructor(database: string, tableName: string) {
    this.#database = database;
    this.#tableName = tableName;
  }

  /**
   * Returns a string that changes whenever the data, or the permission to read it, has changed.
   *
   * @param announced a value that differs from the last call's if a change was announced since then
   * @param onPrimary called if the server is a primary: a standby may have been promoted
   */
  async check(
    connection: Connection,
    announced: number,
    onPrimary: () => Promise<void>,
  ): Promise<string> {
    const { sql } = connection;
    const [found] = await connection.waitBriefly(() =>
      sql.unsafe<CheapMark[]>(cheapCheck(this.#tableName)),
    );
    if (found?.position === null) await onPrimary();
    const { counters = null, next, ...others } = found ?? {};
    // Includes announcements, since the counters might not show an announced change yet.
    const seen = JSON.stringify([others, announced]);
    const isSame = counters === this.#counters || this.#isUnwritten(connection, next);
    if (seen !== this.#seen || !isSame) {
      const exact = await connection.waitFor(() => this.#checkExactly(connection));
      const mark = `${exact.mark} ${found?.definition}`;
      if (mark !== this.#mark) {
        // A changed definition may change any row.
        const isSameDefinition = this.#mark.endsWith(` ${found?.definition}`);
        const rows = isSameDefinition ? exact.rows : undefined;
        this.#changes = rows && { from: this.#mark, rows };
      }
      this.#mark = mark;
      this.#moment = exact.moment;
    }
    // These are set last, so that if this check fails, the next one is exact too.
    this.#seen = seen;
    this.#counters = counters;
    return this.#mark;
  }

  /** Whether nothing can have been written since the last exact check. */
  #isUnwritten(connection: Connection, next: string | undefined): boolean {
    const { connection: checked, transaction } = this.#moment ?? {};
    return checked === connection && transaction === next;
  }

  /** Returns the rows written since the table was read, if they are known and few. */
  changesSince(served: ServedTable): ChangedRows | undefined {
    const { from, rows } = this.#changes ?? {};
    return from === served.mark && rows && isUsable(rows, served) ? rows : undefined;
  }

  /**
   * Returns a mark composed of the table's identity, the number of its rows and the transactions
   * that wrote them. Any committed insert, update or delete changes the mark. Reads the headers of
   * all rows; for a view, those of its tables. If the headers do not show every change, hashes the
   * values instead: see {@link relationsBelow}.
   */
  async #checkExactly(connection: Connection): Promise<ExactCheck> {
    const { sql } = connection;
    // The table may have lost a column, or may have been dropped.
    const table = await findTable(sql, this.#database, this.#tableName, {});
    const moment = await momentOf(connection, table);
    if (table.hasRowVersions) {
      const before = this.#moment?.connection === connection ? this.#moment : undefined;
      const { mark, found } = await this.#rowVersionsOf(sql, table, before);
      return { mark, moment, rows: before && found && changedSince(before, table, found) };
    }
    const below = await relationsBelow(sql, this.#tableName);
    if (below === undefined) {
      return { mark: `${table.oid}:${await this.#contentOf(sql, table)}`, moment };
    }
    const marks = [];
    for (const part of below) {
      const { reference } = part;
      if (reference === null) continue;
      marks.push((await this.#rowVersionsOf(sql, { ...part, reference })).mark);
    }
    return { mark: marks.join(' '), moment };
  }

  /** @param moment if given, also finds the rows written since that moment */
  async #rowVersionsOf(
    sql: Sql,
    { oid, reference }: Pick<Table, 'oid' | 'reference'>,
    moment?: Moment,
  ): Promise<{ readonly mark: string; readonly found: FoundRows | undefined }> {
    this.waitedMs += await waitForLock(sql, reference);
    const [row] = await sql.unsafe<(FoundRows & { mark: string })[]>(
      `SELECT concat_ws(':', pg_relation_filenode(${oid}), count(*), sum(xmin::text::int8),
                sum(tableoid::int8)) AS mark${moment ? `, ${foundRows(moment)}` : ''}
       FROM ${reference}`,
    );
    return { mark: `${oid}:${row?.mark}`, found: moment && row };
  }

  /** Returns a hash of all rows, independent of their order. */
  async #contentOf(sql: Sql, { reference }: Table): Promise<string> {
    this.waitedMs += await waitForLock(sql, reference);
    const [row] = await sql.unsafe<{ mark: string }[]>(
      `SELECT concat_ws(':', count(*), sum(hashtextextended(t::text, 0))) AS mark FROM ${reference} t`,
    );
    return String(row?.mark);
  }
}
