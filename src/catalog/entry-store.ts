import { ENTRY_COLUMNS, type Entry } from '../food/entry.ts';
import type { StoredValue } from '../food/stored-value.ts';
import type { Language } from '../search/fuzzy/language.ts';
import type { RowFile } from './row-file.ts';

// The contract of a store of entries and of a table to import; the default names of the table and
// of the column with other names.

/** Which table to read, as plain data: it can be handed to another thread. */
export interface EntrySource {
  /** Path of a SQLite file, or the address of a PostgreSQL server. */
  readonly database: string;
  /** The table or view that holds the entries. Default: `entries`. */
  readonly table?: string | undefined;
  /**
   * The column to order by, text by its bytes. Default: the primary key, and without one the order
   * in which the table is stored.
   */
  readonly key?: string | undefined;
  /**
   * The column with other names of each food, separated by commas, for `match=fuzzy`. Default:
   * {@link DEFAULT_NAMES}, where the table has it.
   */
  readonly names?: string | undefined;
  /** The language of the descriptions, for `match=fuzzy`. Default: English. */
  readonly language?: Language | undefined;
  /** Further columns to offer beside those of an answer; `*` is all of them. Default: none. */
  readonly fields?: readonly string[] | undefined;
}

/** The table that is read where no other is named. */
export const DEFAULT_TABLE = 'entries';

/** The column with other names of foods where no other is named, in any case of its letters. */
export const DEFAULT_NAMES = 'common_names';

/** An entry, and the values of further columns in the order they were asked for. */
export interface EntryRow {
  readonly entry: Entry;
  readonly fields: readonly StoredValue[];
}

const NO_FIELDS: readonly StoredValue[] = [];

/** A row of values, those of ENTRY_COLUMNS in their order and then the further columns. */
export function toEntryRow(values: readonly StoredValue[]): EntryRow {
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

/** What to read of each row besides the columns of an entry. */
export interface ReadRequest {
  /** Further columns, as {@link EntrySnapshot.columns} names them. Default: none. */
  readonly fields?: readonly string[];
  /**
   * Called for each row that is left out because a text is not valid in its encoding, with its
   * number from 1.
   */
  readonly onInvalid?: (row: number) => void;
}

/**
 * Where entries come from: a table or view that has the seven columns of an entry, and perhaps
 * others. Everything below may throw a DatabaseError that says in one line what is wrong.
 */
export interface EntryStore {
  /** For logs and messages: a path, or an address without its password. */
  readonly name: string;

  /** Opens one consistent state of the data, and checks that it has the needed columns. */
  open(): Promise<EntrySnapshot>;

  /** A text that differs whenever the data may have changed. Cheap, and without side effects. */
  changeMark(): Promise<string>;

  /**
   * Copies all rows of one state of the data, for another thread to read with `openCopy`; `undefined`
   * if a thread can open the store itself. The caller closes the file.
   *
   * @param fieldsOf the further columns to copy, given all columns
   */
  copy(fieldsOf: FieldsOf): Promise<CopiedRows | undefined>;

  /**
   * Like {@link copy}, but only the rows that may have changed since; `undefined` if these are unknown,
   * or a row may have been added or removed. Absent if a snapshot has {@link EntrySnapshot.scan}.
   */
  copyChanged?(since: ServedTable, fieldsOf: FieldsOf): Promise<CopiedRows | undefined>;

  /** The time spent waiting for locks and connections so far, in ms. */
  readonly waitedMs: number;

  /**
   * Calls back whenever something hints at a change, until the store is closed. A hint proves
   * nothing, and not every change gives one: {@link changeMark} decides.
   *
   * @returns which changes give no hint although one would expect it, one sentence each
   */
  watch(onHint: () => void): Promise<readonly string[]>;

  /** Closes all connections and watchers. */
  close(): Promise<void>;
}

/** Chooses further columns of a table. */
export type FieldsOf = (columns: readonly string[]) => readonly string[];

/** More changed rows than this share are read with all others. */
export const MOST_CHANGED = 0.05;

/** The table that is being served. */
export interface ServedTable {
  /** The change mark from before it was read. */
  readonly mark: string;
  /** The number of its rows. */
  readonly count: number;
  /** The column by which its rows are found. */
  readonly key: string | undefined;
}

/** Rows that were copied out of a database. Plain data, which every thread of the process can read. */
export interface CopiedRows {
  /** The names of all columns of the table. */
  readonly columns: readonly string[];
  /** The number of rows. */
  readonly count: number;
  readonly file: RowFile;
  /** The type of each value in a row, as the store counts them. */
  readonly types: readonly number[];
}

/** One consistent state of the data, whatever is written meanwhile. */
export interface EntrySnapshot {
  /** The names of all columns, those of an entry included, in the order of the table. */
  readonly columns: readonly string[];

  /** The number of entries. */
  readonly count: number;

  /**
   * All rows in batches, ordered as {@link EntrySource} says, without those that are invalid in
   * their encoding. Can be read once.
   */
  read(request?: ReadRequest): AsyncIterable<readonly EntryRow[]>;

  /**
   * The values of each row in the order of {@link toEntryRow}, faster than {@link read}, which may follow;
   * `undefined` for one that is not valid. Throws at a number that needs more digits than a double has.
   */
  scan?(fields: readonly string[]): Iterable<readonly StoredValue[] | undefined>;

  /** Releases the state. Must be called, even if reading fails; calling it again is harmless. */
  close(): Promise<void>;
}

/** Rows per batch: enough to make the batch cheap, few enough for memory. */
export const BATCH_ROWS = 5_000;

/** A column of a table to be written. `any` keeps each value as it is. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'any';
}

/** A table `entries` to be written. It may be larger than memory. */
export interface EntryTable {
  readonly columns: readonly TableColumn[];
  /** The rows in order, in batches, each with one value per column. */
  readonly batches:
    | AsyncIterable<readonly (readonly StoredValue[])[]>
    | Iterable<readonly (readonly StoredValue[])[]>;
}

/** How a table is written. */
export interface WriteOptions {
  /**
   * Whether the previous rows are kept, as table `entries_old`, which is never overwritten.
   * Default: false.
   */
  readonly keepOld?: boolean;
}

/** The seven columns that the search reads, as a table of these entries. */
export function tableOf(entries: Iterable<Entry>): EntryTable {
  return {
    columns: ENTRY_COLUMNS.map((name) => ({
      name,
      type: name === 'description' ? 'text' : 'number',
    })),
    batches: batchesOf(entries),
  };
}

function* batchesOf(entries: Iterable<Entry>): Generator<StoredValue[][]> {
  for (const entry of entries) yield [ENTRY_COLUMNS.map((column) => entry[column])];
}
