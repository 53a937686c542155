import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import type { StoredValue } from '../../food/decimal.ts';
import { DatabaseError } from '../database-error.ts';
import type { EntryTable, TableColumn } from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import type { Replacement } from './existing-table.ts';

// Replaces the old rows in PostgreSQL with imported ones, in one transaction. Takes locks, keeps
// old rows, and restores privileges.

/** The temporary table that collects the new rows. */
export const DRAFT_TABLE = 'pg_temp.food_lookup_draft';

/**
 * Creates the temporary table. The table's columns accept any text. Values that do not fit are
 * detected later.
 */
export async function createDraft(sql: Sql, { columns }: EntryTable): Promise<void> {
  const declarations = columns.map(({ name }) => `${quoted(name)} text`).join(', ');
  await sql.unsafe(`CREATE TEMPORARY TABLE food_lookup_draft (${declarations}) ON COMMIT DROP`);
}

/** Prevents other sessions from changing the table until the end of the transaction. */
export async function lock(sql: Sql, replacement: Replacement): Promise<void> {
  if (replacement.kind === 'new') return;
  const { reference } = replacement.existing;
  const mode = replacesInPlace(replacement) ? 'SHARE ROW EXCLUSIVE' : 'ACCESS EXCLUSIVE';
  await sql.unsafe(`LOCK TABLE ${reference} IN ${mode} MODE`);
}

/** The new table, its name, and whether to keep the old rows. */
export interface Target {
  readonly name: string;
  readonly table: EntryTable;
  readonly keepOld: boolean;
}

/** Replaces the old rows with the draft's rows. */
export async function replaceEntries(
  sql: Sql,
  replacement: Replacement,
  { name, table, keepOld }: Target,
): Promise<void> {
  switch (replacement.kind) {
    case 'new':
      await create(sql, quoted(name), table);
      break;
    case 'rows':
      if (keepOld) await copyOld(sql, replacement);
      await replaceRows(sql, replacement, table);
      break;
    case 'table':
      await replaceTable(sql, replacement, { name, table, keepOld });
  }
}

/** @throws DatabaseError if a trigger or a rule has changed the number of rows */
export async function checkCount(
  sql: Sql,
  database: string,
  { name, count }: { readonly name: string; readonly count: number },
): Promise<void> {
  const [counted] = await sql.unsafe<{ n: string }[]>(`SELECT count(*) AS n FROM ${quoted(name)}`);
  if (Number(counted?.n) === count) return;
  throw new DatabaseError(
    database,
    `its table has ${counted?.n} of ${count} entries: one of its triggers or rules changes what is written.`,
  );
}

type ExistingReplacement = Exclude<Replacement, { readonly kind: 'new' }>;

/**
 * Checks whether readers can see the old rows until the new ones are committed. A table without a
 * primary key is read in storage order, so new rows must not fill the gaps between old ones. Such a
 * table is truncated, which makes readers wait briefly.
 */
function replacesInPlace({ kind, existing }: ExistingReplacement): boolean {
  return kind === 'rows' && existing.hasPrimaryKey;
}

async function replaceRows(sql: Sql, replacement: ExistingReplacement, { columns }: EntryTable) {
  const { existing } = replacement;
  if (!replacesInPlace(replacement)) {
    await sql.unsafe(`TRUNCATE ${existing.reference}`);
    await moveDraft(sql, existing.reference, columns);
    return;
  }
  await sql.unsafe(`DELETE FROM ${existing.reference}`);
  const types = new Map(existing.columns.map(({ name, type }) => [name, type]));
  // Casts only numbers. PostgreSQL refuses strings that are too long, but a cast would truncate
  // them.
  const values = columns.map(({ name, type }) =>
    type === 'number' ? `${quoted(name)}::${types.get(name)}` : quoted(name),
  );
  await sql.unsafe(
    `INSERT INTO ${existing.reference} (${namesOf(columns)}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(', ')} FROM ${DRAFT_TABLE}`,
  );
}

/** How many rows are moved at a time. */
const MOVED_ROWS = 5_000;

/**
 * Copies the draft by reading its rows and sending them back with COPY, which keeps their order. An
 * INSERT would put rows wherever a page has room.
 */
async function moveDraft(sql: Sql, reference: string, columns: readonly TableColumn[]) {
  const names = namesOf(columns);
  await sql.unsafe(
    `DECLARE food_lookup_rows NO SCROLL CURSOR FOR SELECT ${names} FROM ${DRAFT_TABLE}`,
  );
  for (;;) {
    const rows = await sql
      .unsafe<Record<string, string | null>[]>(`FETCH ${MOVED_ROWS} FROM food_lookup_rows`)
      .values();
    if (rows.length === 0) break;
    await copyInto(sql, reference, columns, [rows]);
  }
  await sql`CLOSE food_lookup_rows`;
}

async function copyOld(sql: Sql, { existing, oldName }: ExistingReplacement): Promise<void> {
  const kept = `${quoted(existing.schema)}.${quoted(oldName)}`;
  await sql.unsafe(`CREATE TABLE ${kept} AS TABLE ${existing.reference}`);
  await revokeDefaults(sql, kept);
}

async function replaceTable(
  sql: Sql,
  { existing, oldName }: ExistingReplacement,
  { name, table, keepOld }: Target,
): Promise<void> {
  const { reference, schema, owner } = existing;
  const privileges = await privilegesOn(sql, reference);
  await sql.unsafe(
    keepOld ? `ALTER TABLE ${reference} RENAME TO ${quoted(oldName)}` : `DROP TABLE ${reference}`,
  );
  const created = `${quoted(schema)}.${quoted(name)}`;
  await create(sql, created, table);
  await revokeDefaults(sql, created);
  for (const { grantee, privilege, isGrantable } of privileges) {
    const option = isGrantable ? ' WITH GRANT OPTION' : '';
    await sql.unsafe(`GRANT ${privilege} ON ${created} TO ${roleNamed(grantee)}${option}`);
  }
  await sql.unsafe(`ALTER TABLE ${created} OWNER TO ${quoted(owner)}`);
}

/** CREATE TABLE AS keeps the order of the rows. */
async function create(sql: Sql, reference: string, { columns }: EntryTable): Promise<void> {
  const values = columns.map(({ name, type }) =>
    type === 'number' ? `${quoted(name)}::double precision AS ${quoted(name)}` : quoted(name),
  );
  await sql.unsafe(`CREATE TABLE ${reference} AS SELECT ${values.join(', ')} FROM ${DRAFT_TABLE}`);
}

interface Privilege {
  /** `null` stands for PUBLIC. */
  readonly grantee: string | null;
  readonly privilege: string;
  readonly isGrantable: boolean;
}

/** Returns the privileges of roles other than the owner. */
async function privilegesOn(sql: Sql, reference: string): Promise<Privilege[]> {
  return sql<Privilege[]>`
    SELECT CASE WHEN acl.grantee <> 0 THEN pg_get_userbyid(acl.grantee) END AS grantee,
           acl.privilege_type AS privilege, acl.is_grantable AS "isGrantable"
    FROM pg_class c, aclexplode(c.relacl) acl
    WHERE c.oid = to_regclass(${reference}) AND acl.grantee <> c.relowner`;
}

/**
 * Revokes the privileges that ALTER DEFAULT PRIVILEGES grants on new tables. A table that replaces
 * another is granted the old one's privileges afterward.
 */
async function revokeDefaults(sql: Sql, reference: string): Promise<void> {
  for (const { grantee } of await privilegesOn(sql, reference)) {
    await sql.unsafe(`REVOKE ALL ON ${reference} FROM ${roleNamed(grantee)}`);
  }
}

function roleNamed(grantee: string | null): string {
  return grantee === null ? 'PUBLIC' : quoted(grantee);
}

type Batch = readonly (readonly StoredValue[])[];

/** Returns the names of columns as SQL. */
export function namesOf(columns: readonly Pick<TableColumn, 'name'>[]): string {
  return columns.map(({ name }) => quoted(name)).join(', ');
}

/**
 * Copies rows into a table, in order.
 *
 * @param reference the table, as SQL
 */
export async function copyInto(
  sql: Sql,
  reference: string,
  columns: readonly Pick<TableColumn, 'name'>[],
  batches: AsyncIterable<Batch> | Iterable<Batch>,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of batches) {
      yield batch.map((row) => `${row.map(copyText).join('\t')}\n`).join('');
    }
  }
  const query = sql.unsafe(`COPY ${reference} (${namesOf(columns)}) FROM STDIN`);
  const { promise: refused, reject } = Promise.withResolvers<never>();
  // The server may refuse a row after the last one was sent. The driver then rejects only the
  // query, whose promise has already resolved with the stream. So the query's `reject` is replaced.
  const refuse = (fault: unknown) => reject(fault);
  const target = await query.writable();
  Object.assign(query, { reject: refuse });
  await Promise.race([pipeline(Readable.from(lines()), target), refused]);
}

/** https://www.postgresql.org/docs/current/sql-copy.html, "Text Format" */
function copyText(value: StoredValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  // PostgreSQL text cannot contain NUL.
  return value.replace(/[\\\n\r\t\0]/g, (character) => ESCAPES[character] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
