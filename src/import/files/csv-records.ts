import { CsvError, Parser } from 'csv-parse';
import { ImportError } from '../import-error.ts';
import { LINE_FEED } from './text-decoding.ts';

// Splits a CSV file into records: quoting, the longest record, the error for a quote that is never
// closed.

/** A line of a table, or several if a quoted field has line breaks. */
export interface CsvRecord {
  /** The line on which the record ends, from 1. */
  readonly place: number;
  readonly values: readonly string[];
}

export interface CsvDialect {
  readonly delimiter: string;
  /** The character around quoted fields; undefined if quotes are plain text. */
  readonly quote: '"' | '~' | undefined;
}

/** The length beyond which a record is treated as an unclosed quote, in UTF-16 units. */
const MAX_RECORD_LENGTH = 2 ** 22;

/**
 * Yields the records of a CSV file whose lines end in LF, one batch per chunk. A quote inside an
 * unquoted field is plain text. As long as each line is one record, the lines are split here, in a
 * third of the time. The parser takes over at the first line that is not.
 *
 * @param name - the file, for errors
 * @throws ImportError if a quote is never closed
 */
export async function* readCsvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  dialect: CsvDialect,
): AsyncGenerator<CsvRecord[]> {
  let parser: BatchParser | undefined;
  let lines = 0;
  for await (const chunk of shortLines(name, chunks)) {
    let rest = chunk;
    if (parser === undefined) {
      const split = splitLines(chunk, dialect, lines);
      if (split.records.length > 0) yield split.records;
      ({ lines, rest } = split);
      if (rest.length === 0) continue;
      parser = new BatchParser(name, dialect, lines, rest);
    }
    const records = await parser.readChunk(rest);
    refuseQuotes(name, records, dialect);
    if (records.length > 0) yield records;
  }
  const records = (await parser?.finish()) ?? [];
  refuseQuotes(name, records, dialect);
  if (records.length > 0) yield records;
}

/** Passes the chunks on, and throws if a line is too long. */
async function* shortLines(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED);
    bytes = end === -1 ? bytes + chunk.length : chunk.length - end;
    if (bytes > MAX_RECORD_LENGTH) {
      throw new ImportError(name, 'a line is longer than 4 MiB. Give each food a line.');
    }
    yield chunk;
  }
}

/** Splits the lines of a chunk into records, up to the first line that is not a whole record. */
function splitLines(
  chunk: Buffer,
  dialect: CsvDialect,
  linesBefore: number,
): { readonly records: CsvRecord[]; readonly lines: number; readonly rest: Buffer } {
  const text = chunk.toString('utf8', 0, chunk.lastIndexOf(LINE_FEED) + 1);
  const records: CsvRecord[] = [];
  let lines = linesBefore;
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const values = splitLine(text.slice(start, end), dialect);
    if (values === undefined) break;
    lines += 1;
    if (end > start) records.push({ place: lines, values });
    start = end + 1;
  }
  return { records, lines, rest: chunk.subarray(Buffer.byteLength(text.slice(0, start))) };
}

/** Returns the fields of a line; `undefined` if a quoted field does not end before a delimiter. */
function splitLine(line: string, { delimiter, quote }: CsvDialect): string[] | undefined {
  if (quote === undefined || !line.includes(quote)) return line.split(delimiter);
  const fields: string[] = [];
  for (let start = 0, end = 0; start <= line.length; start = end + 1) {
    if (line[start] === quote) {
      end = endOfQuoted(line, start, quote);
      if (end === 0 || (end < line.length && line[end] !== delimiter)) return undefined;
      fields.push(line.slice(start + 1, end - 1).replaceAll(quote + quote, quote));
    } else {
      const next = line.indexOf(delimiter, start);
      end = next === -1 ? line.length : next;
      fields.push(line.slice(start, end));
    }
  }
  return fields;
}

/**
 * Returns the end of a quoted field, in which quotes are doubled; 0 if it does not end in this
 * line.
 */
function endOfQuoted(line: string, start: number, quote: string): number {
  let end = line.indexOf(quote, start + 1) + 1;
  while (end > 0 && line[end] === quote) end = line.indexOf(quote, end + 1) + 1;
  return end;
}

const NUMBER = /^"?\d+(?:[.,]\d+)?"?$/;

/**
 * Refuses a quoted field with line breaks if one of its lines has as many numbers as a whole
 * record: a quote was probably never closed.
 */
function refuseQuotes(name: string, records: readonly CsvRecord[], dialect: CsvDialect): void {
  const odd = records.find(({ values }) => {
    const lines = values
      .filter((field) => field.includes('\n'))
      .flatMap((field) => field.split('\n'));
    const rows = lines.map((line) => line.split(dialect.delimiter));
    return rows.some((row) => row.filter((cell) => NUMBER.test(cell)).length * 2 > values.length);
  });
  if (odd === undefined) return;
  const text = `before line ${odd.place}, a quote in a quoted field is not doubled. Write it twice, or remove it.`;
  throw new ImportError(name, text);
}

/** Matches a quote in a quoted field that has a backslash before it, in place of a second quote. */
const ESCAPED_QUOTE = /"[^"\n]*\\"[^"\s,;|]/;

/** Collects the records of a chunk, which a stream would emit one by one. */
class BatchParser extends Parser {
  readonly #linesBefore: number;
  #records: CsvRecord[] = [];
  #fault: Error | undefined;

  constructor(name: string, { delimiter, quote }: CsvDialect, linesBefore: number, start: Buffer) {
    super({
      delimiter,
      quote: quote ?? null,
      escape: ESCAPED_QUOTE.test(start.toString('latin1')) ? '\\' : (quote ?? null),
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_LENGTH,
    });
    this.#linesBefore = linesBefore;
    this.on('error', (error) => {
      const line = 'lines' in error ? ` after line ${linesBefore + Number(error.lines)}` : '';
      const text = `a field${line} begins with a quote that is never closed.`;
      const isOfCsv = error instanceof CsvError;
      this.#fault = isOfCsv ? new ImportError(name, text, { cause: error }) : error;
    });
    this.resume();
  }

  async readChunk(chunk: Buffer): Promise<CsvRecord[]> {
    await new Promise<void>((resolve) => this.write(chunk, () => resolve()));
    return this.#takeRecords();
  }

  async finish(): Promise<CsvRecord[]> {
    await new Promise<void>((resolve) => {
      this.once('close', resolve);
      this.end();
    });
    return this.#takeRecords();
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    this.#records.push({ place: this.#linesBefore + this.info.lines, values: record });
    return true;
  }

  #takeRecords(): CsvRecord[] {
    if (this.#fault !== undefined) throw this.#fault;
    const records = this.#records;
    this.#records = [];
    return records;
  }
}
