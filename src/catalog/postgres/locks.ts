import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import type { Table } from './table.ts';

// Waits until a PostgreSQL table is not locked before it is read, and counts how long.

/**
 * Waits until a table may be read, and says for how long that was, in ms. Reading no row takes all
 * locks that reading all rows takes, those of the tables below a view, too.
 *
 * @param reference the table or view, as SQL
 */
export async function locked(sql: Sql, reference: string): Promise<number> {
  return timeOf(() => sql.unsafe(`SELECT FROM ${reference} LIMIT 0`));
}

/**
 * The same at the beginning of a transaction: where that is possible, before its state is fixed. A table
 * that is emptied or rewritten meanwhile would be empty in it otherwise.
 */
export async function lockedFirst(
  sql: Sql,
  { reference, isLockable }: Pick<Table, 'reference' | 'isLockable'>,
): Promise<number> {
  if (!isLockable) return locked(sql, reference);
  return timeOf(() => sql.unsafe(`LOCK TABLE ${reference} IN ACCESS SHARE MODE`));
}

/** How long this takes, in ms. */
async function timeOf(wait: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await wait();
  return performance.now() - begin;
}
