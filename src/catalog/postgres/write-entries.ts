import { isDeepStrictEqual } from 'node:util';
import type { Sql } from 'postgres';
import { codeOf, messageOf } from '../../errors/user-error.ts';
import { DatabaseError } from '../database-error.ts';
import { DEFAULT_TABLE, type EntryTable, type WriteOptions } from '../entry-store.ts';
import { parseAddress } from './address.ts';
import { CHANNEL } from './change-mark.ts';
import { connect } from './connection.ts';
import { replacementFor } from './existing-table.ts';
import { withDatabaseErrors } from './faults.ts';
import {
  checkCount,
  copyInto,
  createDraft,
  DRAFT_TABLE,
  lock,
  replaceEntries,
} from './replace-entries.ts';
import { literal, relationNamed } from './table.ts';

// Runs the steps of an import into PostgreSQL, and explains why one failed.

/**
 * Writes this table into a PostgreSQL database, replacing any table of that name. If the existing
 * table has the same columns, its rows are replaced, and it keeps its views, triggers, indexes,
 * policies, privileges and publications. Otherwise, a new table takes its place, with the same
 * owner and privileges. All of this is one transaction, so the old rows remain if the process is
 * killed at any moment. The transaction ends with an announcement to the services that follow the
 * table.
 *
 * @param options `name` is the table, found by the search path. Default: `entries`.
 * @returns the number of entries
 * @throws DatabaseError if it cannot be written, or something would be lost; and anything that the
 *   source of the rows throws
 */
export async function writeEntries(
  database: string,
  table: EntryTable,
  { name = DEFAULT_TABLE, keepOld = false }: WriteOptions & { readonly name?: string } = {},
): Promise<number> {
  const address = parseAddress(database);
  // Without a commit, the server discards everything when the connection closes.
  await using connection = await connect({ ...address, sessionAttributes: 'read-write' });
  const { sql } = connection;
  const written: Ask = (write) => withWriteErrors(address.name, () => connection.waitFor(write));
  const target = { name, keepOld };
  const plan = async () => replacementFor(sql, address.name, table, target);
  const replacement = await written(async () => {
    await sql`BEGIN`;
    // If a policy hid rows from this role, they would be neither replaced nor reported.
    await sql`SET LOCAL row_security = off`;
    await sql`SET LOCAL synchronize_seqscans = off`;
    const planned = await plan();
    await createDraft(sql, table);
    return planned;
  });
  const count = await fillDraft(sql, table, written);
  await written(async () => {
    await lock(sql, replacement);
    if (!isDeepStrictEqual(await plan(), replacement)) {
      throw new DatabaseError(address.name, 'its table changed in the meantime. Import again.');
    }
    await replaceEntries(sql, replacement, { ...target, table });
    await checkCount(sql, address.name, { name, count });
    await sql.unsafe(`NOTIFY ${CHANNEL}`);
    await sql`COMMIT`;
  });
  return count;
}

/**
 * Counts the rows of the table or view `entries` that the search path finds; `undefined` if there
 * is none.
 *
 * @throws DatabaseError if the rows cannot be counted
 */
export async function countEntries(database: string): Promise<number | undefined> {
  const address = parseAddress(database);
  await using connection = await connect(address);
  return await withDatabaseErrors(address.name, () =>
    connection.waitFor(async () => {
      const { sql } = connection;
      const found = await sql.unsafe(relationNamed(literal(DEFAULT_TABLE)));
      if (found.length === 0) return undefined;
      const [row] = await sql<{ count: number }[]>`
        SELECT count(*)::float8 AS count FROM ${sql(DEFAULT_TABLE)}`;
      return row?.count;
    }),
  );
}

/** Awaits a write, and explains its errors. */
type Ask = <T>(write: () => Promise<T>) => Promise<T>;

/** Copies all rows into the draft. Errors from the source are passed on unchanged. */
async function fillDraft(sql: Sql, table: EntryTable, written: Ask): Promise<number> {
  let count = 0;
  let fault: unknown;
  async function* counted() {
    try {
      for await (const batch of table.batches) {
        count += batch.length;
        yield batch;
      }
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  await written(() => copyInto(sql, DRAFT_TABLE, table.columns, counted())).catch(
    (error: unknown) => {
      throw fault ?? error;
    },
  );
  return count;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  '0A000':
    'other tables refer to its table, which has no primary key. Drop the foreign keys first.',
  '42501':
    "this role is not allowed to write there, or to see all rows (row-level security). Import as the table's owner, who must also be allowed to create tables in its schema.",
  '53100': 'its disk is full. Free some space; the old data is unchanged.',
  '55000':
    'its table is published and has no replica identity. Run: ALTER TABLE entries REPLICA IDENTITY FULL.',
  '25006': 'the server is read-only (a standby?). Use the primary.',
};

/** Matches errors for values that do not fit a type, and for rows that break a constraint. */
const REFUSED_ROWS = /^(22|23)/;

async function withWriteErrors<T>(name: string, write: () => Promise<T>): Promise<T> {
  return withDatabaseErrors(name, async () => {
    try {
      return await write();
    } catch (error) {
      const code = codeOf(error);
      const reason = REFUSED_ROWS.test(code)
        ? `its table does not accept the new rows (${messageOf(error)}).`
        : WRITE_REASONS[code];
      throw reason === undefined ? error : new DatabaseError(name, reason, { cause: error });
    }
  });
}
