import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntrySnapshot, EntrySource, EntryStore } from '../catalog/entry-store.ts';
import { createStore } from '../catalog/open-store.ts';

// Opens a database at the start: how often it is tried again with `--wait`.

/** A store, and the state of its data to start with. */
export interface OpenDatabase {
  readonly store: EntryStore;
  readonly snapshot: EntrySnapshot;
  /** The change mark from before the snapshot was opened. */
  readonly mark: string;
  close(): Promise<void>;
}

/**
 * Opens the database of a source once: what is checked is what will be read.
 *
 * @throws DatabaseError where it cannot be served
 */
export async function openDatabase(source: EntrySource): Promise<OpenDatabase> {
  const store = await createStore(source);
  try {
    const mark = await store.changeMark();
    const snapshot = await store.open();
    const close = async () => {
      await snapshot.close();
      await store.close();
    };
    return { store, snapshot, mark, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Milliseconds between attempts to open a database that is not available yet. */
const RETRY_MS = 500;

/** How long to try. */
export interface Patience {
  readonly waitMs: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when the first try has failed and others follow. */
  readonly onWait: (fault: DatabaseError) => void;
}

/**
 * {@link openDatabase}, tried again for this long where it fails, such as at a start before the database's.
 *
 * @throws DatabaseError of the last try, or the reason of the signal
 */
export async function openDatabaseWithin(
  source: EntrySource,
  { waitMs, signal, onWait }: Patience,
): Promise<OpenDatabase> {
  const deadline = performance.now() + waitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      const database = await openDatabase(source);
      if (!signal.aborted) return database;
      await database.close();
      signal.throwIfAborted();
    } catch (error) {
      const isTimeUp = performance.now() + RETRY_MS > deadline;
      signal.throwIfAborted();
      if (isTimeUp || !(error instanceof DatabaseError)) throw error;
      if (tries === 1) onWait(error);
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }
}
