import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import { createStore } from '../open-store.ts';
import { cpuWaitMs, lowerPriority } from '../worker-thread.ts';
import { loadCatalog } from './load-catalog.ts';
import type { LoadThreadData, LoadThreadResult } from './load-in-thread.ts';

// The thread that reads changed data while others serve the data before.

lowerPriority();

parentPort?.postMessage(await load(workerData));

async function load({ source, served }: LoadThreadData): Promise<LoadThreadResult> {
  try {
    const store = await createStore(source);
    const snapshot = await store.open();
    try {
      const loaded = await loadCatalog(snapshot, source, { served });
      return { loaded, waitedMs: store.waitedMs + cpuWaitMs() };
    } finally {
      await snapshot.close();
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { fault: { database: error.database, reason: error.reason } };
  }
}
