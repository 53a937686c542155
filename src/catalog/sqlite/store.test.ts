import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { describeStore } from '../entry-store.case.ts';
import type { EntryRow } from '../entry-store.ts';
import { tableOf } from '../entry-table.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { createStore } from '../open-store.ts';
import { createSqliteStore } from './store.ts';
import { writeEntries } from './write-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));
const COLUMNS = 'carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description';

let created = 0;

describeStore('SQLite store', {
  createStore: createSqliteStore,
  createDatabase: async () => {
    const path = join(folder, `${++created}.sqlite`);
    const writer = new DatabaseSync(path);
    // So that others can read while it writes.
    writer.exec('PRAGMA journal_mode = WAL');
    return {
      address: path,
      run: async (sql) => writer.exec(sql),
      remove: async () => {
        writer.close();
        rmSync(path);
      },
    };
  },
  write: (path, entries) => writeEntries(path, tableOf(entries)),
  storable: (description) =>
    description === null ? null : Buffer.from(String(description)).toString(),
});

/** A database file made by these statements. */
function databaseOf(name: string, sql: string): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

async function rowsOf(path: string): Promise<EntryRow[]> {
  const snapshot = await createSqliteStore({ database: path }).open();
  try {
    const rows: EntryRow[] = [];
    for await (const batch of snapshot.read()) rows.push(...batch);
    return rows;
  } finally {
    await snapshot.close();
  }
}

test.each(['UTF-8', 'UTF-16le'])(
  'rows that are no %s are left out, sound ones stay',
  async (encoding) => {
    // Bytes that are no text in either, and U+FFFD itself.
    const bad = "CAST(X'41FF00DCFF' AS TEXT)";
    const rows = ["'Egg'", bad, "'\ufffd'", 'NULL', "X'FF'", `'a' || ${bad}`, "'Milk'"];
    const path = databaseOf(
      `invalid-${encoding}.sqlite`,
      `PRAGMA encoding = '${encoding}'; CREATE TABLE entries (${COLUMNS});
     INSERT INTO entries (description) VALUES ${rows.map((row) => `(${row})`).join()}`,
    );
    const snapshot = await createSqliteStore({ database: path }).open();
    const { data, warnings } = await loadCatalog(snapshot, {});
    await snapshot.close();
    expect(data.rows.starts).toHaveLength(5 + 1);
    expect(warnings).toEqual([
      '2 rows are left out, the first of them row 2: the text is not valid in its encoding. Write it again as UTF-8',
    ]);
  },
);

describe('a SQLite file', () => {
  test('stays locked while it is read, though it is looked at meanwhile', async () => {
    const path = databaseOf('locked.sqlite', `CREATE TABLE entries (${COLUMNS})`);
    const store = createSqliteStore({ database: path });
    const snapshot = await store.open();
    await store.changeMark();
    // In another process: the locks of one do not exclude each other.
    const write = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('DELETE FROM entries; VACUUM')`;
    const writeElsewhere = () => spawnSync(process.execPath, ['-e', write, path]).stderr.toString();
    expect(writeElsewhere()).toContain('database is locked');
    await snapshot.close();
    expect(writeElsewhere()).not.toContain('database is locked');
    await store.close();
  });

  test('gives values as stored, whatever the declared types', async () => {
    const path = databaseOf(
      'types.sqlite',
      `CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries VALUES (1, 2.5, NULL, '0.25', 'tr', 9007199254740993, 'Egg'),
                                  ('1.0', x'61c3a9', 0, 0, 0, 0.0, 7)`,
    );
    expect((await rowsOf(path)).map(({ entry }) => entry)).toEqual([
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

  test('reads in the order of row numbers, even where an index would give another', async () => {
    const path = databaseOf(
      'order.sqlite',
      // Wide enough that SQLite would rather read the index than the table.
      `CREATE TABLE entries (${COLUMNS}, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT);
       CREATE INDEX covering ON entries (description, ${COLUMNS.replace(', description', '')});
       INSERT INTO entries (rowid, description) VALUES (30, 'a'), (10, 'c'), (20, 'b')`,
    );
    expect((await rowsOf(path)).map(({ entry }) => entry.description)).toEqual(['c', 'b', 'a']);
  });

  test('reads in the order of row numbers though columns have taken two of their names', async () => {
    const path = databaseOf(
      'names.sqlite',
      `CREATE TABLE entries (_rowid_, rowid, ${COLUMNS});
       INSERT INTO entries (oid, _rowid_, rowid, description) VALUES (2, 1, 1, 'b'), (1, 2, 2, 'a')`,
    );
    expect((await rowsOf(path)).map(({ entry }) => entry.description)).toEqual(['a', 'b']);
  });

  test.each([
    ['extra columns and other cases', `CREATE TABLE Entries (id, ${COLUMNS.toUpperCase()}, extra)`],
    [
      'a table without row numbers',
      `CREATE TABLE entries (${COLUMNS}, id PRIMARY KEY) WITHOUT ROWID`,
    ],
    ['a view', `CREATE TABLE foods (${COLUMNS}); CREATE VIEW entries AS SELECT * FROM foods`],
  ])('reads %s', async (name, sql) => {
    const path = databaseOf(`${name}.sqlite`, sql);
    expect(await rowsOf(path)).toEqual([]);
  });

  test('reads a database in WAL mode and leaves no file beside it', async () => {
    const path = databaseOf(
      'wal.sqlite',
      `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries (description) VALUES ('Egg')`,
    );
    const before = readFileSync(path);
    expect(await rowsOf(path)).toHaveLength(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('wal.sqlite'))).toEqual([
      'wal.sqlite',
    ]);
  });

  test('reads a database in WAL mode beside which an empty log was left', async () => {
    const path = databaseOf(
      'empty-wal.sqlite',
      `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries (description) VALUES ('Egg')`,
    );
    writeFileSync(`${path}-wal`, '');
    expect(await rowsOf(path)).toHaveLength(1);
  });

  test('reports a file that is damaged halfway', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `('${'x'.repeat(50)}${i}')`).join();
    const path = databaseOf(
      'damaged.sqlite',
      `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (description) VALUES ${rows}`,
    );
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xaa, 40 * 4_096, 60 * 4_096));
    await expect(rowsOf(path)).rejects.toThrow(new DatabaseError(path, DAMAGED));
  });

  test('reads a database that is being written to, with what is still in its log', async () => {
    const path = join(folder, 'live.sqlite');
    const writer = new DatabaseSync(path);
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
                 INSERT INTO entries (description) VALUES ('Egg')`);
    expect(await rowsOf(path)).toHaveLength(1);
    writer.close();
  });
});

/** A database and the journal of a program that ended in the middle of a transaction. */
function leaveJournal(path: string): void {
  const database = new DatabaseSync(`${path}.source`);
  database.exec(`CREATE TABLE entries (${COLUMNS}, filler)`);
  // More pages than the cache holds: some are written to the file before the end.
  database.exec('PRAGMA cache_size = 5');
  const rows = Array.from({ length: 200 }, () => '(zeroblob(1000))').join();
  database.exec(`INSERT INTO entries (filler) VALUES ${rows}`);
  database.exec('BEGIN; UPDATE entries SET filler = zeroblob(999)');
  for (const end of ['', '-journal']) copyFileSync(`${path}.source${end}`, `${path}${end}`);
  database.close();
}

const DAMAGED = 'it is damaged. Repair it with sqlite3 and ".recover".';

describe('open refuses', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'text.sqlite'), 'This is a text of more than sixteen bytes.');
    writeFileSync(join(folder, 'empty.sqlite'), '');
    databaseOf('foods.sqlite', 'CREATE TABLE foods (description)');
    symlinkSync('loop.sqlite', join(folder, 'loop.sqlite'));
    leaveJournal(join(folder, 'hot.sqlite'));
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
    [
      'text.sqlite',
      'it is not a SQLite database. Data of other kinds are imported: food-lookup import --help.',
    ],
    ['text.sqlite/foods.sqlite', 'part of its path is a file, not a folder. Check the path.'],
    ['loop.sqlite', 'its path contains a loop of symbolic links. Check the links.'],
    ['x'.repeat(300), 'its path is too long for this system. Check the path.'],
    [
      'hot.sqlite',
      'a program that wrote to it was interrupted and left a journal behind. ' +
        'Open it once for writing: sqlite3 FILE "SELECT count(*) FROM sqlite_schema".',
    ],
    [
      'empty.sqlite',
      'it has no table "entries" (it is empty). Import foods into it: food-lookup import --help.',
    ],
    [
      'foods.sqlite',
      'it has no table "entries"; it has "foods". Name the one with the foods, such as --table foods.',
    ],
    ['broken-view.sqlite', 'SQLite cannot read it (no such table: main.gone).'],
    [
      'left.sqlite',
      'a program that wrote to it was interrupted and left a log behind. ' +
        'Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    ],
    [
      'columns.sqlite',
      'its table "entries" has no column "carbohydrate_g", "fa_mono_g", "fa_poly_g". ' +
        'Add it, or make a view that has it and name the view with --table.',
    ],
  ])('%s: %s', async (name, reason) => {
    const path = join(folder, name);
    const before = readdirSync(folder);
    await expect(rowsOf(path)).rejects.toMatchObject({ name: 'DatabaseError', reason });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('an address of a server it does not know, without the password', async () => {
    await expect(createStore({ database: 'mysql://root:secret@db/foods' })).rejects.toThrow(
      'Cannot use database "mysql://root@db/foods": "mysql:" addresses cannot be opened. Use',
    );
    expect(existsSync('mysql:')).toBe(false);
  });
});
