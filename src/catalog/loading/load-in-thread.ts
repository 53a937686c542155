import { once } from 'node:events';
import { DatabaseError } from '../database-error.ts';
import type { CopiedRows, EntrySource, EntryStore, NumberedRows } from '../entry-store.ts';
import { closeRowFile } from '../row-file.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ExtraColumns } from '../table/extra-columns.ts';
import { startThread, threadError } from '../worker-thread.ts';
import type { LoadedCatalog } from './load-catalog.ts';

// Loads changed data in a separate thread, and rethrows its errors.

/** The input of the thread. */
export interface LoadThreadData {
  readonly source: EntrySource;
  /** The rows, or only changed ones; absent if the thread opens the store itself. */
  readonly copied: CopiedRows | NumberedRows | undefined;
  readonly served: CatalogData | undefined;
  /** Where to look for changed amounts; absent to load everything. */
  readonly changes?: 'changedRows' | 'allRows' | undefined;
}

/** A file written by `encodeDiff`, and the size of the index after these changes. */
export interface ChangesFile {
  readonly file: Uint8Array<SharedArrayBuffer>;
  readonly bytes: number;
}

/** The input of the thread that applies changes. */
export interface PatchThreadData {
  readonly served: CatalogData;
  /** The files, in the order in which to apply them. */
  readonly files: readonly ChangesFile[];
  /** The label that the files must have. */
  readonly label: string;
}

/** The data now served. */
export interface ServedData {
  readonly data: CatalogData;
  /** The change mark taken before the rows were read; absent if it may miss later changes. */
  readonly mark?: string | undefined;
}

/** The loaded data, and how long the loading thread waited for a CPU, in ms. */
export interface LoadedInThread extends LoadedCatalog {
  readonly waitedMs: number;
}

/**
 * The thread's result; `undefined` if the changed rows differ in more than amounts, so that all rows
 * must be read. A DatabaseError is encoded, since it would lose its class on the way.
 */
export type LoadThreadResult =
  | LoadedInThread
  | undefined
  | { readonly fault: { readonly database: string; readonly reason: string } };

/**
 * Loads a store's entries in a separate thread, so that this thread can serve. Releases the
 * database before it indexes the rows. If only amounts have changed, loads only the changed ones.
 *
 * @param signal if aborted, the thread ends, and the promise rejects
 * @throws DatabaseError if the source cannot be read to the end, ThreadError if no thread can start
 */
export async function loadInThread(
  store: Pick<EntryStore, 'copy' | 'copyChanged'>,
  source: EntrySource,
  served: ServedData | undefined,
  signal: AbortSignal,
): Promise<LoadedInThread> {
  const fieldsOf = (columns: readonly string[]) => new ExtraColumns(columns, source).columns;
  const data = served?.data;
  const withRows = async (
    copied: LoadThreadData['copied'],
    changes?: LoadThreadData['changes'],
  ) => {
    try {
      signal.throwIfAborted();
      return await load({ source, copied, served: data, changes }, signal);
    } finally {
      if (copied !== undefined && 'file' in copied) closeRowFile(copied.file);
    }
  };
  if (served?.mark !== undefined) {
    const { data, mark } = served;
    const table = { mark, count: data.rows.starts.length - 1, key: data.key?.column };
    const listed = await store.copyChanged(table, fieldsOf);
    const loaded = listed && (await withRows(listed, 'changedRows'));
    if (loaded !== undefined) return loaded;
  }
  const copied = await store.copy(fieldsOf);
  // Comparing all rows finds every change, so it needs no mark.
  return asLoaded(await withRows(copied, copied === undefined ? 'allRows' : undefined));
}

/**
 * Applies changes to data in a separate thread.
 *
 * @throws Error if the changes do not fit the data
 */
export async function patchInThread(
  changed: PatchThreadData,
  signal: AbortSignal,
): Promise<LoadedInThread> {
  return asLoaded(await load(changed, signal));
}

function asLoaded(loaded: LoadedInThread | undefined): LoadedInThread {
  if (loaded === undefined) throw new Error('The loading thread did not read all entries.');
  return loaded;
}

async function load(
  wanted: LoadThreadData | PatchThreadData,
  signal: AbortSignal,
): Promise<LoadedInThread | undefined> {
  await using worker = startThread('load-thread', import.meta.url, wanted);
  try {
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Error('The thread that loads the entries ended.');
    });
    const [result]: LoadThreadResult[] = await Promise.race([
      once(worker, 'message', { signal }),
      exit,
    ]);
    if (result !== undefined && 'fault' in result)
      throw new DatabaseError(result.fault.database, result.fault.reason);
    return result;
  } catch (error) {
    throw threadError(error);
  }
}
