import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import type { EntrySnapshot } from '../entry-store.ts';
import { createStore, openCopy } from '../open-store.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { cpuWaitMs, lowerPriority } from '../worker-thread.ts';
import { withComparedRows, withListedRows } from './changed-catalog.ts';
import { loadCatalog } from './load-catalog.ts';
import type { LoadThreadData, LoadThreadResult } from './load-in-thread.ts';

// Runs the thread that indexes changed data while others serve the previous data; from how many
// rows on it has a lower priority.

/**
 * From this many rows on, other threads have priority. Fewer take a second at most, which nobody
 * notices, but at low priority would take many times as long on a busy machine.
 */
const LARGE_ROWS = 20_000;

/** The second scan of a table cannot be disturbed by writers. */
const MOST_SCANS = 2;

parentPort?.postMessage(await load(workerData));

async function load(wanted: LoadThreadData): Promise<LoadThreadResult> {
  const { source, copied, served, changes } = wanted;
  try {
    const snapshot =
      copied === undefined ? await (await createStore(source)).open() : await openCopy(copied);
    if (snapshot.count >= LARGE_ROWS) lowerPriority();
    try {
      const data = await changed(wanted, snapshot);
      if (data !== undefined) return { loaded: { data, warnings: [] }, waitedMs: cpuWaitMs() };
      if (changes === 'listed') return 'more';
      const loaded = await loadCatalog(snapshot, source, { served });
      return { loaded, waitedMs: cpuWaitMs() };
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { fault: { database: error.database, reason: error.reason } };
  }
}

async function changed(
  { source, served, changes }: LoadThreadData,
  snapshot: EntrySnapshot,
): Promise<CatalogData | undefined> {
  if (served === undefined) return undefined;
  if (changes === 'listed') return withListedRows(served, snapshot, source);
  for (let tries = 0; changes === 'compared' && tries < MOST_SCANS; tries++) {
    try {
      return withComparedRows(served, snapshot, source);
    } catch {
      // Reading the whole table then works, or reports the error.
    }
  }
  return undefined;
}
