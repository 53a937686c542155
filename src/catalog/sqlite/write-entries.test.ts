import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { tableOf } from '../../../test/table-of.ts';
import type { Entry } from '../../food/entry.ts';
import { DatabaseError } from '../database-error.ts';
import { createSqliteStore } from './store.ts';
import { writeEntries } from './write-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));
const egg: Entry = { ...EGG, fa_sat_g: null };

test('writeEntries writes a table that reads back the same, and replaces the previous table', async () => {
  const path = join(folder, 'eggs.sqlite');
  expect(await writeEntries(path, tableOf([egg]))).toBe(1);
  expect(await writeEntries(path, tableOf([egg, { ...egg, description: null }]))).toBe(2);
  const snapshot = await createSqliteStore({ database: path }).open();
  const entries: Entry[] = [];
  for await (const batch of snapshot.read()) entries.push(...batch.map(({ entry }) => entry));
  await snapshot[Symbol.asyncDispose]();
  expect(entries).toEqual([egg, { ...egg, description: null }]);
});

test('writeEntries keeps text as text, numbers as numbers, and both in a column of type `any`', async () => {
  const path = join(folder, 'types.sqlite');
  await writeEntries(path, {
    columns: [
      { name: 'id', type: 'text' },
      { name: 'iron "mg"', type: 'number' },
      { name: 'extra', type: 'any' },
    ],
    batches: [[['01077', 0.1, '01']], [['7', null, 9_007_199_254_740_993n]]],
  });
  const database = new DatabaseSync(path, { readBigInts: true });
  expect(database.prepare('SELECT * FROM entries').all()).toEqual([
    { id: '01077', 'iron "mg"': 0.1, extra: '01' },
    { id: '7', 'iron "mg"': null, extra: 9_007_199_254_740_993n },
  ]);
  database.close();
});

test('writeEntries leaves only the old file behind if reading the entries fails', async () => {
  const path = join(folder, 'none.sqlite');
  await writeEntries(path, tableOf([egg]));
  const before = readFileSync(path);
  const failing = (function* () {
    yield egg;
    throw new Error('the source broke');
  })();
  await expect(writeEntries(path, tableOf(failing))).rejects.toThrow('the source broke');
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('writeEntries removes the drafts of killed writers, whatever their content', async () => {
  const path = join(folder, 'drafts.sqlite');
  await writeEntries(path, tableOf([egg]));
  const draft = (digit: string) => `${path}.import-${digit.repeat(16)}.tmp`;
  writeFileSync(draft('a'), '');
  writeFileSync(draft('b'), Buffer.alloc(8192));
  copyFileSync(path, draft('c'));
  // Neither file can be a draft of this path.
  const others = [`${path}.backup.tmp`, draft('d')];
  writeFileSync(`${path}.backup.tmp`, '');
  mkdirSync(draft('d'));
  await writeEntries(path, tableOf([egg]));
  expect(readdirSync(folder).filter((name) => name.startsWith('drafts.sqlite.'))).toEqual(
    others.map((other) => basename(other)),
  );
});

test('writeEntries does not touch the draft of an active writer', async () => {
  const path = join(folder, 'both.sqlite');
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { columns } = tableOf([]);
  const row = [1, 2, 3, 4, 5, 6, 'Egg'];
  const slow = writeEntries(path, {
    columns,
    batches: (async function* () {
      started.resolve();
      await goOn.promise;
      yield [row, row, row];
    })(),
  });
  await started.promise;
  expect(await writeEntries(path, tableOf([egg]))).toBe(1);
  goOn.resolve();
  expect(await slow).toBe(3);
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('SELECT count(*) AS n FROM entries').get()).toEqual({ n: 3 });
  database.close();
});

describe('writeEntries next to a WAL or rollback journal', () => {
  /** Leaves a database in the state in which a killed writer leaves it. */
  async function killedWhileWriting(name: string, mode: string): Promise<string> {
    const before = join(folder, `before-${name}`);
    await writeEntries(before, tableOf([egg]));
    const writer = new DatabaseSync(before);
    writer.exec(`PRAGMA journal_mode = ${mode}`);
    writer.exec(mode === 'WAL' ? '' : 'BEGIN');
    writer.exec("UPDATE entries SET description = 'Old egg'");
    const path = join(folder, name);
    for (const suffix of ['', '-wal', '-journal']) {
      if (existsSync(before + suffix)) copyFileSync(before + suffix, path + suffix);
    }
    writer.close();
    return path;
  }

  test.each([
    ['wal.sqlite', 'WAL', '-wal'],
    ['journal.sqlite', 'DELETE', '-journal'],
  ])('lets SQLite apply or undo %s, and replaces the rows', async (name, mode, suffix) => {
    const path = await killedWhileWriting(name, mode);
    expect(existsSync(path + suffix)).toBe(true);
    expect(await writeEntries(path, tableOf([egg, egg]))).toBe(2);
    const database = new DatabaseSync(path, { readOnly: true });
    const names = database.prepare('SELECT DISTINCT description FROM entries').all();
    expect(names).toEqual([{ description: egg.description }]);
    database.close();
  });

  test('refuses a log that appears while the new file is written', async () => {
    const path = join(folder, 'late.sqlite');
    await writeEntries(path, tableOf([egg]));
    const late = (function* () {
      writeFileSync(`${path}-wal`, 'changes');
      yield egg;
    })();
    await expect(writeEntries(path, tableOf(late))).rejects.toThrow(
      'would damage the new file. End the programs that write to it, then run: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    );
  });

  test('ignores an empty log', async () => {
    const path = join(folder, 'done.sqlite');
    writeFileSync(`${path}-wal`, '');
    writeFileSync(`${path}-journal`, '');
    expect(await writeEntries(path, tableOf([egg]))).toBe(1);
  });

  test('says to remove a log whose file is gone', async () => {
    const path = join(folder, 'gone.sqlite');
    writeFileSync(`${path}-wal`, 'changes');
    await expect(writeEntries(path, tableOf([egg]))).rejects.toThrow('Remove it: the file');
  });
});

test.each([
  ['missing/foods.sqlite', 'there is no such folder. Create it first.'],
  ['a-folder', 'it is a folder. Use a file in it.'],
  ['a-file/foods.sqlite', 'part of its path is a file'],
])('writeEntries refuses %s', async (name, reason) => {
  mkdirSync(join(folder, 'a-folder'), { recursive: true });
  writeFileSync(join(folder, 'a-file'), '');
  const path = join(folder, name);
  const failure = writeEntries(path, tableOf([egg]));
  await expect(failure).rejects.toBeInstanceOf(DatabaseError);
  await expect(failure).rejects.toThrow(reason);
});

test.each<[cause: object, reason: RegExp]>([
  [{ code: 'EACCES' }, /: this user is not allowed to write there\.$/],
  [{ code: 'EPERM' }, /: this user is not allowed to write there\.$/],
  [{ code: 'ENOSPC' }, /: the disk is full\. Free some space; the old data is unchanged\.$/],
  [{ errcode: 13 }, /: the disk is full\. /],
  [{ errcode: 14 }, /: it cannot be written \(broken\)\.$/],
  [{ errcode: 5 }, /: another program has locked it\. /],
  [{ errcode: 11 }, /: it is damaged or encrypted, and would be lost\. /],
  [{ errcode: 26 }, /: it is damaged or encrypted, and would be lost\. /],
  [{ errcode: 19 }, /: its table "entries" does not accept the new rows \(broken\)\.$/],
  [{ errcode: 20 }, /: its table "entries" does not accept the new rows \(broken\)\.$/],
  [{ errcode: 10 }, /: it cannot be written \(broken\)\.$/],
])('a failure with %j says what to do', async (cause, reason) => {
  const batch = Object.defineProperty<never[]>([], 0, {
    get: () => {
      throw Object.assign(new Error('broken'), { code: 'ERR_SQLITE_ERROR', ...cause });
    },
  });
  const failing = { columns: [{ name: 'id', type: 'text' as const }], batches: [batch] };
  await expect(writeEntries(join(folder, 'failing.sqlite'), failing)).rejects.toThrow(reason);
});
