import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, open, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { createFoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();
const OFTEN = { interval: 100 };

/** A fault that keeps a role from reading a table, and the report of it. */
interface Fault {
  readonly name: string;
  readonly statements: (table: string, role: string) => string;
  readonly text: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'a role that has lost its privilege',
    statements: (table, role) => `REVOKE SELECT ON ${table} FROM ${role}`,
    text: /^this role is not allowed to read the table/,
  },
  {
    name: 'a column that has another name',
    statements: (table) => `ALTER TABLE ${table} RENAME kcal TO energy`,
    text: /^its table .* has no column "kcal"/,
  },
  {
    name: 'a table that was dropped',
    statements: (table) => `DROP TABLE ${table}`,
    text: /^it has no table/,
  },
  {
    name: 'a statement timeout',
    statements: (table, role) =>
      `${viewInstead(table, role, (base) => `SELECT *, pg_sleep(0.1)::text AS slow FROM ${base}`)};
       ALTER ROLE ${role} SET statement_timeout = '1ms';
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
    text: /statement_timeout/,
  },
  {
    // Before version 17, there is no transaction_timeout.
    name: 'a transaction timeout',
    statements: (_, role) =>
      `DO $$ BEGIN IF current_setting('server_version_num')::int >= 170000
         THEN ALTER ROLE ${role} SET transaction_timeout = '1ms';
         ELSE ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '1ms'; END IF; END $$;
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
    text: /^reading took longer than this role's \w*transaction\w*_timeout/,
  },
  {
    // Divides by zero in the second batch.
    name: 'a read that fails halfway',
    statements: (table, role) =>
      viewInstead(
        table,
        role,
        (base) => `SELECT b.kcal, b.description, b.protein_g, b.carbohydrate_g, b.fa_sat_g,
                     b.fa_mono_g, 1 / (7000 - n) AS fa_poly_g
                   FROM ${base} b, generate_series(1, 7000) n`,
      ),
    text: /division by zero/,
  },
];

function viewInstead(table: string, role: string, view: (base: string) => string): string {
  return `ALTER TABLE ${table} RENAME TO ${table}_base;
    CREATE VIEW ${table} AS ${view(`${table}_base`)}; GRANT SELECT ON ${table} TO ${role}`;
}

if (reason !== undefined) {
  test.skip(`tables that become unreadable: ${reason}`);
} else {
  const server = useServer();
  let created = 0;

  /** Starts a service that reads its own table as its own role. */
  async function serve({ onTestFinished }: TestContext) {
    const table = `foods_${++created}`;
    const role = await server.createRole(table);
    await writeEntries(server.address(), tableOf([EGG]), { name: table });
    await server.sql.unsafe(`GRANT SELECT ON ${table} TO ${role.name}`);
    const options = { port: 0, refresh: 0, logLevel: 'silent' } as const;
    const service = await createFoodLookup({ ...options, database: role.address, table });
    onTestFinished(() => service.close());
    const answer = async () => (await service.inject('/api/food?q=egg')).body;
    return { table, role: role.name, service, answer };
  }

  test.concurrent.for(FAULTS)(
    '$name leaves the data unchanged',
    async ({ text, statements }, context) => {
      const { expect } = context;
      const { table, role, service, answer } = await serve(context);
      const before = await answer();
      expect(JSON.parse(before)).toHaveLength(1);
      await server.sql.unsafe(statements(table, role));
      service.reload();
      await expect.poll(() => service.dataStatus.fault?.reason, OFTEN).toMatch(text);
      expect(await answer()).toBe(before);
    },
  );

  test.concurrent('a table that becomes readable is followed again', async (context) => {
    const { expect } = context;
    const { table, role, service, answer } = await serve(context);
    await server.sql.unsafe(`REVOKE SELECT ON ${table} FROM ${role}`);
    service.reload();
    await expect.poll(() => service.dataStatus.fault, OFTEN).toBeDefined();
    await server.sql.unsafe(`GRANT SELECT ON ${table} TO ${role};
      ALTER TABLE ${table} ALTER kcal TYPE text USING 'much'`);
    service.reload();
    // A column of another type counts as changed data.
    await expect.poll(answer, OFTEN).toContain('"kcal":"much"');
    expect(service.dataStatus.fault).toBeUndefined();
  });

  test('a read that the server ends halfway says why', async () => {
    const table = `foods_${++created}`;
    await server.sql.unsafe(`CREATE VIEW ${table} AS SELECT n AS kcal, 'Egg' AS description,
      1 AS protein_g, 1 AS carbohydrate_g, 1 AS fa_sat_g, 1 AS fa_mono_g,
      CASE n WHEN 5000 THEN pg_terminate_backend(pg_backend_pid())::int END AS fa_poly_g
      FROM generate_series(1, 9000) n`);
    const store = createPostgresStore({ database: server.address(), table });
    onTestFinished(() => store.close());
    await expect(store.copy(() => [])).rejects.toThrow('the server is starting or stopping');
  });

  test.skipIf(platform === 'win32')(
    'rows of a failed read are never written to a file that is opened later',
    async () => {
      await server.sql.unsafe(`CREATE VIEW entries AS SELECT 1 AS kcal, 'Egg' AS description,
        1 AS protein_g, 1 AS carbohydrate_g, 1 AS fa_sat_g, 1 AS fa_mono_g, 1 / (2 - n) AS fa_poly_g
        FROM generate_series(1, 2) n`);
      const folder = mkdtempSync(join(tmpdir(), 'food-lookup-late-rows-'));
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const store = createPostgresStore({ database: server.address() });
      onTestFinished(() => store.close());
      // Keeps all threads that write files busy. Each waits for a writer to open the pipe.
      const busy = Array.from({ length: 4 }, () => promisify(open)(pipe, 'r'));
      const copying = expect(store.copy(() => [])).rejects.toThrow('division by zero');
      const brokenOff = () =>
        server.sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction (aborted)'`;
      await Promise.race([copying, expect.poll(brokenOff, OFTEN).toHaveLength(1)]);
      await setImmediate();
      const paths = ['one', 'two', 'three'].map((name) => join(folder, name));
      const files = paths.map((path) => openSync(path, 'w'));
      files.push(openSync(pipe, 'r+'), ...(await Promise.all(busy)));
      onTestFinished(() => files.forEach(closeSync));
      await copying;
      for (const path of paths) expect(await readFile(path, 'utf8')).toBe('');
    },
  );
}
