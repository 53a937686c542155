import { StringDecoder } from 'node:string_decoder';
import { ImportError } from '../import-error.ts';
import type { RawRecord } from '../record-source.ts';

// Splits a CSV file into records. Handles quotes, limits the length of records, and refuses a quote
// that is never closed.

/** A line of a table, or several if a quoted field has line breaks: the place is the last. */
export interface CsvRecord extends RawRecord {
  readonly values: readonly string[];
  /** Whether the file ends after this record, without a line break. */
  readonly isUnended?: boolean;
}

export interface CsvDialect {
  readonly delimiter: string;
  /** The character around quoted fields; undefined if quotes are plain text. */
  readonly quote: '"' | '~' | undefined;
}

/** The longest line, and the longest quoted field, in UTF-16 units. */
const MAX_RECORD_LENGTH = 2 ** 22;
const LONG_LINE = 'a line is longer than 4 million characters. Put one food per line.';

/**
 * Yields the records of a CSV file, one batch per chunk. Lines end in LF, CR LF or CR. A quote
 * inside an unquoted field is plain text.
 *
 * @param name - the file, for errors
 * @throws ImportError if a record is too long, or a quote is not doubled or never closed
 */
export async function* readCsvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  dialect: CsvDialect,
): AsyncGenerator<CsvRecord[]> {
  const splitter = new RecordSplitter(name, dialect);
  const decoder = new StringDecoder();
  for await (const chunk of chunks) {
    const records = splitter.split(decoder.write(chunk));
    if (records.length > 0) yield records;
  }
  yield splitter.end();
}

const NUMBER = /^"?\d+(?:[.,]\d+)?"?$/;

/**
 * Refuses a quoted field with line breaks if one of its lines looks like a record itself, with
 * numbers in more than half of the cells: a quote was probably not doubled or closed.
 */
function refuseQuotes(name: string, { place, values }: CsvRecord, delimiter: string): void {
  const lines = values.filter((field) => field.includes('\n')).flatMap((one) => one.split('\n'));
  const rows = lines.map((line) => line.split(delimiter));
  if (rows.every((row) => row.filter((cell) => NUMBER.test(cell)).length * 2 <= values.length))
    return;
  const text = `before line ${place}, a quote in a quoted field is not doubled. Write it twice, or remove it.`;
  throw new ImportError(name, text);
}

/** Matches a quote in a quoted field that is escaped by a backslash instead of being doubled. */
const ESCAPED_QUOTE = /"[^"\n]*\\" *[^"\s,;|]/;

/**
 * Matches text in which every backslash is an escape of PostgreSQL's COPY or MySQL's OUTFILE: `\N`
 * is NULL, `\t` or a backslash before a tab is a tab, and `\.` is the end.
 */
const COPY_TEXT = /^(?:[^\\]|\\[\\bfnrtvN.\t\n])*\\?$/;
const COPY_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const ESCAPED_BREAK = /(?<!\\)((?:\\\\)*\\)([\t\n])/g;

function unescaped(field: string): string {
  if (field === '\\N') return '';
  return field.replaceAll(/\\(.)/g, (_, char: string) => COPY_ESCAPES[char] ?? char);
}

const LINE_BREAK = /\r(?:\n|(?!$))/g;

/** Splits lines into records. A record with line breaks in quoted fields has several lines. */
class RecordSplitter {
  readonly #name: string;
  readonly #delimiter: string;
  readonly #quote: string;
  /**
   * Matches spaces before a quoted field that ends on the same line. Spaces before other quotes are
   * part of the field.
   */
  readonly #spaces: RegExp;
  #escape: string;
  /** Whether the file is in PostgreSQL's `text` format; undefined before its first backslash. */
  #isCopy: boolean | undefined;
  #line = 0;
  /** The start of a line that continues in the next chunk. */
  #rest = '';
  /** The fields of a record that continues in the next line, and the text of its open quote. */
  #fields: string[] = [];
  #open: string | undefined;

  constructor(name: string, { delimiter, quote }: CsvDialect) {
    this.#name = name;
    this.#delimiter = delimiter;
    this.#quote = quote ?? '\n';
    this.#escape = this.#quote;
    const [q, d] = [this.#quote, `\\${delimiter}`];
    const field = `${q}[^${q}]*(?:${q}${q}[^${q}]*)*${q}`;
    this.#spaces = new RegExp(`(?<=^|${d}) +(?=${field} *(?:${d}|$))`, 'g');
  }

  split(text: string): CsvRecord[] {
    let whole = this.#rest + text;
    if (whole.includes('\\') && ESCAPED_QUOTE.test(whole)) this.#escape = '\\';
    if (this.#delimiter === '\t' && /\\./s.test(whole)) this.#isCopy ??= COPY_TEXT.test(whole);
    if (this.#isCopy)
      whole = whole.replaceAll(ESCAPED_BREAK, (_, before, mark) =>
        before.concat(mark === '\t' ? 't' : 'n'),
      );
    // A carriage return at the end may be half of a line break.
    const lines = (whole.includes('\r') ? whole.replaceAll(LINE_BREAK, '\n') : whole).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_RECORD_LENGTH) throw new ImportError(this.#name, LONG_LINE);
    return lines.flatMap((line) => this.#add(line) ?? []);
  }

  end(): CsvRecord[] {
    const rest = this.#rest.replace(/\r$/, '');
    const last = rest === '' ? undefined : this.#add(rest);
    if (this.#open !== undefined) throw this.#neverClosed();
    return last === undefined ? [] : [{ ...last, isUnended: rest === this.#rest }];
  }

  #neverClosed(): ImportError {
    const text = `a field after line ${this.#line} begins with a quote that is never closed.`;
    return new ImportError(this.#name, text);
  }

  /** Returns the record that ends in a line, if one does. */
  #add(text: string): CsvRecord | undefined {
    this.#line += 1;
    const isContinued = this.#open !== undefined;
    if (!isContinued && !text.includes(this.#quote)) {
      if (text === '') return undefined;
      return this.#record(text.split(this.#delimiter));
    }
    const line = isContinued ? text : text.replaceAll(this.#spaces, '');
    for (let at = 0; at <= line.length; ) {
      const end = this.#addField(line, at);
      if (end === undefined) return undefined;
      at = end + 1;
    }
    const record = this.#record(this.#fields);
    this.#fields = [];
    if (isContinued) refuseQuotes(this.#name, record, this.#delimiter);
    return record;
  }

  #record(fields: string[]): CsvRecord {
    return { place: this.#line, values: this.#isCopy ? fields.map(unescaped) : fields };
  }

  /** Adds the field at an index and returns its end, or `undefined` if it ends in a later line. */
  #addField(line: string, start: number): number | undefined {
    const isOpening = this.#open === undefined && line[start] === this.#quote;
    if (isOpening) this.#open = '';
    const first = isOpening ? start + 1 : start;
    const close = this.#open === undefined ? first - 1 : this.#closingQuote(line, first);
    if (close === -1 && this.#open !== undefined) {
      this.#open += `${line.slice(first)}\n`;
      if (this.#open.length > MAX_RECORD_LENGTH) throw this.#neverClosed();
      return undefined;
    }
    const next = line.indexOf(this.#delimiter, close + 1);
    const end = next === -1 ? line.length : next;
    if (this.#open === undefined) this.#fields.push(line.slice(first, end));
    else {
      const escaped = this.#open + line.slice(first, close);
      const text = escaped.replaceAll(this.#escape + this.#quote, this.#quote);
      // If text follows the closing quote, the outer quotes are plain text.
      const isPlain = line.slice(close + 1, end).trim() !== '';
      this.#fields.push(isPlain ? this.#quote + text + line.slice(close, end) : text);
    }
    this.#open = undefined;
    return end;
  }

  /** Returns the index of the first quote that is not escaped; -1 if there is none. */
  #closingQuote(line: string, start: number): number {
    const isDoubled = this.#escape === this.#quote;
    for (let at = start; ; ) {
      const end = line.indexOf(this.#quote, at);
      const isEscaped = isDoubled ? line[end + 1] === this.#quote : line[end - 1] === this.#escape;
      if (end === -1 || !isEscaped) return end;
      at = isDoubled ? end + 2 : end + 1;
    }
  }
}
