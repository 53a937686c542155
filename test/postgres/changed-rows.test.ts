import { isDeepStrictEqual } from 'node:util';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import type { EntrySource } from '../../src/catalog/entry-store.ts';
import { listedChanges } from '../../src/catalog/loading/find-changes.ts';
import { loadCatalog } from '../../src/catalog/loading/load-catalog.ts';
import { openCopy } from '../../src/catalog/open-store.ts';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { closeRowFile } from '../../src/catalog/row-file.ts';
import { applyChanges } from '../../src/catalog/table/apply-changes.ts';
import { ExtraColumns } from '../../src/catalog/table/extra-columns.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`changed rows in PostgreSQL: ${reason}`);
} else {
  const server = useServer();
  let created = 0;

  /** Creates a table with a key and 40 foods in several blocks, and a store that serves it. */
  async function served(columns = 'id int PRIMARY KEY', database = server.address()) {
    const table = `changing_${++created}`;
    const source: EntrySource = { database, table, fields: ['*'] };
    const sql = postgres(database, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end());
    await sql.unsafe(`
      CREATE TABLE ${table} (${columns}, carbohydrate_g numeric, protein_g numeric, fa_sat_g float8,
        fa_mono_g float8, fa_poly_g float8, description text, sugar_g numeric, kcal numeric)
        WITH (fillfactor = 10);
      INSERT INTO ${table} (id, description, kcal, sugar_g, fa_sat_g)
        SELECT n, 'Egg ' || n, n, n / 4.0, 1 FROM generate_series(1, 40) n`);
    const store = createPostgresStore(source);
    onTestFinished(() => store.close());
    const writer = postgres(database, { max: 1, onnotice: () => {} });
    onTestFinished(() => writer.end());
    /** Loads everything, as at startup. */
    const load = async () => {
      const mark = await store.changeMark();
      await using snapshot = await store.open();
      const { data } = await loadCatalog(snapshot, source);
      return { data, mark };
    };
    let hinted = () => {};
    await store.watch(() => hinted());
    /** Runs a statement, and waits until the store detects the change. */
    const noticed = async (statement: string) => {
      const { promise: isNoticed, resolve } = Promise.withResolvers<void>();
      hinted = resolve;
      await sql.unsafe(statement.replaceAll('FOODS', table));
      await isNoticed;
    };
    let before = await load();
    /**
     * Returns the rows that are read after a change is announced, and the change mark.
     *
     * @param meanwhile is called when changes were found, before they are read
     */
    const readChanged = async ({ data, mark }: typeof before, meanwhile = async () => {}) => {
      await noticed('NOTIFY food_lookup');
      const fieldsOf = (all: readonly string[]) => new ExtraColumns(all, source).columns;
      const since = { mark, count: data.rows.starts.length - 1, key: data.key?.column };
      const now = await store.changeMark();
      await meanwhile();
      return { mark: now, listed: await store.copyChanged(since, fieldsOf) };
    };
    /** Returns how many rows are read after a change is announced, or why they do not suffice. */
    const look = async (meanwhile?: () => Promise<void>) => {
      const { data, mark } = before;
      const { mark: markNow, listed } = await readChanged(before, meanwhile);
      if (markNow === mark) return 0;
      const now = await load();
      before = now;
      if (listed === undefined || 'rows' in listed) return 'all';
      const changes = await listedChanges(data, await openCopy(listed), source);
      closeRowFile(listed.file);
      if (changes === undefined) return 'more than amounts';
      return isDeepStrictEqual(applyChanges(data, changes), now.data)
        ? listed.count
        : 'something else';
    };
    const run = (sql: string) => writer.unsafe(sql.replaceAll('FOODS', table));
    /** Returns how often the whole table is scanned for each of these changes. */
    const scans = async (changes: readonly string[]) => {
      let { data, mark } = before;
      for (const [i, change] of changes.entries()) {
        await run(change);
        const { mark: now, listed } = await readChanged({ data, mark });
        expect(listed).toMatchObject({ count: 1 });
        mark = now;
        // The server counts the change only later.
        await run('SELECT pg_stat_force_next_flush()');
        const counted = () => sql`
          SELECT 1 FROM pg_stat_user_tables WHERE relname = ${table} AND n_tup_upd = ${i + 1}`;
        await expect.poll(counted).toHaveLength(1);
        expect(await store.changeMark()).toBe(mark);
      }
      // Once the store is closed, the server counts all of its scans.
      await store.close();
      const counted = async () => {
        const [stats] = await sql<{ n: number }[]>`
          SELECT seq_scan::int AS n FROM pg_stat_user_tables WHERE relname = ${table}`;
        // The scans before the changes: for the index of the key, the mark, the number of rows, the
        // rows.
        return ((stats?.n ?? 0) - 4) / changes.length;
      };
      return counted;
    };
    return { table, run, noticed, look, scans };
  }

  test('only changed rows are read', async () => {
    const { run, look } = await served();
    expect(await look()).toBe(0);
    await run('UPDATE FOODS SET kcal = 5 WHERE id = 7');
    expect(await look()).toBe(1);
    await run('UPDATE FOODS SET sugar_g = NULL, fa_sat_g = 2.5 WHERE id = 8');
    expect(await look()).toBe(1);
    await run('BEGIN; UPDATE FOODS SET kcal = 6 WHERE id = 9; ROLLBACK');
    expect(await look()).toBe(0);
    await run('BEGIN; SAVEPOINT s; UPDATE FOODS SET kcal = 6 WHERE id = 9; COMMIT');
    expect(await look()).toBe(1);
    await run('VACUUM (FREEZE, FULL) FOODS');
    expect(await look()).toBe('all');
    await run('UPDATE FOODS SET kcal = 7 WHERE id = 9');
    expect(await look()).toBe(1);
  });

  test('one scan finds the rows that have changed', async () => {
    const { scans } = await served();
    const changes = [7, 8, 9].map((id) => `UPDATE FOODS SET kcal = 5 WHERE id = ${id}`);
    await expect.poll(await scans(changes)).toBe(1);
  });

  test('the changes of a transaction that was open at the last check are read too', async () => {
    const { table, run, look } = await served();
    await run('BEGIN; UPDATE FOODS SET kcal = 5 WHERE id = 7');
    expect(await look()).toBe(0);
    await server.sql.unsafe(`UPDATE ${table} SET kcal = 5 WHERE id = 8`);
    expect(await look()).toBe(1);
    await run('COMMIT');
    // The row of the other transaction is read again, since its transaction is newer.
    expect(await look()).toBe(2);
  });

  test.each([
    ['a description', "UPDATE FOODS SET description = 'Hen' WHERE id = 7", 'more than amounts'],
    ['a key', 'UPDATE FOODS SET id = 99 WHERE id = 7', 'more than amounts'],
    [
      'a row in place of another',
      'BEGIN; DELETE FROM FOODS WHERE id = 7; INSERT INTO FOODS (id) VALUES (99); COMMIT',
      'more than amounts',
    ],
    ['one more row', 'INSERT INTO FOODS (id) VALUES (99)', 'all'],
    ['one row fewer', 'DELETE FROM FOODS WHERE id = 7', 'all'],
    ['most rows', 'UPDATE FOODS SET kcal = 5', 'all'],
    [
      'another table',
      'ALTER TABLE FOODS RENAME TO FOODS_old; CREATE TABLE FOODS AS TABLE FOODS_old',
      'all',
    ],
    [
      'a column that takes the place of another',
      'ALTER TABLE FOODS DROP COLUMN kcal; ALTER TABLE FOODS ADD COLUMN kcal numeric DEFAULT 5',
      'all',
    ],
    ['rows of a child table', 'CREATE TABLE FOODS_child () INHERITS (FOODS)', 'all'],
  ])('with %s, all rows are read', async (_, sql, expected) => {
    const { run, look } = await served();
    await run(sql);
    expect(await look()).toBe(expected);
  });

  test.each([
    [
      'the connection is lost',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'food-lookup'`,
    ],
    [
      'a column takes the place of another',
      `ALTER TABLE FOODS DROP COLUMN kcal; ALTER TABLE FOODS ADD COLUMN kcal numeric DEFAULT 5;
        NOTIFY food_lookup`,
    ],
  ])('reads all rows if %s before changed rows are read', async (_, statement) => {
    const { run, noticed, look } = await served();
    await run('UPDATE FOODS SET kcal = 5 WHERE id = 7');
    expect(await look(() => noticed(statement))).toBe('all');
  });

  test('a database without an encoding is read completely: it has rows that are not served', async () => {
    const url = new URL(server.address());
    const name = `${url.pathname.slice(1)}_no_encoding`;
    await server.sql.unsafe(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
    );
    onTestFinished(async () => {
      await server.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    });
    url.pathname = name;
    const { run, look } = await served(undefined, url.href);
    await run("UPDATE FOODS SET description = E'Jalape\\xf1o' WHERE id = 7");
    expect(await look()).toBe('all');
    // Now the table has as many rows as were served before.
    await run('DELETE FROM FOODS WHERE id = 8');
    expect(await look()).toBe('all');
  });

  test.each([
    ['no key', 'id int'],
    ['a key of two columns', 'id int, part int DEFAULT 1, PRIMARY KEY (id, part)'],
  ])('a table with %s is read completely', async (_, columns) => {
    const { run, look } = await served(columns);
    await run('UPDATE FOODS SET kcal = 5 WHERE id = 7');
    expect(await look()).toBe('all');
  });
}
