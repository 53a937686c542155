import type { EntryTable } from '../src/catalog/entry-store.ts';
import type { StoredValue } from '../src/food/decimal.ts';
import { ENTRY_COLUMNS, type Entry } from '../src/food/entry.ts';

// Converts entries to a table that can be written.

/** Returns these entries as a table with the seven columns that the search reads. */
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
