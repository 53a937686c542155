import type { StoredValue } from '../food/decimal.ts';
import { ENTRY_COLUMNS, type Entry } from '../food/entry.ts';
import type { Language } from '../search/fuzzy/language.ts';
import type { RowFile } from './row-file.ts';

// Defines the interfaces of a store and of a table to write. Names the default table, and the
// default column for other names of foods.

/** The table to read, as plain data that can be sent to another thread. */
export interface EntrySource {
  /** The path of a SQLite file, or the URL of a PostgreSQL server. */
  readonly database: string;
  /** The table or view that holds the entries. Default: `entries`. */
  readonly table?: string | undefined;
  /**
   * The column to order by, with text in byte order. Default: the primary key, or storage order if
   * there is none.
   */
  readonly key?: string | undefined;
  /**
   * The column with each food's other names, for `match=fuzzy`. Default: {@link DEFAULT_NAMES}, if
   * the table has it.
   */
  readonly names?: string | undefined;
  /** The language of the descriptions, for `match=fuzzy`. Default: English. */
  readonly language?: Language | undefined;
  /** Additional columns that callers may request; `*` means all. Default: none. */
  readonly fields?: readonly string[] | undefined;
}

/** The table to read by default. */
export const DEFAULT_TABLE = 'entries';

/** The default column with other names of foods; case is ignored. */
export const DEFAULT_NAMES = 'common_names';

/** An entry, and the values of additional columns in the requested order. */
export interface EntryRow {
  readonly entry: Entry;
  readonly fields: readonly StoredValue[];
}

/**
 * A row as stored: the values of ENTRY_COLUMNS in their order, then those of additional columns.
 */
export type StoredValues = readonly StoredValue[];

const NO_FIELDS: StoredValues = [];

export function toEntryRow(values: StoredValues): EntryRow {
  const [
    carbohydrate_g = null,
    protein_g = null,
    fa_sat_g = null,
    fa_mono_g = null,
    fa_poly_g = null,
    kcal = null,
    description = null,
  ] = values;
  return {
    entry: { carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description },
    fields: values.length > ENTRY_COLUMNS.length ? values.slice(ENTRY_COLUMNS.length) : NO_FIELDS,
  };
}

/** Options for reading rows. */
export interface ReadRequest {
  /** The additional columns to read, named as in {@link EntrySnapshot.columns}. Default: none. */
  readonly fields?: readonly string[];
  /**
   * Called with the number, from 1, of each row that is skipped because its text is not valid in
   * its encoding.
   */
  readonly onInvalid?: (row: number) => void;
}

/**
 * Reads entries from a table or view that has the seven columns of an entry, and perhaps others.
 * All methods may throw a DatabaseError that says in one line what is wrong.
 */
export interface EntryStore {
  /** For logs and messages: a path, or a URL without its password. */
  readonly name: string;

  /** Opens a snapshot of the data, and checks that it has the required columns. */
  open(): Promise<EntrySnapshot>;

  /**
   * Returns a string that changes when the data may have changed. Never writes to the database.
   */
  changeMark(): Promise<string>;

  /**
   * Copies all rows, for another thread to read with `openCopy`. Returns `undefined` if a thread
   * can open the store itself. The caller closes the file.
   *
   * @param fieldsOf chooses which additional columns to copy
   */
  copy(fieldsOf: FieldsOf): Promise<CopiedRows | undefined>;

  /**
   * Like {@link copy}, but copies only the rows that may have changed since the table was read.
   * Returns `undefined` if they are unknown or too many, or if the number of rows has changed.
   */
  copyChanged(
    since: ServedTable,
    fieldsOf: FieldsOf,
  ): Promise<CopiedRows | NumberedRows | undefined>;

  /** The time spent waiting for locks and connections so far, in ms. */
  readonly waitedMs: number;

  /**
   * Calls back on any hint of a change, until the store is closed. A hint proves nothing, and not
   * every change causes a hint. Only {@link changeMark} is reliable.
   *
   * @returns warnings about changes that cause no hint, one sentence each
   */
  watch(onHint: () => void): Promise<readonly string[]>;

  /** Closes all connections and watchers. */
  close(): Promise<void>;
}

/** Chooses additional columns of a table. */
export type FieldsOf = (columns: readonly string[]) => readonly string[];

/**
 * If a larger share of the rows has changed, all rows are read instead of only the changed ones.
 */
export const MAX_CHANGED_SHARE = 0.05;

/** The table that is being served. */
export interface ServedTable {
  /** The change mark from before the table was read. */
  readonly mark: string;
  /** The number of rows. */
  readonly count: number;
  /** The column by which rows are found. */
  readonly key: string | undefined;
}

/** Changed rows, numbered by their positions among the served rows, as plain data. */
export interface NumberedRows {
  /** The names of all columns of the table. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [row: number, values: StoredValues])[];
}

/** Rows copied from a database, as plain data that every thread of the process can read. */
export interface CopiedRows {
  /** The names of all columns of the table. */
  readonly columns: readonly string[];
  /** The number of rows. */
  readonly count: number;
  readonly file: RowFile;
  /** The type of each value in a row, as a number that the store defines. */
  readonly types: readonly number[];
}

/**
 * A consistent snapshot of the data, unaffected by concurrent writes. Must be disposed of even if
 * reading fails, and may be disposed of again.
 */
export interface EntrySnapshot extends AsyncDisposable {
  /** The names of all columns, including those of an entry, in table order. */
  readonly columns: readonly string[];

  /** The number of entries. */
  readonly count: number;

  /**
   * Yields all rows in batches, in the order that {@link EntrySource} defines. Skips rows whose
   * text is not valid in its encoding. May be called again, with the same fields, only if
   * {@link EntryStore.copy} returns `undefined`.
   */
  read(request?: ReadRequest): AsyncIterable<readonly EntryRow[]>;
}

/** The number of rows in a batch, which must fit in memory. */
export const BATCH_ROWS = 5_000;

/** A column of a new table. `any` has no type in SQLite, and is text in PostgreSQL. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'any';
}

/** A new table `entries`, which may be larger than memory. */
export interface EntryTable {
  readonly columns: readonly TableColumn[];
  /** The rows in order, in batches. Each row has one value per column. */
  readonly batches:
    | AsyncIterable<readonly (readonly StoredValue[])[]>
    | Iterable<readonly (readonly StoredValue[])[]>;
}

/** How a table is written. */
export interface WriteOptions {
  /**
   * Whether to keep the previous rows as table `entries_old`, which is never overwritten. Default:
   * false.
   */
  readonly keepOld?: boolean;
}
