import { existsSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EntrySource } from '../entry-store.ts';
import { markOf } from './connection.ts';
import { COLUMNS, databaseOf, folder } from './sqlite-file.case.ts';
import { createSqliteStore } from './store.ts';
import { TableCopy } from './table-copy.ts';

const FOODS = `CREATE TABLE entries (id INTEGER PRIMARY KEY, ${COLUMNS} COLLATE NOCASE);
  INSERT INTO entries (id, kcal, description) VALUES (10, 1, 'Egg'), (20, 2, 'Milk'), (30, 3, 'Tea')`;
let created = 0;

/** Returns a copy of a new table, and a function that changes the table and compares them. */
function copied(sql = FOODS, source: Partial<EntrySource> = {}) {
  const path = databaseOf(`copied-${++created}.sqlite`, sql);
  const copy = new TableCopy({ database: path, ...source });
  onTestFinished(() => copy.close());
  const count = copy.renew(markOf(path));
  const changedBy = (change: string, most = 10) => {
    const writer = new DatabaseSync(path);
    writer.exec(change);
    writer.close();
    return copy.changed(most)?.rows;
  };
  return { path, copy, count, changedBy };
}

/** The values of a row with this energy, description and key. */
const row = (kcal: unknown, description: unknown, id: unknown) => [
  ...[null, null, null, null, null, kcal, description, id],
];

describe('a copy of a table', () => {
  test('finds each change once', () => {
    const { copy, count, changedBy } = copied();
    expect(count).toBe(3);
    expect(copy.changed(10)).toEqual({
      columns: ['id', ...COLUMNS.split(', ')],
      rows: [],
    });
    expect(changedBy('UPDATE entries SET kcal = 5 WHERE id = 20')).toEqual([
      [1, row(5, 'Milk', 20)],
    ]);
    expect(changedBy('UPDATE entries SET kcal = kcal')).toEqual([]);
    expect(changedBy("UPDATE entries SET kcal = 2, description = 'x' WHERE id > 10")).toEqual([
      [1, row(2, 'x', 20)],
      [2, row(2, 'x', 30)],
    ]);
  });

  test.each([
    ['two changes with the same sum', 'kcal = 4 - kcal', [3, 1]],
    ['another case', 'description = upper(description)', [1, 3], ['EGG', 'TEA']],
    ['text in place of a number', "kcal = kcal || ''", ['1', '3']],
    ['a blob in place of text', 'description = CAST(description AS BLOB)', [1, 3]],
    ['NULL', 'kcal = NULL', [null, null]],
    ['a number with more digits than a double', 'kcal = 9007199254740993', [2n ** 53n + 1n]],
    ['a slightly different number', 'kcal = kcal + 1e-15', [1 + 1e-15, 3]],
  ])('detects %s', (_, change, kcal, descriptions = ['Egg', 'Tea']) => {
    const { changedBy } = copied();
    const rows = changedBy(`UPDATE entries SET ${change} WHERE id <> 20`) ?? [];
    expect(rows[0]).toEqual([0, row(kcal[0], descriptions[0], 10)]);
  });

  test('keeps the order of a key that is text', () => {
    const sql = `CREATE TABLE entries (code TEXT PRIMARY KEY, ${COLUMNS});
      INSERT INTO entries (code, kcal) VALUES ('b', 1), ('a', 2), ('c', 3)`;
    const { changedBy } = copied(sql);
    expect(changedBy("UPDATE entries SET kcal = 9 WHERE code = 'a'")).toEqual([
      [0, row(9, null, 'a')],
    ]);
    expect(changedBy("UPDATE entries SET code = 'd' WHERE code = 'a'")).toBeUndefined();
  });

  test.each([
    ['one more row', "INSERT INTO entries (description) VALUES ('Ham')"],
    ['one row fewer', 'DELETE FROM entries WHERE id = 20'],
    ['a row in place of another', 'UPDATE entries SET id = 25 WHERE id = 20'],
    ['rows in another order', 'UPDATE entries SET id = 40 WHERE id = 10'],
    ['another column', 'ALTER TABLE entries ADD COLUMN sugar_g'],
    ['no table', 'DROP TABLE entries'],
    ['invalid text', "UPDATE entries SET description = CAST(x'ff' AS TEXT)"],
    ['too many changes', 'UPDATE entries SET kcal = 9'],
  ])('reports that the changes are unknown after %s', (_, change) => {
    const { path, copy, changedBy } = copied();
    expect(changedBy(change, 2)).toBeUndefined();
    // The changes remain unknown until the copy is renewed.
    expect(copy.changed(2)).toBeUndefined();
    if (change.startsWith('DROP')) return;
    copy.renew(markOf(path));
    expect(copy.changed(2)?.rows).toEqual([]);
  });

  test.each([
    ['a view', `CREATE TABLE foods (${COLUMNS}); CREATE VIEW entries AS SELECT * FROM foods`],
    ['a table with no rowid', `CREATE TABLE entries (id PRIMARY KEY, ${COLUMNS}) WITHOUT ROWID`],
  ])('is not created from %s', (_, sql) => {
    const { count, copy } = copied(sql);
    expect(count).toBeUndefined();
    expect(copy.changed(10)).toBeUndefined();
  });

  test('is not created if the file’s mark has changed', () => {
    const { path, copy } = copied();
    const mark = markOf(path);
    utimesSync(path, 1, 1);
    expect(copy.renew(mark)).toBeUndefined();
    expect(copy.changed(10)).toBeUndefined();
  });

  test('is compared with the file that replaced the original, and leaves no file behind', () => {
    const { path, copy } = copied();
    const other = databaseOf('other.sqlite', `${FOODS}; UPDATE entries SET kcal = 7 WHERE id = 30`);
    renameSync(other, path);
    expect(copy.changed(10)?.rows).toEqual([[2, row(7, 'Tea', 30)]]);
    expect(readdirSync(folder).filter((name) => path.endsWith(name.slice(0, -4)))).toEqual([]);
  });

  test('reports that the changes are unknown if an immutable file changes in the meantime', () => {
    const path = databaseOf('meanwhile.sqlite', `PRAGMA journal_mode = WAL; ${FOODS}`);
    let writes = 0;
    let isWritten = false;
    const source = {
      get database() {
        if (isWritten) utimesSync(path, ++writes, writes);
        return path;
      },
    };
    const copy = new TableCopy(source);
    onTestFinished(() => copy.close());
    expect(copy.renew(markOf(path))).toBe(3);
    isWritten = true;
    expect(copy.changed(10)).toBeUndefined();
  });

  test.each(['open', 'closed'])(
    'is compared with a table in WAL mode while another connection is %s',
    (state) => {
      const { path, copy, changedBy } = copied(`PRAGMA journal_mode = WAL; ${FOODS}`);
      const open = new DatabaseSync(path);
      if (state === 'closed') open.close();
      expect(changedBy('UPDATE entries SET kcal = 5 WHERE id = 20')).toEqual([
        [1, row(5, 'Milk', 20)],
      ]);
      expect(changedBy('UPDATE entries SET kcal = 6 WHERE id = 20')).toEqual([
        [1, row(6, 'Milk', 20)],
      ]);
      expect(copy.changed(10)?.rows).toEqual([]);
      if (state === 'open') open.close();
      // The last connection to close a file removes its WAL.
      expect(existsSync(`${path}-wal`)).toBe(false);
    },
  );
});

describe('the store', () => {
  // The table has more rows than are copied at a time.
  const MANY = 50_001;
  const AN_HOUR_AGO = Date.now() / 1000 - 3600;
  /** A file with a time in the future counts as just written, however slow the machine is. */
  const IN_AN_HOUR = Date.now() / 1000 + 3600;

  function manyFoods(name: string) {
    return databaseOf(
      name,
      `CREATE TABLE entries (id INTEGER PRIMARY KEY, ${COLUMNS});
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
       INSERT INTO entries (id, kcal) SELECT i, i FROM n`,
    );
  }

  test('finds the changes since the data was read', async () => {
    const path = manyFoods('many.sqlite');
    utimesSync(path, AN_HOUR_AGO, AN_HOUR_AGO);
    const store = createSqliteStore({ database: path });
    onTestFinished(() => store.close());
    const changed = async (mark: string, count = MANY) => {
      const rows = await store.copyChanged({ mark, count, key: 'id' }, () => []);
      return rows && 'rows' in rows ? rows.rows : rows;
    };
    const update = (kcal: number) => {
      const writer = new DatabaseSync(path);
      writer.exec(`UPDATE entries SET kcal = ${kcal} WHERE id = 45000`);
      writer.close();
      return store.changeMark();
    };
    const first = await store.changeMark();
    // The table is copied when it is first asked for changes.
    expect(await changed('at the start')).toBeUndefined();
    expect(await changed(first)).toEqual([]);
    const second = await update(7);
    expect(await changed(first)).toEqual([[44_999, row(7, null, 45_000)]]);
    const third = await update(8);
    expect(await changed(second)).toEqual([[44_999, row(8, null, 45_000)]]);
    // Skips one mark, as if loading its changes had failed.
    await update(9);
    expect(await changed(second)).toBeUndefined();
    expect(await changed(third)).toBeUndefined();
    // If the file was only just written, another write could leave the same mark.
    utimesSync(path, IN_AN_HOUR, IN_AN_HOUR);
    const uncertain = await store.changeMark();
    expect(await changed(uncertain)).toBeUndefined();
    expect(await changed(uncertain)).toBeUndefined();
    utimesSync(path, AN_HOUR_AGO, AN_HOUR_AGO);
    const fourth = await store.changeMark();
    expect(await changed(uncertain)).toBeUndefined();
    // One row is missing, as if it had been left out.
    expect(await changed(fourth, MANY - 1)).toBeUndefined();
    expect(await changed(fourth)).toEqual([]);
  });
});
