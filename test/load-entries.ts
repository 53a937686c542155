import type { EntryRow, EntrySnapshot } from '../src/catalog/entry-store.ts';
import type { FoodCatalog } from '../src/catalog/food-catalog.ts';
import { type LoadProgress, loadCatalog } from '../src/catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../src/catalog/table/memory-catalog.ts';
import { ENTRY_COLUMNS, type Entry } from '../src/food/entry.ts';

const BATCH_ROWS = 10_000;

/** A deadline for searches that must be answered, no matter how busy the machine is. */
export const NO_DEADLINE_MS = 2 ** 31 - 1;

/** Loads a catalog of these entries, in order, without a store. */
export async function loadEntries(
  entries: Iterable<Entry>,
  { count = 0, onProgress }: { readonly count?: number; readonly onProgress?: LoadProgress } = {},
): Promise<FoodCatalog> {
  const { data } = await loadCatalog({ ...snapshotOf(entries), count }, {}, onProgress);
  return createMemoryCatalog(data);
}

/** Returns the snapshot that a store would read. */
export function snapshotOf(
  entries: Iterable<Entry>,
): Pick<EntrySnapshot, 'columns' | 'count' | 'read'> {
  return { columns: ENTRY_COLUMNS, count: 0, read: () => batches(entries) };
}

async function* batches(entries: Iterable<Entry>): AsyncGenerator<readonly EntryRow[]> {
  let batch: EntryRow[] = [];
  for (const entry of entries) {
    batch.push({ entry, fields: [] });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
