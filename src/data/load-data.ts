import type { Logger } from 'pino';
import type { EntrySource } from '../catalog/entry-store.ts';
import { type LoadProgress, loadCatalog } from '../catalog/loading/load-catalog.ts';
import type { CatalogData } from '../catalog/table/memory-catalog.ts';
import { readBundledCatalog } from './bundled-catalog.ts';
import type { OpenDatabase } from './open-database.ts';

/**
 * Loads the foods of a database and lets go of the state that was read.
 *
 * @throws DatabaseError where it cannot be read to its end
 */
export async function loadData(
  { store, snapshot }: OpenDatabase,
  source: EntrySource,
  logger: Logger,
  onProgress?: LoadProgress,
): Promise<CatalogData> {
  try {
    const bundled = readBundledCatalog(source);
    if (bundled !== undefined) return bundled;
    const { data, warnings } = await loadCatalog(snapshot, source, onProgress);
    for (const warning of warnings) logger.warn(`${store.name}: ${warning}`);
    return data;
  } finally {
    await snapshot.close();
  }
}
