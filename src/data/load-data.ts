import { withoutPassword } from '../catalog/database-error.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import { type LoadProgress, loadCatalog } from '../catalog/loading/load-catalog.ts';
import type { IndexedData } from '../catalog/table/catalog-file.ts';
import { messageOf } from '../errors/user-error.ts';
import { readBundledCatalog } from './bundled-catalog.ts';
import type { IndexCache } from './index-cache.ts';
import { readIndexFile } from './index-file.ts';
import { fetchIndex, isUrl } from './index-storage.ts';
import type { OpenDatabase } from './open-database.ts';

// Loads a database's foods at startup, from the bundled index, a cached index, a given index, or
// the table.

/** Where to load the data from. */
export interface LoadSettings {
  readonly source: EntrySource;
  /** An index file or its URL, read in place of the table if the settings and the code match. */
  readonly index?: string | undefined;
  /** The cache with the index of an earlier run, which is preferred if the table is unchanged. */
  readonly cache?: IndexCache | undefined;
}

/**
 * Loads the foods of a database and closes the snapshot.
 *
 * @returns the data, and the change mark from before the read
 * @throws DatabaseError if the database cannot be read to the end
 */
export async function loadData(
  { store, mark, ...opened }: OpenDatabase,
  { source, index, cache }: LoadSettings,
  warn: (message: string) => void,
  onProgress?: LoadProgress,
): Promise<IndexedData> {
  await using snapshot = opened.snapshot;
  const bundled = readBundledCatalog(source);
  if (bundled !== undefined) {
    const unused = [
      index !== undefined && `Index "${withoutPassword(index)}"`,
      cache !== undefined && `Index cache "${cache.folder}"`,
    ];
    for (const name of unused.filter(Boolean))
      warn(`${name} is not used: the bundled foods come with their own index. Leave it out.`);
    return { data: bundled, mark };
  }
  const kept = cache?.read();
  if (kept?.mark === mark) return kept;
  const indexed = index === undefined ? undefined : await readIndex(index, source, warn);
  if (indexed !== undefined) return indexed;
  const { data, warnings } = await loadCatalog(snapshot, source, onProgress);
  for (const warning of warnings) warn(`${store.name}: ${warning}`);
  cache?.scheduleWrite({ data, mark });
  return { data, mark };
}

async function readIndex(index: string, source: EntrySource, warn: (message: string) => void) {
  let reason = 'it is missing, damaged, or was created with a different version or settings';
  try {
    const indexed = isUrl(index) ? await fetchIndex(index, source) : readIndexFile(index, source);
    if (indexed !== undefined) return indexed;
  } catch (error) {
    reason = messageOf(error);
  }
  warn(
    `Index "${withoutPassword(index)}" cannot be used (${reason}), so the table is read instead. Create an index with food-lookup index.`,
  );
  return undefined;
}
