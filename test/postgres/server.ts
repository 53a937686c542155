import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { env, platform } from 'node:process';
import postgres, { type Sql } from 'postgres';
import { afterAll, test } from 'vitest';

// Creates a PostgreSQL database for a test file, on TEST_DATABASE_URL or on a server started for
// the tests.

/** The database of a single test file. */
export interface TestServer {
  /** A connection as the owner, who may create roles. */
  readonly sql: Sql;
  /** Returns the URL, with these query parameters. */
  address(parameters?: Readonly<Record<string, string>>): string;
  /** Creates a role of this name that can log in, and returns its URL. */
  createRole(name: string): Promise<TestRole>;
}

export interface TestRole {
  /**
   * The role's name in SQL: roles belong to the whole server, so it differs from the name
   * requested.
   */
  readonly name: string;
  readonly address: string;
}

/**
 * Vitest's `test` with a `server`: its URL for a role that may create databases and roles. This is
 * TEST_DATABASE_URL, or a server started for all files of a worker.
 */
const withServer = test.extend(
  'server',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the needed fixtures from it.
  async ({}, { onCleanup }) => {
    if (env.TEST_DATABASE_URL !== undefined) return env.TEST_DATABASE_URL;
    const { Cluster } = await import('./cluster.ts');
    const cluster = await Cluster.start();
    onCleanup(() => cluster.remove());
    return cluster.address();
  },
);

/** Creates a test file's database, dropped after its tests. */
export function useServer(): TestServer {
  const database = `food_lookup_test_${randomBytes(6).toString('hex')}`;
  const roles: string[] = [];
  let admin: Sql | undefined;
  let base = '';
  let sql: Sql | undefined;
  withServer.beforeAll(async ({ server }) => {
    admin = connect(server);
    // The same encoding and collation, whatever the server's default.
    await admin.unsafe(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
    const url = new URL(server);
    url.pathname = `/${database}`;
    base = url.href;
    sql = connect(base);
  });
  afterAll(async () => {
    await sql?.end({ timeout: 0 });
    await admin?.unsafe(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    for (const role of roles) await admin?.unsafe(`DROP ROLE IF EXISTS ${role}`);
    await admin?.end({ timeout: 0 });
  });
  const address = (parameters: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
    return search === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${search}`;
  };
  return {
    get sql() {
      if (sql === undefined) throw new Error('The server is not started yet.');
      return sql;
    },
    address,
    createRole: async (given) => {
      const name = `${database}_${given}`;
      await sql?.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${ROLE_PASSWORD}'`);
      roles.push(name);
      const url = new URL(base);
      [url.username, url.password] = [name, ROLE_PASSWORD];
      return { name, address: url.href };
    },
  };
}

const ROLE_PASSWORD = 'secret';

const connect = (address: string) => postgres(address, { max: 1, onnotice: () => {} });

/** Returns why there is no server to test with; `undefined` if there is one. */
export async function whyNoServer(): Promise<string | undefined> {
  return env.TEST_DATABASE_URL === undefined ? whyNoCluster() : undefined;
}

/** Returns why no server can be started and killed; `undefined` if one can. */
export async function whyNoCluster(): Promise<string | undefined> {
  // Only administrators may run this command, and PostgreSQL refuses to start for them.
  if (platform === 'win32' && spawnSync('fltmc').status === 0) {
    return 'PostgreSQL refuses to be run by a Windows administrator';
  }
  const { whyNoPrograms } = await import('./programs.ts');
  const reason = whyNoPrograms();
  return reason === undefined ? undefined : `PostgreSQL does not run here: ${reason}`;
}
