import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { DatabaseError } from '../../src/catalog/database-error.ts';
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

describe('an import refuses and does not change', () => {
  const HEADER = Buffer.from('SQLite format 3\0');
  const noise = Buffer.from(Array.from({ length: 8192 }, (_, i) => (i * 7919 + (i >> 3)) % 256));

  test.each<[string, Buffer | string, RegExp]>([
    ['a table of text', 'id,description\n1,Egg\n', /it is not a SQLite file, and would be lost/],
    ['one byte', 'x', /it is not a SQLite file/],
    ['a single line feed', '\n', /it is not a SQLite file/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /it is not a SQLite file/],
    ['data that looks encrypted', noise, /it is not a SQLite file/],
    ['a truncated header of SQLite', HEADER.subarray(0, 15), /it is not a SQLite file/],
    ['a header alone', HEADER, /it is not a SQLite file/],
    [
      'a SQLite header followed by noise',
      Buffer.concat([HEADER, noise]),
      /it is damaged or encrypted/,
    ],
  ])('%s', async (_, content, message) => {
    const path = target();
    writeFileSync(path, content);
    await expect(write(path)).rejects.toThrow(message);
    await expect(write(path)).rejects.toBeInstanceOf(DatabaseError);
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['foods.sqlite']);
  });

  test('a SQLite file whose first page is damaged', async () => {
    const path = target();
    sqlite(path, ENTRIES);
    const bytes = readFileSync(path).fill(0xff, 100, 112);
    writeFileSync(path, bytes);
    await expect(write(path)).rejects.toThrow(/it is damaged or encrypted, and would be lost/);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('a name that no file can have', async () => {
    await expect(write('foods\0.sqlite')).rejects.toThrow(/: it cannot be written \(.*null bytes/);
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

  test('a link to a missing file, and links in a loop', async () => {
    const path = target();
    symlinkSync(`${path}.gone`, path);
    await expect(write(path)).rejects.toThrow('it is a link to a missing file');
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
  });

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
      'the rows that table "eaten" refers to',
    ],
  ])('a table with other columns and %s', async (_, sql, name) => {
    const path = target();
    sqlite(path, `${ENTRIES} ${sql}`);
    const before = restOf(path);
    await expect(write(path, OTHER_COLUMNS)).rejects.toThrow(name);
    expect([namesIn(path), restOf(path)]).toEqual([['Old egg'], before]);
  });

  test('a view with the name of the table', async () => {
    const path = target();
    sqlite(path, `${PLATES} CREATE VIEW entries AS SELECT name AS description FROM plates`);
    await expect(write(path)).rejects.toThrow(`"${path}": "entries" is a view there`);
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

  test('a table whose foods are referenced by rows of another table', async () => {
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

  test('a file that appears during the import', async () => {
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
