import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EntryTable } from '../../src/catalog/entry-store.ts';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';

// SQLite files to import into, and their contents afterward.

const root = mkdtempSync(join(tmpdir(), 'food-lookup-targets-'));

let targets = 0;

/** Returns a path in a new folder. */
export function target(): string {
  const folder = join(root, String(targets++));
  mkdirSync(folder);
  return join(folder, 'foods.sqlite');
}

const NAMES = ['carbohydrate_g', 'protein_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g', 'kcal'];

/** The seven columns of the search as an import declares them, and a row that is not EGG. */
export const ENTRIES = `CREATE TABLE entries (${NAMES.map((name) => `"${name}" REAL`).join(', ')}, "description" TEXT);
  INSERT INTO entries VALUES (1, 2, 3, 4, 5, 6, 'Old egg');`;

/** A table without foods. */
export const PLATES = "CREATE TABLE plates (name TEXT); INSERT INTO plates VALUES ('mine');";

/** Runs statements in a SQLite file. */
export function sqlite(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Returns the contents of a SQLite file except the rows of `entries`. */
export function restOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const objects = database
      .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
      .all()
      .filter(({ name }) => name !== 'entries');
    const rows = objects
      .filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'))
      .map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
    return { objects, rows, version: database.prepare('PRAGMA user_version').get() };
  } finally {
    database.close();
  }
}

/** Returns the descriptions of the foods in a SQLite file. */
export function namesIn(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT description FROM entries').all();
  database.close();
  return rows.map(({ description }) => description);
}

/** Imports a table, by default one food. */
export const write = (path: string, table: EntryTable = tableOf([EGG])) =>
  writeEntries(path, table);

/** A table without most of the search's columns. */
export const OTHER_COLUMNS: EntryTable = {
  columns: [{ name: 'description', type: 'text' }],
  batches: [[['Egg']]],
};
