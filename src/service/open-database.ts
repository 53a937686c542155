import type { EntrySnapshot, EntrySource, EntryStore } from '../catalog/entry-store.ts';
import { createStore } from '../catalog/open-store.ts';

/** A store, and the state of its data to start with. */
export interface OpenDatabase {
  readonly store: EntryStore;
  readonly snapshot: EntrySnapshot;
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
    const snapshot = await store.open();
    const close = async () => {
      await snapshot.close();
      await store.close();
    };
    return { store, snapshot, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
