import { EventEmitter, once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

const foods = (...names: string[]) =>
  tableOf(names.map((description) => ({ ...EGG, description })));

if (reason !== undefined) {
  test.skip(`how changes in PostgreSQL are detected: ${reason}`);
} else {
  const server = useServer();
  let created = 0;

  function storeOf(database: string, table: string) {
    const store = createPostgresStore({ database, table });
    onTestFinished(() => store.close());
    return store;
  }

  describe('the mark of a view', () => {
    /** Creates a view over a table, and a role that may read both or only the view. */
    async function viewOf({
      isTableReadable = true,
      hasPolicies = false,
      view = 'SELECT * FROM TABLE_NAME',
    } = {}) {
      const name = `seen_${++created}`;
      const role = await server.createRole(name);
      await writeEntries(server.address(), foods('Egg', 'Milk'), { name: `${name}_base` });
      await server.sql.unsafe(`
        CREATE TABLE ${name}_other (n int);
        CREATE VIEW ${name} AS ${view.replaceAll('TABLE_NAME', `${name}_base`)};
        GRANT SELECT ON ${name} TO ${role.name};
        ${hasPolicies ? `ALTER TABLE ${name}_base ENABLE ROW LEVEL SECURITY;` : ''}
        ${isTableReadable ? `GRANT SELECT ON ${name}_base TO ${role.name};` : ''}`);
      const store = storeOf(role.address, name);
      const hints = new EventEmitter();
      await store.watch(() => hints.emit('hint'));
      /** Returns the change mark after a notification, which makes the store check closely. */
      const announcing = async (statement: string) => {
        const hinted = once(hints, 'hint');
        await server.sql.unsafe(`${statement}; NOTIFY food_lookup`);
        await hinted;
        return store.changeMark();
      };
      return { name, store, announcing };
    }

    test.each([
      ['is that of its underlying tables', {}],
      ['is that of its rows if the tables are unreadable', { isTableReadable: false }],
      // The view's owner sees the rows; the role that asks sees no rows of the table.
      ['is that of its rows if policies hide some', { hasPolicies: true }],
    ])('%s, and changes exactly when the rows do', async (_, options) => {
      const { name, store, announcing } = await viewOf(options);
      const before = await store.changeMark();
      expect(await announcing(`INSERT INTO ${name}_other VALUES (1)`)).toBe(before);
      const updated = await announcing(
        `UPDATE ${name}_base SET kcal = 1 WHERE description = 'Egg'`,
      );
      expect(updated).not.toBe(before);
      const deleted = await announcing(`DELETE FROM ${name}_base WHERE description = 'Milk'`);
      expect(deleted).not.toBe(updated);
      expect(await announcing('SELECT 1')).toBe(deleted);
      const altered = await announcing(
        `CREATE OR REPLACE VIEW ${name} AS SELECT * FROM ${name}_base WHERE kcal > 1000`,
      );
      expect(altered).not.toBe(deleted);
    });

    test('covers tables that a function of the owner reads', async () => {
      const name = `called_${++created}`;
      await writeEntries(server.address(), foods('Egg'), { name: `${name}_base` });
      await writeEntries(server.address(), foods('Milk'), { name: `${name}_hidden` });
      await server.sql.unsafe(`
        CREATE FUNCTION ${name}_rows() RETURNS SETOF ${name}_hidden LANGUAGE sql STABLE AS
          'SELECT * FROM ${name}_hidden';
        CREATE VIEW ${name} AS SELECT * FROM ${name}_base UNION ALL SELECT * FROM ${name}_rows()`);
      const store = storeOf(server.address(), name);
      await store.watch(() => {});
      const before = await store.changeMark();
      await server.sql.unsafe(`UPDATE ${name}_hidden SET kcal = 1; NOTIFY food_lookup`);
      await expect.poll(() => store.changeMark()).not.toBe(before);
    });

    test('covers a view that reads only system tables', async () => {
      const { name, store, announcing } = await viewOf({
        view: `SELECT 0 AS carbohydrate_g, 0 AS protein_g, 0 AS fa_sat_g, 0 AS fa_mono_g,
          0 AS fa_poly_g, 0 AS kcal, (SELECT max(relname) FROM pg_class) AS description`,
      });
      const before = await store.changeMark();
      expect(await announcing(`CREATE TABLE zz_${name} ()`)).not.toBe(before);
    });

    test.each([
      ['row-level security', 'ALTER TABLE NAME_base ENABLE ROW LEVEL SECURITY'],
      ['a policy', "ALTER POLICY seen ON NAME_base USING (description = 'Milk')"],
      [
        'a function of a policy',
        'CREATE OR REPLACE FUNCTION NAME_is_seen() RETURNS bool LANGUAGE sql STABLE AS $$ SELECT false $$',
      ],
      [
        'a table that a policy reads',
        'DELETE FROM NAME_withdrawn; SELECT pg_stat_force_next_flush()',
      ],
    ])('changes with %s, without a NOTIFY', async (_, statement) => {
      const name = `policed_${++created}`;
      const named = (text: string) => text.replaceAll('NAME', name);
      const role = await server.createRole(name);
      await writeEntries(server.address(), foods('Egg', 'Milk'), { name: `${name}_base` });
      await server.sql.unsafe(
        named(`
        CREATE TABLE NAME_withdrawn (description text);
        INSERT INTO NAME_withdrawn VALUES ('Milk');
        CREATE FUNCTION NAME_is_seen() RETURNS bool LANGUAGE sql STABLE AS 'SELECT true';
        CREATE POLICY seen ON NAME_base USING (NAME_is_seen());
        CREATE POLICY rest ON NAME_base AS RESTRICTIVE
          USING (description NOT IN (SELECT w.description FROM NAME_withdrawn w));
        GRANT SELECT ON NAME_base, NAME_withdrawn TO ${role.name};
        ${statement.includes('ENABLE') ? '' : 'ALTER TABLE NAME_base ENABLE ROW LEVEL SECURITY'}`),
      );
      const store = storeOf(role.address, `${name}_base`);
      const before = await store.changeMark();
      expect(await store.changeMark()).toBe(before);
      await server.sql.unsafe(named(statement));
      await expect.poll(() => store.changeMark()).not.toBe(before);
    });

    test('covers partitions, including new ones', async () => {
      const name = `parted_${++created}`;
      await writeEntries(server.address(), foods('Egg'), { name: `${name}_one` });
      await server.sql.unsafe(`
        CREATE TABLE ${name} (LIKE ${name}_one) PARTITION BY LIST (description);
        ALTER TABLE ${name} ATTACH PARTITION ${name}_one FOR VALUES IN ('Egg')`);
      const role = await server.createRole(name);
      await server.sql.unsafe(`GRANT SELECT ON ${name} TO ${role.name}`);
      const store = storeOf(role.address, name);
      const before = await store.changeMark();
      await server.sql.unsafe(`CREATE TABLE ${name}_two PARTITION OF ${name} FOR VALUES IN ('Milk');
        INSERT INTO ${name} (description) VALUES ('Milk')`);
      await expect.poll(() => store.changeMark()).not.toBe(before);
    });
  });

  test.each([
    ['the label of an enum', "ALTER TYPE FOODS_mood RENAME VALUE 'sad' TO 'glad'"],
    ['the primary key', 'ALTER TABLE FOODS DROP CONSTRAINT FOODS_pkey, ADD PRIMARY KEY (other)'],
  ])('after a change to %s, all rows are read', async (_, statement) => {
    const name = `defined_${++created}`;
    const run = (text: string) => server.sql.unsafe(text.replaceAll('FOODS', name));
    await run(`CREATE TYPE FOODS_mood AS ENUM ('sad'); CREATE TABLE FOODS (id int PRIMARY KEY,
      other int, mood FOODS_mood, carbohydrate_g int, protein_g int, fa_sat_g int, fa_mono_g int,
      fa_poly_g int, kcal int, description text);
      INSERT INTO FOODS (id, other, mood) SELECT n, -n, 'sad' FROM generate_series(1, 40) n`);
    const store = storeOf(server.address(), name);
    const mark = await store.changeMark();
    await run(`${statement}; UPDATE FOODS SET kcal = 1 WHERE id = 1`);
    const served = { mark, count: 40, key: 'id' };
    expect(await store.changeMark()).not.toBe(mark);
    expect(await store.copyChanged(served, () => ['id', 'mood'])).toBeUndefined();
  });

  test('a role that is no longer allowed to read the table is reported', async () => {
    const name = `revoked_${++created}`;
    const role = await server.createRole(name);
    await writeEntries(server.address(), foods('Egg'), { name });
    await server.sql.unsafe(`GRANT SELECT ON ${name} TO ${role.name}`);
    const store = storeOf(role.address, name);
    await store.changeMark();
    await server.sql.unsafe(`REVOKE SELECT ON ${name} FROM ${role.name}`);
    await expect(store.changeMark()).rejects.toThrow('this role is not allowed to read the table');
  });

  test('the mark changes with the expression of a virtual column', async ({ skip }) => {
    const [version] = await server.sql`SELECT current_setting('server_version_num')::int AS n`;
    skip(version?.n < 180_000, 'PostgreSQL 18 has virtual columns');
    const name = `virtual_${++created}`;
    await server.sql.unsafe(`CREATE TABLE ${name} (carbohydrate_g int, protein_g int, fa_sat_g int,
      fa_mono_g int, fa_poly_g int, description text, kcal int GENERATED ALWAYS AS (1) VIRTUAL)`);
    const store = storeOf(server.address(), name);
    const before = await store.changeMark();
    await server.sql.unsafe(`ALTER TABLE ${name} ALTER kcal SET EXPRESSION AS (2)`);
    expect(await store.changeMark()).not.toBe(before);
  });

  test('a foreign table below a view is reported, because its changes cannot be detected', async () => {
    const name = `foreign_${++created}`;
    await server.sql.unsafe(`
      CREATE FOREIGN DATA WRAPPER ${name}; CREATE SERVER ${name} FOREIGN DATA WRAPPER ${name};
      CREATE FOREIGN TABLE ${name}_far (description text) SERVER ${name};
      CREATE VIEW ${name} AS SELECT * FROM ${name}_far`);
    const unnoticed = await storeOf(server.address(), name).watch(() => {});
    expect(unnoticed).toEqual([
      `public.${name}_far is a foreign table: changes there are detected only if they are announced (NOTIFY food_lookup)`,
    ]);
    await server.sql.unsafe(`DROP FOREIGN DATA WRAPPER ${name} CASCADE`);
  });

  test('time during which a table is locked counts as waiting, not as work', async () => {
    const name = `locked_${++created}`;
    await writeEntries(server.address(), foods('Egg'), { name });
    const store = storeOf(server.address(), name);
    const hints = new EventEmitter();
    await store.watch(() => hints.emit('hint'));
    const waiters = () =>
      server.sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = ${name}::regclass`;
    /** Returns the store's answer after it has waited for a locked table. */
    async function lockedBy<T>(statements: string, ask: () => Promise<T>): Promise<T> {
      const before = store.waitedMs;
      await server.sql.unsafe(`BEGIN; ${statements}`);
      const asked = ask();
      await expect.poll(waiters).toEqual([{ n: 1 }]);
      const begin = performance.now();
      await server.sql`SELECT pg_sleep(0.3)`;
      const lockedMs = performance.now() - begin;
      await server.sql`COMMIT`;
      const answer = await asked;
      expect(store.waitedMs - before).toBeGreaterThan(lockedMs);
      return answer;
    }
    const rows = `TRUNCATE ${name}; INSERT INTO ${name} (kcal) VALUES (1), (2)`;
    const snapshot = await lockedBy(rows, () => store.open());
    // The snapshot is taken after the wait, since an earlier one would see an empty table.
    expect(snapshot.count).toBe(2);
    await snapshot[Symbol.asyncDispose]();
    const hinted = once(hints, 'hint');
    await server.sql.unsafe(`UPDATE ${name} SET kcal = 3; NOTIFY food_lookup`);
    await hinted;
    await lockedBy(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`, () => store.changeMark());
  });
}
