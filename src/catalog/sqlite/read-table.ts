import { DatabaseError } from '../database-error.ts';
import { openReadOnly } from './connection.ts';
import type { PlainValue } from './row-sorter.ts';

/** A table of a SQLite file, whatever its columns. */
export interface SqliteTable {
  readonly header: readonly string[];
  /** The rows in batches, blobs as NULL. May be read once; the file is closed at the end. */
  readonly batches: Iterable<readonly (readonly PlainValue[])[]>;
}

const BATCH_SIZE = 1000;

/**
 * Reads the table `entries`, or the only table there is.
 *
 * @throws DatabaseError where there is neither
 */
export function readTable(path: string): SqliteTable {
  const database = openReadOnly(path);
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'
       ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
  const name = names.find((one) => one.toLowerCase() === 'entries') ?? names[0];
  if (name === undefined || (names.length > 1 && name.toLowerCase() !== 'entries')) {
    database.close();
    const found = names.length === 0 ? 'no table' : names.map((one) => `"${one}"`).join(', ');
    throw new DatabaseError(path, `it has no table "entries", but ${found}.`);
  }
  const statement = database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const header = statement.columns().map((column) => column.name);
  return {
    header,
    batches: (function* () {
      try {
        let batch: PlainValue[][] = [];
        for (const row of statement.iterate()) {
          batch.push(Object.values(row).map((value) => toStored(value)));
          if (batch.length < BATCH_SIZE) continue;
          yield batch;
          batch = [];
        }
        yield batch;
      } finally {
        database.close();
      }
    })(),
  };
}

function toStored(value: PlainValue | Uint8Array): PlainValue {
  if (typeof value !== 'bigint') return value instanceof Uint8Array ? null : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
