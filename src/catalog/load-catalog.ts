import { setImmediate } from 'node:timers/promises';
import { searchableText, serializeValues } from '../food/food-entry.ts';
import { UnreadableFats } from '../food/unreadable-fats.ts';
import { AnswerRowsBuilder } from './answer-rows.ts';
import type { EntrySnapshot } from './entry-store.ts';
import { IndexBuilding } from './index-building.ts';
import type { CatalogData } from './memory-catalog.ts';

/** Called now and then with the number of entries loaded so far, and of all. */
export type LoadProgress = (loaded: number, total: number) => void;

/** A table that was loaded, and what its owner should know of it. */
export interface LoadedCatalog {
  readonly data: CatalogData;
  /** One line each. */
  readonly warnings: readonly string[];
}

/**
 * Reads all entries, serializes and indexes them. An entry's place in the order of the store breaks
 * ties. The index of a large table is built in a thread of its own meanwhile.
 *
 * @throws DatabaseError where the snapshot cannot be read to its end
 */
export async function loadCatalog(
  snapshot: Pick<EntrySnapshot, 'count' | 'read'>,
  onProgress?: LoadProgress,
): Promise<LoadedCatalog> {
  const rows = new AnswerRowsBuilder();
  const fats = new UnreadableFats();
  const building = new IndexBuilding();
  let loaded = 0;
  try {
    for await (const batch of snapshot.read()) {
      for (const { entry } of batch) {
        fats.note(entry);
        rows.add(serializeValues(entry));
        building.add(searchableText(entry.description));
      }
      loaded += batch.length;
      onProgress?.(loaded, snapshot.count);
      // A look at what else there is to do, such as a signal to stop.
      await setImmediate();
    }
    const data = { rows: rows.build(), index: await building.finish() };
    return { data, warnings: fats.count > 0 ? [fats.summary()] : [] };
  } finally {
    await building.stop();
  }
}
