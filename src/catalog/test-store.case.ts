import { expect, onTestFinished } from 'vitest';
import type { StoredValue } from '../food/decimal.ts';
import type { Entry } from '../food/entry.ts';
import type { EntryRow, EntrySource, EntryStore } from './entry-store.ts';

// Gives a test its own database, of any kind of store.

/** A database for a single test. */
export interface TestDatabase {
  /** A path or a URL. */
  readonly address: string;
  /** Runs statements. In PostgreSQL, also announces the changes with NOTIFY. */
  run(sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** How the suite uses a kind of store. */
export interface StoreKind {
  readonly createDatabase: () => Promise<TestDatabase>;
  readonly createStore: (source: EntrySource) => EntryStore;
  /** Creates the table `entries` with these entries. */
  readonly write: (address: string, entries: readonly Entry[]) => Promise<unknown>;
  /** Returns a description as this kind of store returns it. */
  readonly storable: (description: StoredValue) => StoredValue;
}

/** Creates a database for the current test, and runs some statements. */
export async function createDatabase(kind: StoreKind, sql: string): Promise<TestDatabase> {
  const database = await kind.createDatabase();
  onTestFinished(() => database.remove());
  await database.run(sql);
  return database;
}

/** Creates a store for the current test. */
export function createStore(kind: StoreKind, source: EntrySource): EntryStore {
  const store = kind.createStore(source);
  onTestFinished(() => store.close());
  return store;
}

/** Returns all rows of a store, after checking that it counts them correctly. */
export async function readRows(store: EntryStore, fields?: readonly string[]): Promise<EntryRow[]> {
  await using snapshot = await store.open();
  const rows: EntryRow[] = [];
  for await (const batch of snapshot.read(fields && { fields })) rows.push(...batch);
  expect(rows).toHaveLength(snapshot.count);
  return rows;
}
