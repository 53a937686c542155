import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { COLUMNS, databaseOf } from './sqlite-file.case.ts';
import { createSqliteStore } from './store.ts';

test('a snapshot rereads a database in WAL mode that changes in the meantime, since its rows might mix two states', async () => {
  const path = databaseOf(
    'reopened.sqlite',
    `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
     INSERT INTO entries (kcal) VALUES (1)`,
  );
  await using snapshot = await createSqliteStore({ database: path }).open();
  databaseOf('reopened.sqlite', 'UPDATE entries SET kcal = 2');
  const read: unknown[] = [];
  for await (const rows of snapshot.read()) read.push(...rows.map(({ entry }) => entry.kcal));
  expect(read).toEqual([2]);
});

/** Creates a table of more foods than a batch has, the last of them with invalid text. */
const manyFoods = (name: string, id: string) =>
  databaseOf(
    `${name}.sqlite`,
    `CREATE TABLE entries (${COLUMNS}, ${id});
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12500)
     INSERT INTO entries (kcal, id) SELECT i, i * 1000003 - 9000000 FROM n ORDER BY i DESC;
     INSERT INTO entries (description) VALUES (CAST(X'FF' AS TEXT))`,
  );

test.each([
  ['a row number', 'id INTEGER PRIMARY KEY'],
  ['a string', 'id TEXT PRIMARY KEY'],
  ['nothing', 'id INTEGER'],
])('the rows can be read twice in the same order, with %s as the key', async (name, id) => {
  await using snapshot = await createSqliteStore({ database: manyFoods(name, id) }).open();
  const read = async () => {
    const keys: unknown[] = [];
    const invalid: number[] = [];
    const onInvalid = (row: number) => void invalid.push(row);
    for await (const batch of snapshot.read({ fields: ['id'], onInvalid }))
      keys.push(...batch.map(({ fields }) => fields[0]));
    return { keys, invalid };
  };
  const first = await read();
  expect(new Set(first.keys).size).toBe(12500);
  expect(first.invalid).toHaveLength(1);
  expect(await read()).toEqual(first);
});

test('a writer does not wait for the rows to be read, and does not change what is read', async () => {
  const path = manyFoods('changing', 'id INTEGER');
  await using snapshot = await createSqliteStore({ database: path }).open();
  const writer = new DatabaseSync(path, { timeout: 0 });
  const kcal = new Set<unknown>();
  for await (const batch of snapshot.read()) {
    writer.exec('UPDATE entries SET kcal = 7');
    for (const { entry } of batch) kcal.add(entry.kcal);
  }
  expect(kcal.size).toBe(12500);
  writer.close();
});
