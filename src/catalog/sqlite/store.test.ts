import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { tableOf } from '../../../test/table-of.ts';
import { describeStore } from '../entry-store.case.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { openReadOnly } from './connection.ts';
import { COLUMNS, databaseOf, folder, rowsOf } from './sqlite-file.case.ts';
import { createSqliteStore } from './store.ts';
import { writeEntries } from './write-entries.ts';

let created = 0;

describeStore('SQLite store', {
  createStore: createSqliteStore,
  createDatabase: async () => {
    const path = join(folder, `${++created}.sqlite`);
    const writer = new DatabaseSync(path);
    // In WAL mode, others can read during a write.
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

test.each(['UTF-8', 'UTF-16le'])(
  'rows that are not %s are left out, and valid ones stay',
  async (encoding) => {
    // Bytes that are not text in either encoding, and U+FFFD itself.
    const bad = "CAST(X'41FF00DCFF' AS TEXT)";
    const rows = ["'Egg'", bad, "'\ufffd'", 'NULL', "X'FF'", `'a' || ${bad}`, "'Milk'"];
    const path = databaseOf(
      `invalid-${encoding}.sqlite`,
      `PRAGMA encoding = '${encoding}'; CREATE TABLE entries (${COLUMNS});
     INSERT INTO entries (description) VALUES ${rows.map((row) => `(${row})`).join()}`,
    );
    const snapshot = await createSqliteStore({ database: path }).open();
    const { data, warnings } = await loadCatalog(snapshot, {});
    await snapshot[Symbol.asyncDispose]();
    expect(data.rows.starts).toHaveLength(5 + 1);
    expect(warnings).toEqual([
      '2 rows are left out (the first is row 2): the text is not valid in its encoding. Write it again as UTF-8',
    ]);
  },
);

describe('a SQLite file', () => {
  test('stays locked while it is read, even during a check', async () => {
    const path = databaseOf('locked.sqlite', `CREATE TABLE entries (${COLUMNS})`);
    const store = createSqliteStore({ database: path });
    const snapshot = await store.open();
    await store.changeMark();
    // Uses another process, since locks within one do not exclude each other.
    const write = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('DELETE FROM entries; VACUUM')`;
    const writeElsewhere = () => spawnSync(process.execPath, ['-e', write, path]).stderr.toString();
    expect(writeElsewhere()).toContain('database is locked');
    await snapshot[Symbol.asyncDispose]();
    expect(writeElsewhere()).not.toContain('database is locked');
    await store.close();
  });

  test('is opened with a timeout, to wait for programs that lock it during a commit', () => {
    const path = databaseOf('waited.sqlite', `CREATE TABLE entries (${COLUMNS})`);
    const database = openReadOnly(path);
    const { timeout } = database.prepare('PRAGMA busy_timeout').get() ?? {};
    database.close();
    expect(timeout).toBeGreaterThan(0);
  });

  test('gets a new mark even if a write leaves its size and times unchanged, as with a coarse clock', async () => {
    const path = databaseOf('coarse.sqlite', `CREATE TABLE entries (${COLUMNS})`);
    // A time in the future counts as just now, however slow the machine is.
    const seconds = Math.floor(Date.now() / 1000) + 3600;
    const setTime = (time: number) => utimesSync(path, time, time);
    setTime(seconds);
    const store = createSqliteStore({ database: path });
    const before = await store.changeMark();
    databaseOf('coarse.sqlite', 'UPDATE entries SET kcal = 1');
    setTime(seconds);
    expect(await store.changeMark()).not.toBe(before);
    // Later writes change the time.
    setTime(seconds - 7200);
    expect(await store.changeMark()).toBe(await store.changeMark());
  });

  test('returns values as stored, whatever the columns’ declared types', async () => {
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

  test('reads in the order of rowids, even if an index suggests a different order', async () => {
    const path = databaseOf(
      'order.sqlite',
      // The table is so wide that SQLite would rather read the index.
      `CREATE TABLE entries (${COLUMNS}, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT);
       CREATE INDEX covering ON entries (description, ${COLUMNS.replace(', description', '')});
       INSERT INTO entries (rowid, description) VALUES (30, 'a'), (10, 'c'), (20, 'b')`,
    );
    expect((await rowsOf(path)).map(({ entry }) => entry.description)).toEqual(['c', 'b', 'a']);
  });

  test('reads in the order of rowids, even if columns are named like two of the aliases of rowid', async () => {
    const path = databaseOf(
      'names.sqlite',
      `CREATE TABLE entries (_rowid_, rowid, ${COLUMNS});
       INSERT INTO entries (oid, _rowid_, rowid, description) VALUES (2, 1, 1, 'b'), (1, 2, 2, 'a')`,
    );
    expect((await rowsOf(path)).map(({ entry }) => entry.description)).toEqual(['a', 'b']);
  });

  test.each([
    ['an extra column and capitals', `CREATE TABLE Entries (id, ${COLUMNS.toUpperCase()}, extra)`],
    ['a table without rowids', `CREATE TABLE entries (${COLUMNS}, id PRIMARY KEY) WITHOUT ROWID`],
    ['a view', `CREATE TABLE foods (${COLUMNS}); CREATE VIEW entries AS SELECT * FROM foods`],
  ])('reads %s', async (name, sql) => {
    const path = databaseOf(`${name}.sqlite`, sql);
    expect(await rowsOf(path)).toEqual([]);
  });

  test('reads a database in WAL mode, and leaves no file beside it', async () => {
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

  test('reads a database in WAL mode with an empty WAL beside it', async () => {
    const path = databaseOf(
      'empty-wal.sqlite',
      `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
       INSERT INTO entries (description) VALUES ('Egg')`,
    );
    writeFileSync(`${path}-wal`, '');
    expect(await rowsOf(path)).toHaveLength(1);
  });

  test('reads a database that is being written to, including changes that are still in its WAL', async () => {
    const path = join(folder, 'live.sqlite');
    const writer = new DatabaseSync(path);
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
                 INSERT INTO entries (description) VALUES ('Egg')`);
    expect(await rowsOf(path)).toHaveLength(1);
    writer.close();
  });
});

test('a program that does not wait for locks can write while the rows are indexed', async () => {
  const path = databaseOf(
    'indexed.sqlite',
    `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (kcal) VALUES (1)`,
  );
  const snapshot = await createSqliteStore({ database: path }).open();
  const rows = snapshot.read()[Symbol.asyncIterator]();
  await rows.next();
  const writer = new DatabaseSync(path, { timeout: 0 });
  writer.exec('UPDATE entries SET kcal = 2');
  writer.close();
  await snapshot[Symbol.asyncDispose]();
  expect((await rowsOf(path)).map(({ entry }) => entry.kcal)).toEqual([2]);
});
