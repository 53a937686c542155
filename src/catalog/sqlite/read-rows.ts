import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { TextDecoder } from 'node:util';
import type { PlainValue, StoredValue } from '../../food/stored-value.ts';
import { BATCH_ROWS, type EntryRow, toEntryRow } from '../entry-store.ts';
import { quoted } from '../table-columns.ts';
import { explainingFaults } from './faults.ts';
import type { Table } from './table.ts';

// Reads the rows of a SQLite table as stored; leaves out what is not valid text.

/**
 * Copies these columns of a table into a temporary one and ends the transaction, so that writers do not
 * wait until the rows are indexed. Its columns have no types: values stay as they are stored.
 */
export function copyRows(database: DatabaseSync, table: Table, columns: readonly string[]): void {
  const names = columns.map((_, i) => `c${i}`).join(', ');
  database.exec(`
    CREATE TEMP TABLE ${COPY} (${names});
    INSERT INTO ${COPY}
      SELECT ${columns.map(quoted).join(', ')} FROM main.${quoted(table.name)}${table.orderBy};
    COMMIT`);
}

/** A name that hides no table: the temporary one is meant wherever both could be. */
const COPY = 'temp.food_lookup_copy';

/** The rows that were copied, with this many values as they are stored. */
export function* readRows(
  path: string,
  database: DatabaseSync,
  width: number,
  onInvalid: (row: number) => void = () => {},
): Generator<readonly EntryRow[]> {
  let batch: EntryRow[] = [];
  let row = 0;
  for (const values of storedRows(path, database, width, true)) {
    row++;
    if (values === undefined) onInvalid(row);
    else batch.push(toEntryRow(values));
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * The values of each row that was copied; `undefined` for one that is not valid in its encoding.
 *
 * @param keepsDigits whether integers beyond 2^53 are read, which takes longer, or thrown at
 */
export function* storedRows(
  path: string,
  database: DatabaseSync,
  width: number,
  keepsDigits: boolean,
): Generator<readonly StoredValue[] | undefined> {
  const names = Array.from({ length: width }, (_, i) => `c${i}`);
  const select = (columns: readonly string[], which: string) => {
    const statement = database.prepare(`SELECT ${columns.join(', ')} FROM ${COPY} ${which}`);
    statement.setReadBigInts(keepsDigits);
    statement.setReturnArrays(true);
    return statement;
  };
  const [rows, bytesOf, decoder] = explainingFaults(path, () => {
    const { encoding } = database.prepare('PRAGMA encoding').get() ?? {};
    const bytes = names.map((name) => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), NULL)`);
    return [
      select(names, 'ORDER BY rowid').iterate(),
      select(bytes, 'WHERE rowid = ?'),
      new TextDecoder(String(encoding).toLowerCase(), { fatal: true }),
    ] as const;
  });
  for (let row = 1; ; row++) {
    const { done, value } = explainingFaults(path, () => rows.next());
    if (done) break;
    const read = arrayOf(value);
    if (areStored(read)) {
      yield read;
      continue;
    }
    const values = read.map(toStored);
    // SQLite accepts invalid UTF-8 as text, and whoever reads it as text gets U+FFFD for what is none, which
    // may be in a sound text as well. So where one has it, its bytes tell.
    const texts = values.some(hasReplacement)
      ? explainingFaults(path, () => arrayOf(bytesOf.get(row)))
      : [];
    const isSound = texts.every((text) => !(text instanceof Uint8Array) || isValid(decoder, text));
    yield isSound ? values : undefined;
  }
}

/** Values as they are: setReturnArrays asks for an array, whatever the type says. */
function arrayOf(values: unknown): readonly SQLOutputValue[] {
  if (!Array.isArray(values)) throw new TypeError('SQLite gave no array of values');
  return values;
}

function isValid(decoder: TextDecoder, text: Uint8Array): boolean {
  try {
    decoder.decode(text);
    return true;
  } catch {
    return false;
  }
}

function hasReplacement(value: StoredValue): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether values are as {@link toStored} gives them, and valid: nearly all rows, when no bigints are read. */
function areStored(values: readonly SQLOutputValue[]): values is readonly PlainValue[] {
  for (const value of values) {
    const isText = typeof value === 'string';
    if (isText ? hasReplacement(value) : typeof value !== 'number' && value !== null) return false;
  }
  return true;
}

/** Values as stored: integers beyond 2^53 as `bigint`, a blob as the UTF-8 text it holds. */
function toStored(value: SQLOutputValue): StoredValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof Uint8Array ? UTF8.decode(value) : value;
}
