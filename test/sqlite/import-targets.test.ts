import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import {
  ENTRIES,
  namesIn,
  OTHER_COLUMNS,
  PLATES,
  restOf,
  sqlite,
  target,
  write,
} from './import-target.ts';

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
    ['its journal mode', 'PRAGMA journal_mode = WAL'],
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

  test('everything else if it replaces a table that has other columns', async () => {
    const path = target();
    sqlite(path, ENTRIES + PLATES);
    const before = restOf(path);
    expect(await write(path, OTHER_COLUMNS)).toBe(1);
    expect([namesIn(path), restOf(path)]).toEqual([['Egg'], before]);
  });

  test('changes that another program left in the write-ahead log', async () => {
    const path = target();
    sqlite(path, `PRAGMA journal_mode = WAL; ${ENTRIES} ${PLATES}`);
    const other = new DatabaseSync(path);
    other.exec("UPDATE plates SET name = 'in the log'");
    expect(existsSync(`${path}-wal`)).toBe(true);
    await write(path);
    // The other program is still connected to the same database.
    other.exec("INSERT INTO plates VALUES ('later')");
    expect(other.prepare('SELECT description FROM entries').all()).toEqual([
      { description: EGG.description },
    ]);
    other.close();
    expect(restOf(path)).toMatchObject({ rows: [[{ name: 'in the log' }, { name: 'later' }]] });
  });

  test('the content from before a killed program’s partial write', async () => {
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
    // SQLite treats a journal that begins with zero as finished.
    expect(readFileSync(`${path}-journal`)[0]).not.toBe(0);
    await write(path);
    expect(existsSync(`${path}-journal`)).toBe(false);
    expect(restOf(path)).toMatchObject({ rows: [Array(500).fill({ name: `old ${text}` })] });
  });

  // Windows cannot replace an open file.
  test.skipIf(process.platform === 'win32')(
    'the old file for a program that is reading it',
    async () => {
      const path = target();
      sqlite(path, ENTRIES);
      const reader = new DatabaseSync(path, { readOnly: true });
      const rows = reader.prepare('SELECT description FROM entries').iterate();
      rows.next();
      expect(await write(path)).toBe(1);
      reader.close();
      expect(namesIn(path)).toEqual([EGG.description]);
    },
  );

  // Windows has no such permissions.
  test.skipIf(process.platform === 'win32')(
    'links to it, symbolic and hard, its permissions and its owner',
    async () => {
      const path = target();
      sqlite(path, ENTRIES);
      chmodSync(path, 0o640);
      // Only an administrator can give a file away.
      if (process.geteuid?.() === 0) chownSync(path, 65_534, 65_534);
      const { uid, gid } = statSync(path);
      symlinkSync(path, `${path}.link`);
      linkSync(path, `${path}.hard`);
      expect(await write(`${path}.link`)).toBe(1);
      expect(lstatSync(`${path}.link`).isSymbolicLink()).toBe(true);
      expect([namesIn(path), namesIn(`${path}.hard`)]).toEqual([[EGG.description], ['Old egg']]);
      expect(statSync(path).mode & 0o777).toBe(0o640);
      expect(statSync(path)).toMatchObject({ uid, gid });
    },
  );

  test('nothing from an empty file or an empty database', async () => {
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

test('keepOld has nothing to keep if there is no table', async () => {
  const path = target();
  await writeEntries(path, tableOf([EGG]), { keepOld: true });
  expect(restOf(path)).toMatchObject({ objects: [] });
});
