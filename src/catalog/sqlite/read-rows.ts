import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { TextDecoder } from 'node:util';
import type { StoredValue } from '../../food/stored-value.ts';
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
  const names = Array.from({ length: width }, (_, i) => `c${i}`);
  const select = (columns: readonly string[]) =>
    explainingFaults(path, () => {
      const statement = database.prepare(
        `SELECT ${columns.join(', ')} FROM ${COPY} ORDER BY rowid`,
      );
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return statement.iterate();
    });
  const rows = select(names);
  const bytes = new BytesOfRows(database, () =>
    select(names.map((name) => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), NULL)`)),
  );
  let batch: EntryRow[] = [];
  for (let row = 1; ; row++) {
    const { done, value } = explainingFaults(path, () => rows.next());
    if (done) break;
    // An array of values, whatever its type says: setReturnArrays asks for it.
    const values = Object.values(value).map(toStored);
    const isSound =
      !values.some(hasReplacement) || explainingFaults(path, () => bytes.areValid(row));
    if (isSound) batch.push(toEntryRow(values));
    else onInvalid(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * The texts of rows as they are stored. SQLite accepts invalid UTF-8 as text, and whoever reads them as text
 * gets U+FFFD for those that are none, which may be in a sound text as well. So where one has it, its
 * bytes tell.
 */
class BytesOfRows {
  readonly #decoder: TextDecoder;
  readonly #open: () => Iterator<object>;
  #rows: Iterator<object> | undefined;
  #row = 0;

  constructor(database: DatabaseSync, open: () => Iterator<object>) {
    const { encoding } = database.prepare('PRAGMA encoding').get() ?? {};
    this.#decoder = new TextDecoder(String(encoding).toLowerCase(), { fatal: true });
    this.#open = open;
  }

  /** Whether the texts of a row are valid. Asked of rows in their order, each once. */
  areValid(row: number): boolean {
    this.#rows ??= this.#open();
    for (; this.#row < row - 1; this.#row++) this.#rows.next();
    this.#row = row;
    const texts: unknown[] = Object.values(this.#rows.next().value);
    return texts.every((text) => !(text instanceof Uint8Array) || isValid(this.#decoder, text));
  }
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

/** Values as stored: integers beyond 2^53 as `bigint`, a blob as the UTF-8 text it holds. */
function toStored(value: SQLOutputValue): StoredValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof Uint8Array ? UTF8.decode(value) : value;
}
