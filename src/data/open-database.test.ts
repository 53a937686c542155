import { existsSync, mkdtempSync, readdirSync, readlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { tableOf } from '../../test/table-of.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { AwaitedDatabase, openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-open-'));
const MISSING = join(folder, 'missing.sqlite');

/** Returns whether this process has a file open; false if the system does not say. */
function isOpen(path: string): boolean {
  const descriptors = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [];
  return descriptors.some((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      // Closed in the meantime.
      return false;
    }
  });
}

function awaited(source: Parameters<typeof openDatabase>[0], waitMs = 0) {
  const database = new AwaitedDatabase({ source, waitMs, locate: (where) => `--${where}` });
  onTestFinished(() => database.close());
  return database;
}

test('an open database has the rows and the change mark from the time it was opened', async () => {
  const path = join(folder, 'changed.sqlite');
  await writeEntries(path, tableOf([EGG]));
  // The marks of a file that was changed just now all differ.
  utimesSync(path, 0, 0);
  await using opened = await openDatabase({ database: path });
  const { store, snapshot, mark } = opened;
  expect(mark).toBe(await store.changeMark());
  await writeEntries(path, tableOf([EGG, EGG]));
  expect(snapshot.count).toBe(1);
  expect(mark).not.toBe(await store.changeMark());
  await expect(openDatabase({ database: MISSING })).rejects.toThrow('there is no such file');
});

test('a database is opened once', async () => {
  const database = awaited({ database: SMALL_DATABASE, fields: ['*'] });
  expect(await database.open()).toBe(await database.open());
});

test.each<[source: object, where: string, message: string, isTemporary: boolean]>([
  [
    { database: MISSING },
    '--database',
    `Cannot use database "${MISSING}": there is no such file. Check the path.`,
    true,
  ],
  [
    { table: 'foods' },
    '--table',
    `Cannot use database "${SMALL_DATABASE}": it has no table "foods"; it has "entries". Use the one with the foods, such as --table entries.`,
    true,
  ],
  [
    { key: 'id' },
    '--key',
    `Cannot use database "${SMALL_DATABASE}": its table "entries" has no key column "id". It has ${Object.keys(
      EGG,
    )
      .map((name) => `"${name}"`)
      .join(', ')}.`,
    true,
  ],
])('a database that cannot be opened with %j is a fault in %s', async (...its) => {
  const [source, where, message, isTemporary] = its;
  await expect(awaited({ database: SMALL_DATABASE, ...source }).open()).rejects.toMatchObject({
    ...{ name: 'ConfigurationError', isTemporary },
    faults: [{ where, message }],
  });
});

test('each field that cannot be offered is a fault, and the database is closed', async () => {
  const path = join(folder, 'fields.sqlite');
  await writeEntries(path, {
    columns: [
      ...Object.keys(EGG).map((name) => ({ name, type: 'any' as const })),
      { name: 'iron_mg', type: 'number' },
    ],
    batches: [[[...Object.values(EGG), 1.75]]],
  });
  const fields = ['irn', 'iron_mg', 'KCAL', 'irn'];
  await expect(awaited({ database: path, fields }).open()).rejects.toMatchObject({
    isTemporary: true,
    faults: [
      {
        where: '--fields',
        message:
          'Cannot offer field "irn": the table does not have it. Use * or any of fa_sat_g, fa_mono_g, fa_poly_g, iron_mg, fat_known.',
      },
      {
        where: '--fields',
        message: 'Cannot offer field "KCAL": it is in every answer. Leave it out.',
      },
    ],
  });
  expect(isOpen(path)).toBe(false);
});

test('check finds what waiting cannot fix', async () => {
  await awaited({ database: MISSING }).check();
  await expect(awaited({ database: 'mysql://db/foods' }).check()).rejects.toMatchObject({
    isTemporary: false,
    faults: [
      {
        where: '--database',
        message: expect.stringContaining('"mysql:" URLs are not supported'),
      },
    ],
  });
});

test('closing ends the wait for a database; the reason for the wait is reported once', async () => {
  const database = awaited({ database: MISSING }, 600_000);
  const told: string[] = [];
  const opening = database.open((reason) => told.push(reason));
  await expect.poll(() => told).toHaveLength(1);
  await database.close();
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
});
