import { ENTRY_COLUMNS, type Entry } from '../food/entry.ts';
import type { StoredValue } from '../food/stored-value.ts';

// The types of a table that an import writes, and `--keep-old`.

/** A column of a table to be written. `any` keeps each value as it comes. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'any';
}

/** A table `entries` to be written. It may be larger than memory. */
export interface EntryTable {
  readonly columns: readonly TableColumn[];
  /** The rows in their order, some at a time, each with one value per column. */
  readonly batches:
    | AsyncIterable<readonly (readonly StoredValue[])[]>
    | Iterable<readonly (readonly StoredValue[])[]>;
}

/** How a table is written. */
export interface WriteOptions {
  /** Whether the rows before are kept, as table `entries_old`, which is never overwritten. Default: false. */
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
