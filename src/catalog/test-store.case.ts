import { expect, onTestFinished } from 'vitest';
import type { Entry } from '../food/entry.ts';
import type { StoredValue } from '../food/stored-value.ts';
import type { EntryRow, EntrySource, EntryStore } from './entry-store.ts';

/** A database of its own for one test. */
export interface TestDatabase {
  /** Path or address. */
  readonly address: string;
  /** Runs statements in it, and announces what they changed as a careful writer would. */
  run(sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** What the suite needs to know of a kind of store. */
export interface StoreKind {
  readonly createDatabase: () => Promise<TestDatabase>;
  readonly createStore: (source: EntrySource) => EntryStore;
  /** Makes the table `entries` of these entries. */
  readonly write: (address: string, entries: readonly Entry[]) => Promise<unknown>;
  /** What becomes of a description that is written. */
  readonly storable: (description: StoredValue) => StoredValue;
}

/** A database for the current test, after some statements. */
export async function createDatabase(kind: StoreKind, sql: string): Promise<TestDatabase> {
  const database = await kind.createDatabase();
  onTestFinished(() => database.remove());
  await database.run(sql);
  return database;
}

/** A store for the current test. */
export function createStore(kind: StoreKind, source: EntrySource): EntryStore {
  const store = kind.createStore(source);
  onTestFinished(() => store.close());
  return store;
}

/** All rows of a store, and that it counts them right. */
export async function readRows(store: EntryStore, fields?: readonly string[]): Promise<EntryRow[]> {
  const snapshot = await store.open();
  try {
    const rows: EntryRow[] = [];
    for await (const batch of snapshot.read(fields && { fields })) rows.push(...batch);
    expect(rows).toHaveLength(snapshot.count);
    return rows;
  } finally {
    await snapshot.close();
  }
}
