import { isUtf8 } from 'node:buffer';
import type { Sql } from 'postgres';
import { ExactNumber, type StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { BATCH_ROWS, type CopiedRows, type EntryRow, toEntryRow } from '../entry-store.ts';
import { bytesOf, type RowFile } from '../row-file.ts';
import { quoted } from '../table-columns.ts';
import { type Column, type Table, waitForLock } from './table.ts';

// Reads the rows of a PostgreSQL table as COPY writes them, with all digits. Skips rows with
// invalid text.

/** Waits for the table's lock, and begins a transaction that sees one state of the table. */
export async function beginReading(
  sql: Sql,
  find: () => Promise<Table>,
): Promise<{ readonly table: Table; readonly waitedMs: number }> {
  const { isLockable, reference } = await find();
  await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
  // Makes the server read a table from its beginning, in storage order.
  await sql`SET LOCAL synchronize_seqscans = off`;
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`;
  // A database or role may be set to round floats.
  await sql`SET LOCAL extra_float_digits = 1`;
  // Locks the table before taking the snapshot, if possible. In an older snapshot, a table would
  // look empty if it was truncated or rewritten during the wait for the lock.
  const lock = isLockable ? `LOCK TABLE ${reference} IN ACCESS SHARE MODE` : undefined;
  const waitedMs = await waitForLock(sql, reference, lock);
  // The table may have been altered before it could be locked.
  const table = await find();
  const [server] = await sql<{ encoding: string }[]>`
    SELECT current_setting('server_encoding') AS encoding`;
  // SQL_ASCII accepts invalid UTF-8. With UTF-8 as the client encoding, a single invalid row would
  // make the whole read fail.
  if (server?.encoding === 'SQL_ASCII') await sql`SET LOCAL client_encoding = SQL_ASCII`;
  return { table, waitedMs };
}

/**
 * Returns the columns of an entry and these additional ones, in the order of {@link toEntryRow}.
 */
export function columnsToRead(table: Table, fields: readonly string[] = []): Column[] {
  return [...ENTRY_COLUMNS, ...fields].map((name) => {
    const column = table.columns.find((each) => each.name === name);
    if (column === undefined) throw new RangeError(`There is no column ${name}`);
    return column;
  });
}

/**
 * Returns the statement that copies these columns of all rows, in order.
 *
 * @param where an SQL condition: copies only rows that match it, in any order
 */
export function copyStatement(table: Table, columns: readonly Column[], where?: string): string {
  const texts = columns.map(({ name, typeOid }) =>
    COPIED_AS_TEXT.has(typeOid) ? quoted(name) : `${quoted(name)}::text`,
  );
  const which = where === undefined ? table.orderBy : ` WHERE ${where}`;
  return `COPY (SELECT ${texts.join(', ')} FROM ${table.reference}${which}) TO STDOUT`;
}

/**
 * Yields the rows in batches.
 *
 * @param onInvalid called with the number of a row that is left out because its text is not valid
 *   UTF-8
 */
export async function* readRows(
  { file, types }: CopiedRows,
  onInvalid: (row: number) => void = () => {},
): AsyncGenerator<readonly EntryRow[]> {
  const readers = types.map(valueReader);
  let number = 0;
  let rows: EntryRow[] = [];
  for await (const text of textsOf(file)) {
    number += 1;
    if (text === undefined) {
      onInvalid(number);
      continue;
    }
    const values = text.split('\t');
    rows.push(toEntryRow(readers.map((toStored, i) => storedIn(values[i] ?? NULL, toStored))));
    if (rows.length < BATCH_ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const NEW_LINE = 0x0a;

/** Yields each line; `undefined` for a line that is not UTF-8. */
async function* textsOf(lines: RowFile): AsyncGenerator<string | undefined> {
  let rest = Buffer.alloc(0);
  for await (const bytes of bytesOf(lines)) {
    const data = Buffer.concat([rest, bytes]);
    const end = data.lastIndexOf(NEW_LINE) + 1;
    rest = data.subarray(end);
    const whole = data.subarray(0, end);
    if (isUtf8(whole)) {
      const texts = whole.toString().split('\n');
      texts.pop();
      yield* texts;
      continue;
    }
    for (let start = 0; start < end; ) {
      const next = whole.indexOf(NEW_LINE, start);
      const line = whole.subarray(start, next);
      yield isUtf8(line) ? line.toString() : undefined;
      start = next + 1;
    }
  }
}

const NULL = String.raw`\N`;

/** https://www.postgresql.org/docs/current/sql-copy.html, "Text Format" */
function storedIn(value: string, toStored: ToStored): StoredValue {
  if (!value.includes('\\')) return toStored(value);
  if (value === NULL) return null;
  const text = value.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character);
  return toStored(text);
}

const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const INTEGERS = [20, 21, 23, 26];
const FLOATS = [700, 701];
const NUMERIC = 1700;
const [TEXT, VARCHAR] = [25, 1043];
/** The types that COPY writes in the same way as a cast to text. */
const COPIED_AS_TEXT = new Set([...INTEGERS, ...FLOATS, NUMERIC, TEXT, VARCHAR]);

/** Converts the text of a value, as PostgreSQL writes it, to a stored value. */
type ToStored = (text: string) => StoredValue;

/** Returns the function that converts the values of a column. */
function valueReader(typeOid: number): ToStored {
  if (INTEGERS.includes(typeOid)) return toInteger;
  if (FLOATS.includes(typeOid)) return Number;
  return typeOid === NUMERIC ? toDecimal : (text) => text;
}

function toInteger(text: string): StoredValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toDecimal(text: string): StoredValue {
  const number = Number(text);
  // NaN and infinities are not decimals. As in float columns, they have no JSON form.
  return String(number) === text || !Number.isFinite(number) ? number : new ExactNumber(text);
}
