import { CsvError, Parser } from 'csv-parse';
import { ImportError } from './import-error.ts';

/** One line of a table, or several where a quoted field has line breaks. */
export interface CsvRecord {
  /** The line on which it ends, from 1. */
  readonly place: number;
  readonly values: readonly string[];
}

export interface CsvDialect {
  readonly delimiter: string;
  /** Whether `"` around a field quotes it. In Open Food Facts' export it is text like any other. */
  readonly isQuoted: boolean;
}

/** A record longer than this is taken for a quote that never ends. In UTF-16 units. */
const MAX_RECORD_LENGTH = 2 ** 22;

/**
 * The records of a CSV file whose lines end in LF, in batches of what a chunk of it holds. A quote inside of a field that does not begin with one is text.
 *
 * @param name - the file, for errors
 * @throws ImportError where a quote never ends
 */
export async function* readCsvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  { delimiter, isQuoted }: CsvDialect,
): AsyncGenerator<CsvRecord[]> {
  let fault: Error | undefined;
  const parser = new BatchParser({
    delimiter,
    quote: isQuoted ? '"' : null,
    escape: isQuoted ? '"' : null,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  parser.on('error', (error) => {
    fault = explain(name, error);
  });
  parser.resume();
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    if (fault !== undefined) throw fault;
    if (parser.batch.length > 0) yield parser.takeBatch();
  }
  await new Promise<void>((resolve) => {
    parser.once('close', resolve);
    parser.end();
  });
  if (fault !== undefined) throw fault;
  if (parser.batch.length > 0) yield parser.takeBatch();
}

/** Keeps the records of a chunk together, where a stream would hand them on one by one. */
class BatchParser extends Parser {
  batch: CsvRecord[] = [];

  takeBatch(): CsvRecord[] {
    const { batch } = this;
    this.batch = [];
    return batch;
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    this.batch.push({ place: this.info.lines, values: record });
    return true;
  }
}

function explain(name: string, error: Error): Error {
  if (!(error instanceof CsvError)) return error;
  const line = 'lines' in error ? ` after line ${Number(error.lines)}` : '';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportError(name, `a field${line} begins with a quote that never ends. Close it.`, {
      cause: error,
    });
  }
  return new ImportError(name, `it is not the CSV it seems to be (${error.message}).`, {
    cause: error,
  });
}
