import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import type { StoredValue } from '../../food/stored-value.ts';
import { DatabaseError } from '../database-error.ts';
import { DEFAULT_TABLE } from '../entry-store.ts';
import type { EntryTable, TableColumn } from '../entry-table.ts';
import { quoted } from '../table-columns.ts';
import { parseAddress } from './address.ts';
import { CHANNEL } from './change-mark.ts';
import { connect } from './connect.ts';
import { codeOf, explainingFaults } from './faults.ts';

/**
 * Writes this table into a PostgreSQL database and replaces the one that may be there, with its
 * owner's grants on it. All of it is one transaction, which ends with an announcement to the
 * services that follow the table: a process that is killed at any moment leaves the old table whole.
 *
 * @param name the table, in the first schema of the search path
 * @returns the number of entries
 * @throws DatabaseError where it cannot be written; and whatever the source of the rows throws
 */
export async function writeEntries(
  database: string,
  table: EntryTable,
  name = DEFAULT_TABLE,
): Promise<number> {
  const address = parseAddress(database);
  const connection = await connect({ ...address, sessionAttributes: 'read-write' });
  try {
    const { sql } = connection;
    const written: Ask = (write) =>
      explainingWrites(address.name, () => connection.answered(write));
    const draft = `${name}_draft_${process.pid}`;
    await written(async () => {
      await sql`BEGIN`;
      await sql.unsafe(
        `CREATE TABLE ${quoted(draft)} (${table.columns.map(declaration).join(', ')})`,
      );
    });
    const count = await copy(sql, draft, table, written);
    await written(async () => {
      await replace(sql, name, draft, count);
      await sql.unsafe(`NOTIFY ${CHANNEL}`);
      await sql`COMMIT`;
    });
    return count;
  } finally {
    // Without a commit, the server forgets all of it.
    await connection.close();
  }
}

/** Awaits what asks the server to write, and explains its faults. */
type Ask = <T>(write: () => Promise<T>) => Promise<T>;

async function copy(sql: Sql, draft: string, table: EntryTable, written: Ask): Promise<number> {
  let count = 0;
  let fault: unknown;
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const batch of table.batches) {
        count += batch.length;
        yield batch.map((row) => `${row.map(copyText).join('\t')}\n`).join('');
      }
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  await written(async () => {
    const target = await sql.unsafe(`COPY ${quoted(draft)} FROM STDIN`).writable();
    await pipeline(Readable.from(lines()), target);
  }).catch((error: unknown) => {
    throw fault ?? error;
  });
  return count;
}

async function replace(sql: Sql, name: string, draft: string, count: number): Promise<void> {
  const [counted] = await sql.unsafe<{ n: string }[]>(`SELECT count(*) AS n FROM ${quoted(draft)}`);
  if (Number(counted?.n) !== count) throw new Error(`${counted?.n} of ${count} entries arrived`);
  const grants = await sql<{ grantee: string | null }[]>`
    SELECT CASE WHEN acl.grantee <> 0 THEN pg_get_userbyid(acl.grantee) END AS grantee
    FROM pg_class c, aclexplode(c.relacl) acl
    WHERE c.oid = to_regclass(${quoted(name)}) AND acl.privilege_type = 'SELECT'`;
  await sql.unsafe(`DROP TABLE IF EXISTS ${quoted(name)}`);
  await sql.unsafe(`ALTER TABLE ${quoted(draft)} RENAME TO ${quoted(name)}`);
  for (const { grantee } of grants) {
    const role = grantee === null ? 'PUBLIC' : quoted(grantee);
    await sql.unsafe(`GRANT SELECT ON ${quoted(name)} TO ${role}`);
  }
}

const DECLARED_TYPES = { text: 'text', number: 'double precision', any: 'text' } as const;

function declaration({ name, type }: TableColumn): string {
  return `${quoted(name)} ${DECLARED_TYPES[type]}`;
}

/** https://www.postgresql.org/docs/current/sql-copy.html, "Text Format" */
function copyText(value: StoredValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  // PostgreSQL has no NUL character in text.
  return value.replace(/[\\\n\r\t\0]/g, (character) => ESCAPES[character] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const WRITE_REASONS: Readonly<Record<string, string>> = {
  '42501': 'this role may not write there. Grant CREATE on the schema and own the table.',
  '53100': 'its disk is full. Free some space; the old data are unchanged.',
  '2BP01': 'other objects, such as a view, use the table. Import into another table.',
  '25006': 'the server is read-only, such as a standby. Use the primary.',
};

async function explainingWrites<T>(name: string, write: () => Promise<T>): Promise<T> {
  return explainingFaults(name, async () => {
    try {
      return await write();
    } catch (error) {
      const reason = WRITE_REASONS[codeOf(error)];
      throw reason === undefined ? error : new DatabaseError(name, reason, { cause: error });
    }
  });
}
