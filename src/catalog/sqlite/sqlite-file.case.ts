import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EntryRow } from '../entry-store.ts';
import { createSqliteStore } from './store.ts';

// Makes SQLite files for tests, and reads them.

export const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));

export const COLUMNS =
  'carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description';

/** Creates a database file with these statements. */
export function databaseOf(name: string, sql: string): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

/** Returns all rows of the table in a file. */
export async function rowsOf(path: string): Promise<EntryRow[]> {
  await using snapshot = await createSqliteStore({ database: path }).open();
  const rows: EntryRow[] = [];
  for await (const batch of snapshot.read()) rows.push(...batch);
  return rows;
}
