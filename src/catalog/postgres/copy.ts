import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import type { StoredValue } from '../../food/stored-value.ts';
import type { TableColumn } from '../entry-table.ts';
import { quoted } from '../table-columns.ts';

// Writes rows into PostgreSQL with COPY; quotes the names of columns.

type Batch = readonly (readonly StoredValue[])[];

/** The names of columns, as SQL. */
export function namesOf(columns: readonly Pick<TableColumn, 'name'>[]): string {
  return columns.map(({ name }) => quoted(name)).join(', ');
}

/**
 * Copies rows into a table, in their order.
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
  // A row may be refused after the last one was sent. The driver tells that only to the query, which
  // it has answered with the stream by then.
  const refuse = (fault: unknown) => reject(fault);
  const target = await query.writable();
  Object.assign(query, { reject: refuse });
  await Promise.race([pipeline(Readable.from(lines()), target), refused]);
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
