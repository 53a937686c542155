import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { DatabaseError } from '../../src/catalog/database-error.ts';
import { type EntryTable, tableOf } from '../../src/catalog/entry-table.ts';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';

const root = mkdtempSync(join(tmpdir(), 'food-lookup-targets-'));
let targets = 0;

/** A path in a folder of its own. */
function target(): string {
  const folder = join(root, String(targets++));
  mkdirSync(folder);
  return join(folder, 'foods.sqlite');
}

/** The seven columns of the search as an import declares them, and rows that are not EGG. */
const NAMES = ['carbohydrate_g', 'protein_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g', 'kcal'];
const ENTRIES = `CREATE TABLE entries (${NAMES.map((name) => `"${name}" REAL`).join(', ')}, "description" TEXT);
  INSERT INTO entries VALUES (1, 2, 3, 4, 5, 6, 'Old egg');`;
const PLATES = "CREATE TABLE plates (name TEXT); INSERT INTO plates VALUES ('mine');";

function sqlite(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** What a SQLite file holds, the rows of `entries` aside. */
function restOf(path: string): unknown {
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

function namesIn(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT description FROM entries').all();
  database.close();
  return rows.map(({ description }) => description);
}

const write = (path: string, table: EntryTable = tableOf([EGG])) => writeEntries(path, table);
const OTHER_COLUMNS: EntryTable = {
  columns: [{ name: 'description', type: 'text' }],
  batches: [[['Egg']]],
};

describe('an import refuses, and leaves as it was,', () => {
  const HEADER = Buffer.from('SQLite format 3\0');
  const noise = Buffer.from(Array.from({ length: 8192 }, (_, i) => (i * 7919 + (i >> 3)) % 256));

  test.each<[string, Buffer | string, RegExp]>([
    ['a table of text', 'id,description\n1,Egg\n', /it is not a SQLite file, and would be lost/],
    ['one byte', 'x', /it is not a SQLite file/],
    ['a single line feed', '\n', /it is not a SQLite file/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /it is not a SQLite file/],
    ['what looks encrypted', noise, /it is not a SQLite file/],
    ['a header of SQLite cut short', HEADER.subarray(0, 15), /it is not a SQLite file/],
    ['a header alone', HEADER, /it is not a SQLite file/],
    ['a header before noise', Buffer.concat([HEADER, noise]), /it is damaged or encrypted/],
  ])('%s', async (_, content, message) => {
    const path = target();
    writeFileSync(path, content);
    await expect(write(path)).rejects.toThrow(message);
    await expect(write(path)).rejects.toBeInstanceOf(DatabaseError);
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['foods.sqlite']);
  });

  test('a folder', async () => {
    const path = target();
    mkdirSync(path);
    await expect(write(path)).rejects.toThrow('it is a folder');
    expect(statSync(path).isDirectory()).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('a named pipe', async () => {
    const path = target();
    execFileSync('mkfifo', [path]);
    await expect(write(path)).rejects.toThrow('it is not a file');
    expect(statSync(path).isFIFO()).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('a device', async () => {
    await expect(write('/dev/null')).rejects.toThrow('it is not a file');
  });

  test('a link to nothing, and a loop of links', async () => {
    const path = target();
    symlinkSync(`${path}.gone`, path);
    await expect(write(path)).rejects.toThrow('it is a link to a file that is not there');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    const loop = target();
    symlinkSync(loop, loop);
    await expect(write(loop)).rejects.toThrow('a loop of symbolic links');
  });

  test('a read-only file', async () => {
    const path = target();
    await write(path);
    chmodSync(path, 0o444);
    await expect(write(path, tableOf([]))).rejects.toThrow('it is read-only');
    expect(namesIn(path)).toEqual([EGG.description]);
  });

  test('a database that another program is writing to', async () => {
    const path = target();
    sqlite(path, ENTRIES + PLATES);
    const writer = new DatabaseSync(path);
    writer.exec("BEGIN IMMEDIATE; UPDATE plates SET name = 'new'");
    await expect(write(path)).rejects.toThrow('another program has locked it');
    writer.exec('COMMIT');
    writer.close();
    expect([namesIn(path), restOf(path)]).toMatchObject([
      ['Old egg'],
      { rows: [[{ name: 'new' }]] },
    ]);
  }, 60_000);

  test.each([
    ['an index', 'CREATE INDEX by_name ON entries (description)', 'the index "by_name"'],
    ['a view', 'CREATE VIEW light AS SELECT * FROM Entries WHERE kcal < 9', 'the view "light"'],
    [
      'a trigger',
      'CREATE TRIGGER seen AFTER INSERT ON entries BEGIN SELECT 1; END',
      'the trigger "seen"',
    ],
    [
      'a reference',
      'CREATE TABLE eaten (food REFERENCES entries (description))',
      'what table "eaten" refers to',
    ],
  ])('a table of other columns with %s', async (_, sql, name) => {
    const path = target();
    sqlite(path, `${ENTRIES} ${sql}`);
    const before = restOf(path);
    await expect(write(path, OTHER_COLUMNS)).rejects.toThrow(name);
    expect([namesIn(path), restOf(path)]).toEqual([['Old egg'], before]);
  });

  test('a view that is named as the table', async () => {
    const path = target();
    sqlite(path, `${PLATES} CREATE VIEW entries AS SELECT name AS description FROM plates`);
    await expect(write(path)).rejects.toThrow('"entries" is a view there');
    expect(namesIn(path)).toEqual(['mine']);
  });

  test('a table that does not accept the rows', async () => {
    const path = target();
    sqlite(path, `${ENTRIES} CREATE UNIQUE INDEX by_name ON entries (description)`);
    await expect(write(path, tableOf([EGG, EGG]))).rejects.toThrow(
      'does not accept the new rows (UNIQUE constraint failed: entries.description)',
    );
    expect(namesIn(path)).toEqual(['Old egg']);
  });

  test('a table whose foods are referred to by rows of another', async () => {
    const path = target();
    sqlite(
      path,
      `${ENTRIES} CREATE UNIQUE INDEX by_name ON entries (description);
       CREATE TABLE eaten (food REFERENCES entries (description) ON DELETE CASCADE);
       INSERT INTO eaten VALUES ('Old egg')`,
    );
    await expect(write(path)).rejects.toThrow('rows of other tables refer to foods');
    expect([namesIn(path), restOf(path)]).toMatchObject([
      ['Old egg'],
      { rows: [[{ food: 'Old egg' }]] },
    ]);
    const kept = tableOf([EGG, { ...EGG, description: 'Old egg' }]);
    expect(await write(path, kept)).toBe(2);
    expect(restOf(path)).toMatchObject({ rows: [[{ food: 'Old egg' }]] });
  });

  test('a file that appears while it reads', async () => {
    const path = target();
    const late = (function* () {
      writeFileSync(path, 'somebody else');
      yield EGG;
    })();
    await expect(write(path, tableOf(late))).rejects.toThrow('it is not a SQLite file');
    expect(readFileSync(path, 'utf8')).toBe('somebody else');
    expect(readdirSync(join(path, '..'))).toEqual(['foods.sqlite']);
  });
});

describe('an import replaces the rows and keeps', () => {
  test.each([
    ['other tables', PLATES],
    ['other tables of a file without entries', PLATES, ''],
    ['indexes', 'CREATE INDEX by_name ON entries (description)'],
    ['views', 'CREATE VIEW light AS SELECT description FROM entries WHERE kcal < 9'],
    ['triggers', `${PLATES} CREATE TRIGGER seen AFTER DELETE ON plates BEGIN SELECT 1; END`],
    ['a primary key', '', ENTRIES.replace('TEXT)', 'TEXT PRIMARY KEY)')],
    ['checks and types', '', ENTRIES.replace('"kcal" REAL', 'kcal INTEGER CHECK (kcal > 0)')],
    [
      'columns in another order',
      '',
      'CREATE TABLE entries (description, kcal, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, carbohydrate_g)',
    ],
    ['a version', 'PRAGMA user_version = 7'],
    ['an application', 'PRAGMA application_id = 7'],
    ['statistics', 'CREATE INDEX by_kcal ON entries (kcal); ANALYZE'],
    ['the mode of its log', 'PRAGMA journal_mode = WAL'],
  ])('%s', async (_, sql, entries = ENTRIES) => {
    const path = target();
    sqlite(path, `${entries} ${sql}`);
    const declared = () => {
      const database = new DatabaseSync(path);
      const sql = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'entries'").get();
      const mode = database.prepare('PRAGMA journal_mode').get();
      database.close();
      return [sql, mode];
    };
    const before = [restOf(path), entries === '' ? undefined : declared()];
    expect(await write(path)).toBe(1);
    expect(namesIn(path)).toEqual([EGG.description]);
    expect([restOf(path), entries === '' ? undefined : declared()]).toEqual(before);
    expect(readdirSync(join(path, '..'))).toEqual(['foods.sqlite']);
  });

  test('a trigger that follows the rows', async () => {
    const path = target();
    sqlite(
      path,
      `${ENTRIES} CREATE TABLE names (name);
       CREATE TRIGGER named AFTER INSERT ON entries BEGIN INSERT INTO names VALUES (new.description); END`,
    );
    await write(path);
    expect(restOf(path)).toMatchObject({ rows: [[{ name: EGG.description }]] });
  });

  test('a table of other columns swapped, where nothing depends on it', async () => {
    const path = target();
    sqlite(path, ENTRIES + PLATES);
    const before = restOf(path);
    expect(await write(path, OTHER_COLUMNS)).toBe(1);
    expect([namesIn(path), restOf(path)]).toEqual([['Egg'], before]);
  });

  test('changes that another program has written into its log', async () => {
    const path = target();
    sqlite(path, `PRAGMA journal_mode = WAL; ${ENTRIES} ${PLATES}`);
    const other = new DatabaseSync(path);
    other.exec("UPDATE plates SET name = 'in the log'");
    expect(existsSync(`${path}-wal`)).toBe(true);
    await write(path);
    // It is still connected to the same database.
    other.exec("INSERT INTO plates VALUES ('later')");
    expect(other.prepare('SELECT description FROM entries').all()).toEqual([
      { description: EGG.description },
    ]);
    other.close();
    expect(restOf(path)).toMatchObject({ rows: [[{ name: 'in the log' }, { name: 'later' }]] });
  });

  test('what stood there before a killed program had half overwritten it', async () => {
    const [before, path] = [target(), target()];
    const text = 'x'.repeat(1000);
    sqlite(
      before,
      `${ENTRIES} CREATE TABLE plates (name); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
       SELECT i + 1 FROM n LIMIT 500) INSERT INTO plates SELECT 'old ${text}' FROM n`,
    );
    const writer = new DatabaseSync(before);
    writer.exec("PRAGMA cache_size = 2; BEGIN; UPDATE plates SET name = 'new' || name");
    for (const suffix of ['', '-journal']) copyFileSync(before + suffix, path + suffix);
    writer.close();
    // SQLite takes a log that begins with zero for one that is done with.
    expect(readFileSync(`${path}-journal`)[0]).not.toBe(0);
    await write(path);
    expect(existsSync(`${path}-journal`)).toBe(false);
    expect(restOf(path)).toMatchObject({ rows: [Array(500).fill({ name: `old ${text}` })] });
  });

  // Windows replaces no file that is open.
  test.skipIf(process.platform === 'win32')('the file of a program that reads it', async () => {
    const path = target();
    sqlite(path, ENTRIES);
    const reader = new DatabaseSync(path, { readOnly: true });
    const rows = reader.prepare('SELECT description FROM entries').iterate();
    rows.next();
    expect(await write(path)).toBe(1);
    reader.close();
    expect(namesIn(path)).toEqual([EGG.description]);
  });

  // Windows has no such rights.
  test.skipIf(process.platform === 'win32')(
    'links to it, symbolic and hard, and who may read it',
    async () => {
      const path = target();
      sqlite(path, ENTRIES);
      chmodSync(path, 0o640);
      symlinkSync(path, `${path}.link`);
      linkSync(path, `${path}.hard`);
      expect(await write(`${path}.link`)).toBe(1);
      expect(lstatSync(`${path}.link`).isSymbolicLink()).toBe(true);
      expect([namesIn(path), namesIn(`${path}.hard`)]).toEqual([[EGG.description], ['Old egg']]);
      expect(statSync(path).mode & 0o777).toBe(0o640);
    },
  );

  test('an empty file and an empty database are nothing to lose', async () => {
    const [empty, made] = [target(), target()];
    writeFileSync(empty, '');
    sqlite(made, 'CREATE TABLE x (y); DROP TABLE x; VACUUM');
    for (const path of [empty, made]) {
      expect(await write(path)).toBe(1);
      expect(namesIn(path)).toEqual([EGG.description]);
    }
  });
});

test.each([
  ['nothing else', ENTRIES],
  ['other tables', `${ENTRIES} ${PLATES}`],
  [
    'other columns',
    "CREATE TABLE entries (description TEXT); INSERT INTO entries VALUES ('Old egg')",
  ],
])('keepOld keeps the rows of a file with %s, and never overwrites them', async (_, sql) => {
  const path = target();
  sqlite(path, sql);
  const names = (table: string) => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare(`SELECT description FROM ${table}`).all();
    } finally {
      database.close();
    }
  };
  await writeEntries(path, tableOf([EGG]), { keepOld: true });
  const kept = [[{ description: EGG.description }], [{ description: 'Old egg' }]];
  expect([names('entries'), names('entries_old')]).toEqual(kept);
  const again = writeEntries(path, tableOf([{ ...EGG, description: 'Newer egg' }]), {
    keepOld: true,
  });
  await expect(again).rejects.toThrow('"entries_old" holds the rows that an earlier import kept');
  expect([names('entries'), names('entries_old')]).toEqual(kept);
  await writeEntries(path, tableOf([{ ...EGG, description: 'Newer egg' }]));
  expect([names('entries'), names('entries_old')]).toEqual([
    [{ description: 'Newer egg' }],
    kept[1],
  ]);
});

test('keepOld has nothing to keep where there is no table', async () => {
  const path = target();
  await writeEntries(path, tableOf([EGG]), { keepOld: true });
  expect(restOf(path)).toMatchObject({ objects: [] });
});
