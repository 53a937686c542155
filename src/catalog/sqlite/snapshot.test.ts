import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { COLUMNS, databaseOf } from './sqlite-file.case.ts';
import { createSqliteStore } from './store.ts';

test('a snapshot rereads a database in WAL mode that changes in the meantime, since its rows might mix two states', async () => {
  const path = databaseOf(
    'reopened.sqlite',
    `PRAGMA journal_mode = WAL; CREATE TABLE entries (${COLUMNS});
     INSERT INTO entries (kcal) VALUES (1)`,
  );
  const snapshot = await createSqliteStore({ database: path }).open();
  databaseOf('reopened.sqlite', 'UPDATE entries SET kcal = 2');
  const read: unknown[] = [];
  for await (const rows of snapshot.read()) read.push(...rows.map(({ entry }) => entry.kcal));
  expect(read).toEqual([2]);
  await snapshot.close();
});

describe('a scan', () => {
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
    ['a text', 'id TEXT PRIMARY KEY'],
    ['nothing', 'id INTEGER'],
  ])('reads the rows of a copy in the same order, with %s as the key', async (name, id) => {
    const snapshot = await createSqliteStore({ database: manyFoods(name, id) }).open();
    const keys = () => [...(snapshot.scan?.(['id']) ?? [])].flat().map((values) => values?.at(-1));
    const scanned = keys();
    expect(keys()).toEqual(scanned);
    expect(scanned).toHaveLength(12501);
    const read: unknown[] = [];
    for await (const batch of snapshot.read({ fields: ['id'] }))
      read.push(...batch.map(({ fields }) => fields[0]));
    // The row whose text is not valid is left out.
    expect(read).toEqual(scanned.filter((key) => key !== undefined));
    await snapshot.close();
  });

  test('fails if the table changes in the meantime, and the next scan reads a copy', async () => {
    const path = manyFoods('changing', 'id INTEGER');
    const snapshot = await createSqliteStore({ database: path }).open();
    const writer = new DatabaseSync(path, { timeout: 0 });
    const readAnd = (sql: string) => {
      const kcal = new Set<unknown>();
      for (const batch of snapshot.scan?.([]) ?? []) {
        if (kcal.size === 0) writer.exec(sql);
        for (const values of batch) kcal.add(values?.[5]);
      }
      return [...kcal];
    };
    expect(() => readAnd('UPDATE entries SET kcal = 7')).toThrow('changed while');
    expect(readAnd('UPDATE entries SET kcal = 8')).toEqual([7, undefined]);
    writer.close();
    await snapshot.close();
  });
});
