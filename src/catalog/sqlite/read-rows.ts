import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { TextDecoder } from 'node:util';
import type { StoredValue } from '../../food/decimal.ts';
import { BATCH_ROWS, type EntryRow, toEntryRow } from '../entry-store.ts';
import { checkColumns, type NamedColumns, noTable, quoted } from '../table-columns.ts';
import { withDatabaseErrors } from './connection.ts';

// Finds the table or view in a SQLite file, its key and the order of its rows. Reads the rows as
// stored, and skips rows with invalid text.

/**
 * Copies columns of a table to a temporary table and ends the transaction, so that writers do not
 * have to wait until the rows are indexed. The temporary columns have no types, so values keep
 * their stored form.
 *
 * @returns the names of the temporary columns
 */
export function copyRows(
  database: DatabaseSync,
  table: Table,
  columns: readonly string[],
): readonly string[] {
  const names = columns.map((_, i) => `c${i}`);
  // Large pages are written faster than small ones.
  database.exec(`
    PRAGMA temp.page_size = 16384;
    CREATE TEMP TABLE ${COPY_TABLE} (${names.join(', ')});
    INSERT INTO ${COPY_TABLE}
      SELECT ${columns.map(quoted).join(', ')} FROM main.${quoted(table.name)}${table.orderBy}`);
  if (database.isTransaction) database.exec('COMMIT');
  return names;
}

/** The name is distinctive, since a temporary table hides any other table with its name. */
const COPY_TABLE = 'temp.food_lookup_copy';

/**
 * Yields the copied rows in batches, with their values as stored.
 *
 * @param columns returned by {@link copyRows}
 * @param onInvalid called with the number of each row whose text is not valid in its encoding
 */
export function* readRows(
  path: string,
  database: DatabaseSync,
  columns: readonly string[],
  onInvalid: (row: number) => void = () => {},
): Generator<readonly EntryRow[]> {
  const select = (names: readonly string[], which: string) => {
    const statement = database.prepare(`SELECT ${names.join(', ')} FROM ${COPY_TABLE} ${which}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  };
  const [batchAfter, bytesOf, decoder] = withDatabaseErrors(path, () => {
    const { encoding } = database.prepare('PRAGMA encoding').get() ?? {};
    const bytes = columns.map(
      (name) => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), NULL)`,
    );
    return [
      // Reads many rows per call, since one call per row would take twice as long.
      select(columns, `WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH_ROWS}`),
      select(bytes, 'WHERE rowid = ?'),
      new TextDecoder(String(encoding).toLowerCase(), { fatal: true }),
    ] as const;
  });
  /** The rows of the copy are numbered from 1. */
  let row = 0;
  for (let isMore = true; isMore; ) {
    const batch = withDatabaseErrors(path, () => batchAfter.all(row));
    isMore = batch.length === BATCH_ROWS;
    const valid: EntryRow[] = [];
    for (const read of batch) {
      row += 1;
      const values = arrayOf(read).map(toStored);
      // SQLite accepts invalid UTF-8 as text, and returns U+FFFD for invalid bytes. Valid text may
      // also contain that character, so the bytes of such a row are checked.
      const texts = values.some(hasReplacement)
        ? withDatabaseErrors(path, () => arrayOf(bytesOf.get(row)))
        : [];
      const isRowValid = texts.every(
        (text) => !(text instanceof Uint8Array) || isValid(decoder, text),
      );
      if (isRowValid) valid.push(toEntryRow(values));
      else onInvalid(row);
    }
    yield valid;
  }
}

/** Returns values unchanged. With setReturnArrays, they are an array, despite their type. */
export function arrayOf(values: unknown): SQLOutputValue[] {
  if (!Array.isArray(values)) throw new TypeError('values are not an array');
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

export function hasReplacement(value: StoredValue): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Converts a value from SQLite. Integers beyond 2^53 stay `bigint`, and a blob becomes the UTF-8
 * text it holds.
 */
export function toStored(value: SQLOutputValue): StoredValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof Uint8Array ? UTF8.decode(value) : value;
}

/** The table or view of a SQLite file that holds the entries. */
export interface Table {
  readonly name: string;
  /** The names of all columns as written in the table, in table order. */
  readonly columns: readonly string[];
  /** The columns that the table is ordered by. */
  readonly ordering: readonly string[];
  /** The ORDER BY clause; empty for storage order. */
  readonly orderBy: string;
  /** A name that stands for the rowid, if there is one. */
  readonly rowid: string | undefined;
  /** Whether the rows are stored in the order that {@link orderBy} requires. */
  readonly isStoredInOrder: boolean;
}

/**
 * Finds the table or view, and checks that it has the columns of an entry and those that the source
 * names.
 *
 * @throws DatabaseError that names what is missing
 */
export function findTable(
  database: DatabaseSync,
  path: string,
  name: string,
  { key, names }: NamedColumns,
): Table {
  const infos = database
    .prepare('SELECT name, pk FROM pragma_table_xinfo(?) ORDER BY cid')
    .all(name);
  if (infos.length === 0) throw noTable(path, name, otherTables(database));
  const columns = infos.map((info) => String(info.name));
  // SQLite's column names ignore the case of ASCII letters.
  checkColumns({ database: path, name, columns, key, names }, (column) => column.toLowerCase());
  const primaryKey = infos
    .filter(({ pk }) => Number(pk) > 0)
    .sort((a, b) => Number(a.pk) - Number(b.pk))
    .map((info) => String(info.name));
  const ordering = key === undefined ? primaryKey : [key];
  return { name, columns, ordering, ...orderOf(database, name, columns, ordering) };
}

function otherTables(database: DatabaseSync): string[] {
  return database
    .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name LIMIT 5")
    .all()
    .map(({ name }) => String(name));
}

/**
 * Orders text by bytes, regardless of the column's collation, and equal rows by rowid. A view, or a
 * table created WITHOUT ROWID, has no rowids. SQLite has three names for the rowid. Uses one
 * that is not the name of a column.
 */
function orderOf(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  ordering: readonly string[],
): Pick<Table, 'orderBy' | 'rowid' | 'isStoredInOrder'> {
  const terms = ordering.map((column) => `${quoted(column)} COLLATE BINARY`);
  const kind = database
    .prepare("SELECT type, wr FROM pragma_table_list(?) WHERE schema = 'main'")
    .get(table);
  const taken = columns.map((column) => column.toLowerCase());
  const isNumbered = kind?.type === 'table' && kind.wr === 0;
  const rowid = ['rowid', '_rowid_', 'oid'].find((alias) => isNumbered && !taken.includes(alias));
  if (rowid !== undefined) terms.push(rowid);
  const orderBy = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  // A scan without an index or sorting reads a table in the order of its rowids.
  const plan = database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM main.${quoted(table)}${orderBy}`);
  const isPlain = plan.all().every(({ detail }) => !/ USING |^USE /.test(String(detail)));
  return { orderBy, rowid, isStoredInOrder: isPlain && rowid !== undefined };
}
