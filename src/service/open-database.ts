import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntrySnapshot, EntrySource, EntryStore } from '../catalog/entry-store.ts';
import { createStore } from '../catalog/open-store.ts';

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

/** Milliseconds between two tries to open a database that is not there yet. */
const RETRY_MS = 500;

/**
 * {@link openDatabase}, tried again for so long where it fails, as at a start before the database's.
 *
 * @throws DatabaseError of the last try
 */
export async function openDatabaseWithin(
  source: EntrySource,
  waitMs: number,
): Promise<OpenDatabase> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return await openDatabase(source);
    } catch (error) {
      const isTimeUp = performance.now() + RETRY_MS > deadline;
      if (isTimeUp || !(error instanceof DatabaseError)) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}
