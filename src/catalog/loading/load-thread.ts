import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import { createStore, openCopy } from '../open-store.ts';
import { cpuWaitMs, lowerPriority } from '../worker-thread.ts';
import { loadCatalog } from './load-catalog.ts';
import type { LoadThreadData, LoadThreadResult } from './load-in-thread.ts';

// The thread that indexes changed data while others serve the data before; from how many rows on at a
// lower priority.

/**
 * From this many rows on, other threads go first. Fewer take a second at most, which nobody feels, and
 * would take many times as long on a busy machine.
 */
const LARGE_ROWS = 20_000;

parentPort?.postMessage(await load(workerData));

async function load({ source, copied, served }: LoadThreadData): Promise<LoadThreadResult> {
  try {
    const snapshot =
      copied === undefined ? await (await createStore(source)).open() : await openCopy(copied);
    if (snapshot.count >= LARGE_ROWS) lowerPriority();
    try {
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
