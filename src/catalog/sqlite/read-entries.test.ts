import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { checkEntries, countEntries, readEntries } from './read-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));
const COLUMNS = 'carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description';

/** A database file made by these statements. */
function databaseOf(name: string, sql: string): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

describe('readEntries', () => {
  test('gives values as stored, whatever the declared types', () => {
    const path = databaseOf(
      'types.sqlite',
      `CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries VALUES (1, 2.5, NULL, '0.25', 'tr', 9007199254740993, 'Egg'),
                                  ('1.0', x'61c3a9', 0, 0, 0, 0.0, 7)`,
    );
    expect([...readEntries(path)]).toEqual([
      {
        carbohydrate_g: 1,
        protein_g: 2.5,
        fa_sat_g: null,
        fa_mono_g: '0.25',
        fa_poly_g: 'tr',
        kcal: 9_007_199_254_740_993n,
        description: 'Egg',
      },
      {
        carbohydrate_g: '1.0',
        protein_g: 'aé',
        fa_sat_g: 0,
        fa_mono_g: 0,
        fa_poly_g: 0,
        kcal: 0,
        description: 7,
      },
    ]);
  });

  test('reads in the order of row numbers, even where an index would give another', () => {
    const path = databaseOf(
      'order.sqlite',
      // Wide enough that SQLite would rather read the index than the table.
      `CREATE TABLE entries (${COLUMNS}, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT);
       CREATE INDEX covering ON entries (description, ${COLUMNS.replace(', description', '')});
       INSERT INTO entries (rowid, description) VALUES (30, 'a'), (10, 'c'), (20, 'b')`,
    );
    expect([...readEntries(path)].map((entry) => entry.description)).toEqual(['c', 'b', 'a']);
    expect(countEntries(path)).toBe(3);
  });

  test('reads in the order of row numbers though columns have taken two of their names', () => {
    const path = databaseOf(
      'names.sqlite',
      `CREATE TABLE entries (_rowid_, rowid, ${COLUMNS});
       INSERT INTO entries (oid, _rowid_, rowid, description) VALUES (2, 1, 1, 'b'), (1, 2, 2, 'a')`,
    );
    expect([...readEntries(path)].map((entry) => entry.description)).toEqual(['a', 'b']);
  });

  test.each([
    ['extra columns and other cases', `CREATE TABLE Entries (id, ${COLUMNS.toUpperCase()}, extra)`],
    [
      'a table without row numbers',
      `CREATE TABLE entries (${COLUMNS}, id PRIMARY KEY) WITHOUT ROWID`,
    ],
    ['a view', `CREATE TABLE foods (${COLUMNS}); CREATE VIEW entries AS SELECT * FROM foods`],
  ])('reads %s', (name, sql) => {
    const path = databaseOf(`${name}.sqlite`, sql);
    expect([...readEntries(path)]).toEqual([]);
  });

  test('reads a database in WAL mode and leaves no file beside it', () => {
    const path = databaseOf(
      'wal.sqlite',
      `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries (description) VALUES ('Egg')`,
    );
    const before = readFileSync(path);
    expect([...readEntries(path)]).toHaveLength(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('wal.sqlite'))).toEqual([
      'wal.sqlite',
    ]);
  });

  test('tells where a file is damaged halfway', () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `('${'x'.repeat(50)}${i}')`).join();
    const path = databaseOf(
      'damaged.sqlite',
      `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (description) VALUES ${rows}`,
    );
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xaa, 40 * 4_096, 60 * 4_096));
    expect(() => [...readEntries(path)]).toThrow(new DatabaseError(path, DAMAGED));
    expect(() => countEntries(path)).toThrow(new DatabaseError(path, DAMAGED));
  });

  test('reads a database that is being written to, with what is still in its log', () => {
    const path = join(folder, 'live.sqlite');
    const writer = new DatabaseSync(path);
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
                 INSERT INTO entries (description) VALUES ('Egg')`);
    expect([...readEntries(path)]).toHaveLength(1);
    writer.close();
  });
});

const DAMAGED = 'it is damaged. Repair it with sqlite3 and ".recover".';

describe('checkEntries refuses', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'text.sqlite'), 'This is a text of more than sixteen bytes.');
    writeFileSync(join(folder, 'empty.sqlite'), '');
    databaseOf('foods.sqlite', 'CREATE TABLE foods (description)');
    databaseOf('broken-view.sqlite', 'CREATE VIEW entries AS SELECT * FROM gone');
    const writer = new DatabaseSync(join(folder, 'crashed.sqlite'));
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS})`);
    for (const end of ['', '-wal']) {
      copyFileSync(join(folder, `crashed.sqlite${end}`), join(folder, `left.sqlite${end}`));
    }
    writer.close();
    databaseOf('columns.sqlite', 'CREATE TABLE entries (description, kcal, protein_g, fa_sat_g)');
  });

  test.each([
    ['missing.sqlite', 'there is no such file. Check the path.'],
    ['.', 'it is a folder. Name a SQLite file in it.'],
    ['text.sqlite', 'it is not a SQLite database.'],
    ['empty.sqlite', 'it has no table "entries" (it is empty).'],
    ['foods.sqlite', 'it has no table "entries"; it has "foods".'],
    ['broken-view.sqlite', 'SQLite cannot read it (no such table: main.gone).'],
    [
      'left.sqlite',
      'its log was left behind by a program that did not end well. ' +
        'Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    ],
    [
      'columns.sqlite',
      'its table "entries" has no column "carbohydrate_g", "fa_mono_g", "fa_poly_g". ' +
        'Add it, or make a view "entries" that has it.',
    ],
  ])('%s: %s', (name, reason) => {
    const path = join(folder, name);
    const before = readdirSync(folder);
    expect(() => checkEntries(path)).toThrow(new DatabaseError(path, reason));
    expect(readdirSync(folder)).toEqual(before);
  });

  test('an address of a database server', () => {
    const address = 'postgres://localhost/foods';
    expect(() => checkEntries(address)).toThrow(/"postgres:" addresses cannot be opened/);
    expect(existsSync(address)).toBe(false);
  });
});
