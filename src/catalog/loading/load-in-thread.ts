import { once } from 'node:events';
import { DatabaseError } from '../database-error.ts';
import type { CopiedRows, EntrySource, EntryStore } from '../entry-store.ts';
import { closeRowFile } from '../row-file.ts';
import { FurtherColumns } from '../table/further-columns.ts';
import { startThread, threadFault } from '../worker-thread.ts';
import type { ServedIndex } from './followed-index.ts';
import type { LoadedCatalog } from './load-catalog.ts';

// Has changed data read in a thread of its own, and passes its errors on.

/** What the thread is given. */
export interface LoadThreadData {
  readonly source: EntrySource;
  /** The rows; absent if the thread opens the store itself. */
  readonly copied: CopiedRows | undefined;
  readonly served: ServedIndex | undefined;
}

/** What was loaded, and for how long others were waited for: in the database, and threads that go first. */
export interface LoadedInThread {
  readonly loaded: LoadedCatalog;
  readonly waitedMs: number;
}

/** What the thread reports: errors lose their class on the way between threads. */
export type LoadThreadResult =
  | LoadedInThread
  | { readonly fault: { readonly database: string; readonly reason: string } };

/**
 * Loads the entries of a store in a thread of its own, so that this one goes on serving. The database is
 * let go before its rows are indexed.
 *
 * @param served what is served already, whose index is taken where descriptions and other names are the same
 * @param signal ends the thread, and rejects
 * @throws DatabaseError where the source cannot be read to its end, ThreadError where no thread can start
 */
export async function loadInThread(
  store: Pick<EntryStore, 'copy'>,
  source: EntrySource,
  served: ServedIndex | undefined,
  signal: AbortSignal,
): Promise<LoadedInThread> {
  const copied = await store.copy((columns) => new FurtherColumns(columns, source).columns);
  try {
    signal.throwIfAborted();
    return await load({ source, copied, served }, signal);
  } finally {
    if (copied !== undefined) closeRowFile(copied.file);
  }
}

async function load(wanted: LoadThreadData, signal: AbortSignal): Promise<LoadedInThread> {
  const worker = startThread('load-thread', import.meta.url, wanted);
  try {
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Error('The thread that loads the entries ended.');
    });
    const [result]: LoadThreadResult[] = await Promise.race([
      once(worker, 'message', { signal }),
      exit,
    ]);
    if (result === undefined) throw new Error('The thread that loads the entries sent no result.');
    if ('fault' in result) throw new DatabaseError(result.fault.database, result.fault.reason);
    return result;
  } catch (error) {
    throw threadFault(error);
  } finally {
    await worker.terminate();
  }
}
