import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { firstBytes } from '../open-file.ts';
import { createStore } from '../open-store.ts';
import { isSettled, markOf, openReadOnly, withDatabaseErrors } from './connection.ts';
import { COLUMNS, databaseOf, folder, rowsOf } from './sqlite-file.case.ts';

/** Leaves a database and its journal as if a program had ended in the middle of a transaction. */
function leaveJournal(path: string): void {
  const database = new DatabaseSync(`${path}.source`);
  database.exec(`CREATE TABLE entries (${COLUMNS}, filler)`);
  // The cache holds fewer pages than the transaction changes, so some are written to the file
  // before its end.
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
    writeFileSync(join(folder, 'text.sqlite'), 'This is text of more than sixteen bytes.');
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
    ['.', 'it is a folder. Use a SQLite file in it.'],
    [
      'text.sqlite',
      'it is not a SQLite database. To import other formats, see food-lookup import --help.',
    ],
    ['text.sqlite/foods.sqlite', 'part of its path is a file, not a folder. Check the path.'],
    ['loop.sqlite', 'its path contains a loop of symbolic links. Check the links.'],
    ['x'.repeat(300), 'its path is too long for this system. Check the path.'],
    [
      'hot.sqlite',
      'a program that wrote to it was interrupted and left a rollback journal behind. ' +
        'Open it once for writing: sqlite3 FILE "SELECT count(*) FROM sqlite_schema".',
    ],
    [
      'empty.sqlite',
      'it has no table "entries" (it is empty). Import foods into it: food-lookup import --help.',
    ],
    [
      'foods.sqlite',
      'it has no table "entries"; it has "foods". Use the one with the foods, such as --table foods.',
    ],
    ['broken-view.sqlite', 'SQLite cannot read it (no such table: main.gone).'],
    [
      'left.sqlite',
      'a program that wrote to it was interrupted and left a write-ahead log behind. ' +
        'Open it once for writing: sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)".',
    ],
    [
      'columns.sqlite',
      'its table "entries" has no columns "carbohydrate_g", "fa_mono_g", "fa_poly_g". ' +
        'Add them, or create a view that has them and use the view with --table.',
    ],
  ])('%s: %s', async (name, reason) => {
    const path = join(folder, name);
    const before = readdirSync(folder);
    await expect(rowsOf(path)).rejects.toMatchObject({ name: 'DatabaseError', reason });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('the URL of an unsupported server, without the password', async () => {
    await expect(createStore({ database: 'mysql://root:secret@db/foods' })).rejects.toThrow(
      'Cannot use database "mysql://root@db/foods": "mysql:" URLs are not supported. Use',
    );
    expect(existsSync('mysql:')).toBe(false);
  });

  test('a file that is damaged in the middle', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `('${'x'.repeat(50)}${i}')`).join();
    const path = databaseOf(
      'damaged.sqlite',
      `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (description) VALUES ${rows}`,
    );
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xaa, 40 * 4_096, 60 * 4_096));
    await expect(rowsOf(path)).rejects.toThrow(new DatabaseError(path, DAMAGED));
  });
});

test('reasonFor explains each SQLite error', () => {
  const reasonFor = (thrown: unknown, ...more: [Record<string, string>?]): string => {
    try {
      return withDatabaseErrors(
        'foods.sqlite',
        () => {
          throw thrown;
        },
        ...more,
      );
    } catch (error) {
      expect(error).toMatchObject({
        name: 'DatabaseError',
        database: 'foods.sqlite',
        cause: thrown,
      });
      return error instanceof DatabaseError ? error.reason : '';
    }
  };
  const codes = [
    'ENOENT',
    'ENOTDIR',
    'EACCES',
    'EPERM',
    'ELOOP',
    'ENAMETOOLONG',
    'EMFILE',
    'ENFILE',
  ];
  // SQLite's codes. 261 is an extended code of 5, 776 one of 8, and 1 is any other error.
  const numbers = [5, 6, 11, 14, 26, 261, 776, 1];
  const failures = [
    ...codes.map((code) => [code, Object.assign(new Error('why'), { code })] as const),
    ...numbers.map(
      (errcode) =>
        [errcode, Object.assign(new Error('why'), { code: 'ERR_SQLITE_ERROR', errcode })] as const,
    ),
  ];
  const reasons = failures.map(([code, error]) => [code, reasonFor(error)]);
  expect(Object.fromEntries(reasons)).toMatchSnapshot();
  expect(reasonFor(new Error('why'), { '': 'it is odd' })).toBe('it is odd (why).');
  expect(withDatabaseErrors('foods.sqlite', () => 5)).toBe(5);
  const known = new DatabaseError('other', 'it is odd.');
  expect(() =>
    withDatabaseErrors('foods.sqlite', () => {
      throw known;
    }),
  ).toThrow(known);
});

test.each([
  ['with times in nanoseconds', 1_000.5, 50, 51],
  ['with times in whole seconds', 1_000, 2_100, 2_101],
])(
  'isSettled is true once another write is sure to change the mark: %s',
  (_, seconds, tooSoonMs, laterMs) => {
    const path = join(folder, 'settled');
    for (const written of [path, `${path}-wal`]) {
      writeFileSync(path, 'a');
      writeFileSync(`${path}-wal`, 'b');
      for (const file of [path, `${path}-wal`]) utimesSync(file, 1, 1.5);
      utimesSync(written, 1, seconds);
      for (const [ms, settled] of [
        [tooSoonMs, false],
        [laterMs, true],
      ] as const) {
        vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1_000 + ms });
        expect(isSettled(path)).toBe(settled);
      }
    }
  },
);

test('each change of a file or its WAL changes the mark, and a file without a WAL has a mark, too', () => {
  const path = join(folder, 'marked');
  const marks = new Set<string>();
  writeFileSync(path, 'a');
  utimesSync(path, 1, 2);
  marks.add(markOf(path));
  utimesSync(path, 1, 3);
  marks.add(markOf(path));
  writeFileSync(path, 'ab');
  utimesSync(path, 1, 3);
  marks.add(markOf(path));
  writeFileSync(`${path}-wal`, 'a');
  marks.add(markOf(path));
  expect([...marks].map((mark) => mark.split(' ')[1] === '-')).toEqual([true, true, true, false]);
  expect(() => markOf(join(folder, 'gone'))).toThrow('ENOENT');
  expect(firstBytes(path, 4).toString()).toBe('ab');
});

test.runIf(existsSync('/dev/null'))(
  'openReadOnly refuses a path that is neither a file nor a folder',
  () => {
    expect(() => openReadOnly('/dev/null')).toThrow(
      new DatabaseError('/dev/null', 'it is not a file. Use a SQLite file.'),
    );
  },
);
