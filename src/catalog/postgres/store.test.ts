import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { useServer, whyNoServer } from '../../../test/postgres/server.ts';
import { tableOf } from '../../../test/table-of.ts';
import { serializeValues } from '../../food/entry.ts';
import { withoutPassword } from '../database-error.ts';
import { describeStore } from '../entry-store.case.ts';
import type { EntryRow } from '../entry-store.ts';
import { createPostgresStore } from './store.ts';
import { writeEntries } from './write-entries.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`PostgreSQL store: ${reason}`);
} else {
  const server = useServer();
  let created = 0;

  describeStore('PostgreSQL store', {
    createStore: createPostgresStore,
    createDatabase: async () => {
      const schema = `test ${++created}`;
      await server.sql.unsafe(`CREATE SCHEMA "${schema}"`);
      const address = server.address({
        options: `-csearch_path="${schema.replaceAll(' ', '\\ ')}"`,
      });
      const sql = postgres(server.address(), { max: 1, onnotice: () => {} });
      await sql.unsafe(`SET search_path TO "${schema}"`);
      return {
        address,
        run: async (text) => {
          await sql.unsafe(`${text}; NOTIFY food_lookup`);
        },
        remove: async () => {
          await sql.unsafe(`DROP SCHEMA "${schema}" CASCADE`);
          await sql.end();
        },
      };
    },
    write: (address, entries) => writeEntries(address, tableOf(entries)),
    storable: (text) =>
      text === null ? null : Buffer.from(String(text).replaceAll('\0', '')).toString(),
  });

  async function readAll(address: string, fields: readonly string[] = [], key?: string) {
    await using snapshot = await createPostgresStore({ database: address, key }).open();
    const rows: EntryRow[] = [];
    for await (const batch of snapshot.read({ fields })) rows.push(...batch);
    return rows;
  }

  test('checks leave nothing in memory, however long their connection stays open', async () => {
    await server.sql.unsafe(`CREATE TABLE seen (${COLUMNS})`);
    const looks = 20;
    // Runs in a separate process, since counting objects takes seconds if there are many.
    const script = `
      import { queryObjects } from 'node:v8';
      import { createPostgresStore } from '${new URL('store.ts', import.meta.url)}';
      const store = createPostgresStore({ database: process.argv[1], table: 'seen' });
      const look = async () => {
        for (let i = 0; i < ${looks}; i += 1) await store.changeMark();
      };
      await look();
      // Counts functions, since every pending wait holds one.
      const functions = () => queryObjects(Function, { format: 'count' });
      const before = functions();
      await look();
      console.log(functions() - before);
      await store.close();`;
    const { stdout } = await promisify(execFile)(execPath, [
      ...['--input-type=module', '--eval', script],
      server.address(),
    ]);
    expect(stdout).toMatch(/^-?\d+\n$/);
    expect(Number(stdout)).toBeLessThan(looks);
    await server.sql.unsafe('DROP TABLE seen');
  });

  test('read returns columns of any type: decimals keep every digit', async () => {
    await server.sql.unsafe(`CREATE DOMAIN amount AS numeric; CREATE DOMAIN gram AS amount;
      CREATE TABLE entries (carbohydrate_g gram, protein_g numeric(6, 2), fa_sat_g real,
      fa_mono_g money, fa_poly_g smallint, kcal numeric, description varchar(20), yes boolean, day date, list int[])`);
    await server.sql.unsafe(`INSERT INTO entries VALUES
      (0.1234567890123456789, 1.5, 0.125, 2, 3, 'NaN', 'Egg', true, '2026-01-31', '{1,2}'),
      (12.5, NULL, 'Infinity', NULL, -3, 143, 'Milk', NULL, NULL, NULL)`);
    // A database or role may be set to round floats.
    const rounding = server.address({ options: '-cextra_float_digits=-5' });
    const rows = await readAll(rounding, ['yes', 'day', 'list']);
    expect(rows.map(({ entry }) => serializeValues(entry))).toEqual([
      ['0.1234567890123456789', '1.50', 'null', '"Egg"', '"3.13"'],
      ['12.5', 'null', '143', '"Milk"', '"-3.00"'],
    ]);
    expect(rows.map(({ fields }) => fields)).toEqual([
      ['true', '2026-01-31', '{1,2}'],
      [null, null, null],
    ]);
    await server.sql.unsafe('DROP TABLE entries; DROP DOMAIN amount CASCADE');
  });

  test('in a database without an encoding, rows that are not UTF-8 are left out', async () => {
    const name = `${new URL(server.address()).pathname.slice(1)}_ascii`;
    await server.sql.unsafe(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
    );
    const url = new URL(server.address());
    url.pathname = `/${name}`;
    const sql = postgres(url.href, { max: 1 });
    await writeEntries(url.href, tableOf([EGG, { ...EGG, description: 'Jalapeño' }]));
    await sql.unsafe(`INSERT INTO entries (description) VALUES (E'Jalape\\xf1o'), (NULL)`);
    const snapshot = await createPostgresStore({ database: url.href }).open();
    const invalid: number[] = [];
    const found: unknown[] = [];
    for await (const rows of snapshot.read({ onInvalid: (row) => invalid.push(row) })) {
      found.push(...rows.map(({ entry }) => entry.description));
    }
    expect([found, invalid]).toEqual([[EGG.description, 'Jalapeño', null], [3]]);
    await snapshot[Symbol.asyncDispose]();
    await sql.end();
    await server.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  test.each(['TABLE', 'MATERIALIZED VIEW'])(
    'read returns rows of a %s with equal keys in stored order, those without a key first',
    async (kind) => {
      await server.sql.unsafe(`CREATE ${kind} entries AS SELECT 1 AS carbohydrate_g, 1 AS protein_g,
        0 AS fa_sat_g, 0 AS fa_mono_g, 0 AS fa_poly_g, 1 AS kcal, n::text AS description,
        nullif(n % 3, 0) AS shelf FROM generate_series(1, 600) AS n`);
      const rows = await readAll(server.address(), [], 'shelf');
      const numbers = Array.from({ length: 600 }, (_, i) => i + 1);
      const onShelf = (shelf: number) => numbers.filter((n) => n % 3 === shelf).map(String);
      expect(rows.map(({ entry }) => entry.description)).toEqual([0, 1, 2].flatMap(onShelf));
      await server.sql.unsafe(`DROP ${kind} entries`);
    },
  );

  test('a role that can only connect and select is enough; it cannot write', async () => {
    const { sql } = server;
    await sql.unsafe(`CREATE TABLE entries (${COLUMNS});
      INSERT INTO entries (description) VALUES ('Egg')`);
    const role = await server.createRole('reader_only');
    await expect(readAll(role.address)).rejects.toThrow(
      `Cannot use database "${withoutPassword(role.address)}": this role is not allowed to read the table.`,
    );
    await sql.unsafe(`GRANT SELECT ON entries TO ${role.name}`);
    const store = createPostgresStore({ database: role.address });
    await store.watch(() => {});
    const mark = await store.changeMark();
    // The server's counters may be seconds late, but an announced change causes an exact check.
    await sql.unsafe('UPDATE entries SET kcal = 1; NOTIFY food_lookup');
    await expect.poll(() => store.changeMark()).not.toBe(mark);
    await store.close();
    expect(await readAll(role.address)).toHaveLength(1);
    await expect(writeEntries(role.address, tableOf([EGG]))).rejects.toThrow(
      'this role is not allowed to write there',
    );
    await sql.unsafe('DROP TABLE entries');
  });

  test('watch calls back once for a lost connection, not for each failed attempt', async () => {
    const { sql } = server;
    const role = await server.createRole('locked_out');
    await sql.unsafe(`CREATE TABLE entries (${COLUMNS}); GRANT SELECT ON entries TO ${role.name}`);
    const store = createPostgresStore({ database: role.address });
    let hints = 0;
    await store.watch(() => {
      hints += 1;
    });
    await sql.unsafe(`ALTER ROLE ${role.name} NOLOGIN`);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${role.name}`;
    await expect.poll(() => hints).toBe(1);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(store.changeMark()).rejects.toThrow('the server refuses this user');
    }
    expect(hints).toBe(1);
    await store.close();
    await sql.unsafe('DROP TABLE entries');
  });

  test('after a failed check, changeMark still reports the change announced before it', async () => {
    const { sql } = server;
    const role = await server.createRole('half_blind');
    // Without the counters, only an exact check finds the change.
    await sql.unsafe(`SET track_counts = off; CREATE TABLE entries (${COLUMNS});
      INSERT INTO entries (description) VALUES ('Egg'); GRANT SELECT ON entries TO ${role.name}`);
    const store = createPostgresStore({ database: role.address });
    let hints = 0;
    await store.watch(() => {
      hints += 1;
    });
    const mark = await store.changeMark();
    await sql.unsafe(`REVOKE SELECT ON entries FROM ${role.name}`);
    await sql.unsafe('UPDATE entries SET kcal = 1; NOTIFY food_lookup');
    await expect.poll(() => hints).toBe(1);
    await expect(store.changeMark()).rejects.toThrow('this role is not allowed to read the table');
    await sql.unsafe(`GRANT SELECT ON entries TO ${role.name}`);
    expect(await store.changeMark()).not.toBe(mark);
    await store.close();
    await sql.unsafe('DROP TABLE entries; RESET track_counts');
  });

  test.each([
    ['the wrong password', { password: 'wrong' }, 'the server refuses this user or password'],
    ['no such database', { dbname: 'none' }, 'the server has no database of this name'],
    ['a closed port', { port: '1' }, 'the server does not answer'],
    ['no such host', { host: 'none.invalid' }, 'the host name does not exist'],
    ['a server without TLS', { sslmode: 'require' }, 'the server does not use TLS'],
  ])('open reports %s in one line without the password', async (_, parameters, text) => {
    const failure = readAll(server.address(parameters));
    await expect(failure).rejects.toThrow(text);
    await expect(failure).rejects.toThrow(/^Cannot use database "postgres:[^\n]*$/);
    await expect(failure).rejects.not.toThrow(/secret|wrong/);
  });

  test('open uses the first host that responds and is of the requested kind', async () => {
    await server.sql.unsafe(`CREATE TABLE entries (${COLUMNS})`);
    const { hostname, port } = new URL(server.address());
    const hosts = (kind: string, isReadOnly = false) =>
      server.address({
        host: `127.0.0.1,${hostname}`,
        port: `1,${port}`,
        target_session_attrs: kind,
        ...(isReadOnly && { options: '-cdefault_transaction_read_only=on' }),
      });
    for (const address of [
      ...['primary', 'prefer-standby', 'read-write'].map((kind) => hosts(kind)),
      hosts('read-only', true),
    ])
      expect(await readAll(address)).toEqual([]);
    for (const address of [hosts('standby'), hosts('read-only'), hosts('read-write', true)])
      await expect(readAll(address)).rejects.toThrow('no host matches target_session');
    await server.sql.unsafe('DROP TABLE entries');
  });
}

const COLUMNS = `carbohydrate_g float8, protein_g float8, fa_sat_g float8, fa_mono_g float8,
  fa_poly_g float8, kcal float8, description text`;
