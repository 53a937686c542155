import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { DEFAULT_TABLE, type EntrySource, type NumberedRows } from '../entry-store.ts';
import { ExtraColumns } from '../table/extra-columns.ts';
import { quoted } from '../table-columns.ts';
import { lowerPriority } from '../worker-thread.ts';
import { isImmutable, markOf, openReadOnly, readOnlyAddress } from './connection.ts';
import { arrayOf, findTable, hasReplacement, toStored } from './read-rows.ts';

// Finds the changed rows of a SQLite table by comparing it with a private copy. Also runs the
// thread that holds the copy. SQLite compares in half the time that JavaScript takes to read the
// rows.

/** How many rows are copied or compared at a time. Meanwhile, writers may have to wait. */
const PART_ROWS = 50_000;

interface Copy {
  /** All columns of the table. */
  readonly all: readonly string[];
  /** The copied columns: those that are served, then those that define the order. */
  readonly columns: readonly string[];
  /** How many of {@link columns} are served. */
  readonly served: number;
  readonly ordering: readonly string[];
  readonly rowid: string;
  readonly count: number;
  /** The schema of the file, on which the columns and the order of rows depend. */
  readonly schema: string;
}

/** A copy of a table in a temporary file, which disappears with the process. */
export class TableCopy {
  readonly #source: EntrySource;
  readonly #database = new DatabaseSync('');
  #copy: Copy | undefined;

  constructor(source: EntrySource) {
    this.#source = source;
    // No journal, since a copy is never used after a failure.
    this.#database.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = OFF');
  }

  /**
   * Copies the table, replacing any earlier copy.
   *
   * @returns the number of rows; `undefined` if the table has no rowids, or if its file no
   *   longer has this mark
   */
  renew(mark: string): number | undefined {
    this.#copy = undefined;
    const { database: path, table: name = DEFAULT_TABLE } = this.#source;
    using reading = openReadOnly(path);
    const table = findTable(reading, path, name, this.#source);
    const { columns: all, ordering, orderBy, rowid, isStoredInOrder } = table;
    if (rowid === undefined) return undefined;
    const fields = new ExtraColumns(all, this.#source).columns;
    const columns = [...ENTRY_COLUMNS, ...fields, ...ordering];
    const copied = columns.map((_, i) => `c${i}`).join(', ');
    return this.#attached((from) => {
      this.#database.exec(`
        DROP TABLE IF EXISTS copy;
        CREATE TABLE copy (position INTEGER PRIMARY KEY, source_row, ${copied})`);
      const last = 'SELECT source_row FROM copy ORDER BY position DESC LIMIT 1';
      // Rows that are stored in a different order are sorted in one statement.
      const which = isStoredInOrder
        ? `WHERE ${quoted(rowid)} > coalesce((${last}), -9e999)${orderBy} LIMIT ${PART_ROWS}`
        : orderBy;
      const insert = this.#database.prepare(`
        INSERT INTO copy (source_row, ${copied})
          SELECT ${[rowid, ...columns].map(quoted).join(', ')} FROM ${from} ${which}`);
      while (insert.run().changes > 0 && isStoredInOrder);
      const schema = this.#schema();
      const count = this.#number('SELECT count(*) FROM copy');
      // If the mark differs, the table may have changed while it was read.
      if (markOf(path) !== mark) return undefined;
      const served = ENTRY_COLUMNS.length + fields.length;
      this.#copy = { all, columns, served, ordering, rowid, count, schema };
      return count;
    });
  }

  /**
   * Returns the rows that differ from the copy, and changes the copy accordingly. Returns
   * `undefined` if they are unknown, if more than `max` differ, or if rows were added, removed or
   * moved. In that case, there is no copy until {@link renew}.
   */
  changed(max: number): NumberedRows | undefined {
    const copy = this.#copy;
    this.#copy = undefined;
    if (copy === undefined) return undefined;
    const rows = this.#attached((from, isFixed) => {
      const version = () => {
        // SQLite does not detect changes to a file opened as immutable, but its mark shows them.
        if (isFixed) return markOf(this.#source.database);
        return this.#number('PRAGMA source.data_version');
      };
      const before = version();
      const compared = this.#compared(copy, from, max);
      if (version() === before) return compared;
      if (isFixed) return undefined;
      // The table was written to during the comparison, so this compares again in a transaction.
      this.#database.exec('BEGIN');
      const again = this.#compared(copy, from, max);
      this.#database.exec('COMMIT');
      return again;
    });
    if (rows === undefined) return undefined;
    const assigned = copy.columns.map((_, i) => `c${i} = ?`).join(', ');
    const update = this.#database.prepare(`UPDATE copy SET ${assigned} WHERE position = ?`);
    this.#database.exec('BEGIN');
    for (const [row, values] of rows) update.run(...values, row + 1);
    this.#database.exec('COMMIT');
    this.#copy = copy;
    const stored = rows.map(
      ([row, values]) => [row, values.slice(0, copy.served).map(toStored)] as const,
    );
    return { columns: copy.all, rows: stored };
  }

  #compared({ columns, ordering, rowid, count, schema }: Copy, from: string, max: number) {
    if (this.#schema() !== schema || this.#number(`SELECT count(*) FROM ${from}`) !== count) {
      return undefined;
    }
    const of = (name: string) => `t.${quoted(name)}`;
    // The unary plus removes the column's affinity, which would convert the copied value. BINARY
    // overrides the column's collation, which might ignore case.
    const differs = (name: string, i: number) => `+c.c${i} IS NOT +${of(name)} COLLATE BINARY`;
    const moved = [
      `${of(rowid)} IS NULL`,
      ...ordering.map((name, i) => differs(name, columns.length - ordering.length + i)),
    ].join(' OR ');
    const select = this.#database.prepare(`
      SELECT ${columns.map(of).join(', ')}, c.position - 1, ${moved}
      FROM copy c LEFT JOIN ${from} t ON ${of(rowid)} = c.source_row
      WHERE c.position BETWEEN ? + 1 AND ? AND (${[moved, ...columns.map(differs)].join(' OR ')})
      LIMIT ${max + 1}`);
    select.setReadBigInts(true);
    select.setReturnArrays(true);
    const rows: (readonly [row: number, values: readonly SQLOutputValue[]])[] = [];
    for (let start = 0; start < count && rows.length <= max; start += PART_ROWS) {
      for (const one of select.all(start, start + PART_ROWS)) {
        const values = arrayOf(one);
        const [row, isMoved] = values.splice(-2);
        // U+FFFD may stand for bytes that are not valid text.
        const mayBeInvalid = values.map(toStored).some(hasReplacement);
        if (isMoved !== 0n || mayBeInvalid) return undefined;
        rows.push([Number(row), values]);
      }
    }
    return rows.length > max ? undefined : rows;
  }

  /**
   * Attaches the file only while it is read, so that its writer can remove the WAL.
   *
   * @param read called with the table in SQL, and whether the file was opened as immutable
   */
  #attached<T>(read: (from: string, isFixed: boolean) => T): T {
    const { database: path, table = DEFAULT_TABLE } = this.#source;
    const address = readOnlyAddress(path);
    this.#database.prepare('ATTACH ? AS source').run(address);
    const result = read(`source.${quoted(table)}`, isImmutable(address));
    this.#database.exec('DETACH source');
    return result;
  }

  #schema(): string {
    return JSON.stringify(this.#database.prepare('SELECT sql FROM source.sqlite_schema').all());
  }

  #number(sql: string): number {
    return Number(Object.values(this.#database.prepare(sql).get() ?? {})[0]);
  }

  close(): void {
    this.#database.close();
  }
}

/** The thread's task: copy a file with this mark, or find at most `max` changed rows. */
export interface CopyRequest {
  readonly mark?: string | undefined;
  readonly max: number;
}

const { copied }: { copied?: EntrySource } = Object(workerData);
if (copied !== undefined) {
  lowerPriority();
  const copy = new TableCopy(copied);
  // A failure, such as a full disk, ends the thread and so frees the disk space.
  parentPort?.on('message', ({ mark, max }: CopyRequest) => {
    parentPort?.postMessage(mark === undefined ? copy.changed(max) : copy.renew(mark));
  });
}
