import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import type { StoredEntry } from '../../food/food-entry.ts';
import { DatabaseError } from '../database-error.ts';
import { tableOf } from '../entry-table.ts';
import { createSqliteStore } from './store.ts';
import { writeEntries } from './write-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));
const egg: StoredEntry = { ...EGG, fa_sat_g: null };

test('writeEntries makes a table that reads back the same and replaces the one before', async () => {
  const path = join(folder, 'eggs.sqlite');
  expect(await writeEntries(path, tableOf([egg]))).toBe(1);
  expect(await writeEntries(path, tableOf([egg, { ...egg, description: null }]))).toBe(2);
  const snapshot = await createSqliteStore({ database: path }).open();
  const entries: StoredEntry[] = [];
  for await (const batch of snapshot.read()) entries.push(...batch.map(({ entry }) => entry));
  await snapshot.close();
  expect(entries).toEqual([egg, { ...egg, description: null }]);
});

test('writeEntries keeps text as text, numbers as numbers, and anything in a column of any type', async () => {
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

test('writeEntries leaves the old file and nothing else behind where the entries fail', async () => {
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

test('writeEntries removes the drafts of processes that are gone, and no others', async () => {
  const path = join(folder, 'drafts.sqlite');
  // No system gives out a process id as large as this one.
  const [gone, running] = [`${path}.999999999.tmp`, `${path}.${process.ppid}.tmp`];
  for (const draft of [gone, running]) writeFileSync(draft, '');
  await writeEntries(path, tableOf([egg]));
  expect([existsSync(gone), existsSync(running)]).toEqual([false, true]);
});

test.each([
  ['missing/foods.sqlite', 'there is no such folder. Create it first.'],
  ['a-folder', /it cannot be written/],
])('writeEntries refuses %s', async (name, reason) => {
  mkdirSync(join(folder, 'a-folder'), { recursive: true });
  const path = join(folder, name);
  const failure = writeEntries(path, tableOf([egg]));
  await expect(failure).rejects.toBeInstanceOf(DatabaseError);
  await expect(failure).rejects.toThrow(reason);
});
