import type { Logger } from 'pino';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type LoadProgress, loadCatalog } from '../catalog/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/memory-catalog.ts';
import type { FuzzyOptions } from '../catalog/search-options.ts';
import type { OpenDatabase } from './open-database.ts';

/**
 * Loads the foods of a database and lets go of the state that was read.
 *
 * @throws DatabaseError where it cannot be read to its end
 */
export async function loadData(
  { store, snapshot }: OpenDatabase,
  fuzzy: FuzzyOptions,
  logger: Logger,
  onProgress?: LoadProgress,
): Promise<CurrentCatalog> {
  try {
    const { data, warnings } = await loadCatalog(snapshot, onProgress);
    for (const warning of warnings) logger.warn(`${store.name}: ${warning}`);
    return new CurrentCatalog(createMemoryCatalog(data, fuzzy));
  } finally {
    await snapshot.close();
  }
}
