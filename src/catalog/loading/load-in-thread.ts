import { once } from 'node:events';
import { DatabaseError } from '../database-error.ts';
import type { CopiedRows, EntrySource, EntryStore } from '../entry-store.ts';
import { closeRowFile } from '../row-file.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { FurtherColumns } from '../table/further-columns.ts';
import { startThread, threadFault } from '../worker-thread.ts';
import type { LoadedCatalog } from './load-catalog.ts';

// Has changed data read in a thread of its own, and passes its errors on.

/** What the thread is given. */
export interface LoadThreadData {
  readonly source: EntrySource;
  /** The rows; absent if the thread opens the store itself. */
  readonly copied: CopiedRows | undefined;
  readonly served: CatalogData | undefined;
  /** How it is found out whether only amounts have changed, if it is. */
  readonly changes?: 'listed' | 'compared' | undefined;
}

/** What is served already. */
export interface ServedData {
  readonly data: CatalogData;
  /** The change mark from before they were read; absent if all is to be read, whatever has changed. */
  readonly mark?: string | undefined;
}

/** What was loaded, and for how long others were waited for: in the database, and threads that go first. */
export interface LoadedInThread {
  readonly loaded: LoadedCatalog;
  readonly waitedMs: number;
}

/** What the thread reports: errors lose their class on the way between threads. */
export type LoadThreadResult =
  | LoadedInThread
  /** More has changed than the rows that were listed. */
  | 'more'
  | { readonly fault: { readonly database: string; readonly reason: string } };

/**
 * Loads the entries of a store in a separate thread, so that this one can serve. The database is
 * let go before its rows are indexed. Where only amounts have changed, the others are not loaded again.
 *
 * @param served what is served already, whose index is taken where descriptions and other names are the same
 * @param signal ends the thread, and rejects
 * @throws DatabaseError where the source cannot be read to its end, ThreadError where no thread can start
 */
export async function loadInThread(
  store: Pick<EntryStore, 'copy' | 'copyChanged'>,
  source: EntrySource,
  served: ServedData | undefined,
  signal: AbortSignal,
): Promise<LoadedInThread> {
  const fieldsOf = (columns: readonly string[]) => new FurtherColumns(columns, source).columns;
  const data = served?.data;
  const withRows = async (copied: CopiedRows | undefined, changes?: LoadThreadData['changes']) => {
    try {
      signal.throwIfAborted();
      return await load({ source, copied, served: data, changes }, signal);
    } finally {
      if (copied !== undefined) closeRowFile(copied.file);
    }
  };
  if (served?.mark !== undefined && store.copyChanged !== undefined) {
    const { data, mark } = served;
    const table = { mark, count: data.rows.starts.length - 1, key: data.key?.column };
    const listed = await store.copyChanged(table, fieldsOf);
    const loaded = listed && (await withRows(listed, 'listed'));
    if (loaded !== undefined && loaded !== 'more') return loaded;
  }
  const copied = await store.copy(fieldsOf);
  const isCompared = served?.mark !== undefined && copied === undefined;
  const loaded = await withRows(copied, isCompared ? 'compared' : undefined);
  if (loaded === 'more') throw new Error('The thread that loads the entries read too few.');
  return loaded;
}

async function load(wanted: LoadThreadData, signal: AbortSignal): Promise<LoadedInThread | 'more'> {
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
    if (result !== 'more' && 'fault' in result)
      throw new DatabaseError(result.fault.database, result.fault.reason);
    return result;
  } catch (error) {
    throw threadFault(error);
  } finally {
    await worker.terminate();
  }
}
