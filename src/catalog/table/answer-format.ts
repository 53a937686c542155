import { ANSWER_COLUMNS } from './columns.ts';
// Writes the foods of an answer as JSON or CSV, and limits its size.

/** Rows that can be written as JSON objects. */
export interface WritableRows {
  /** The length of a row as a JSON object, in bytes. */
  lengthOf(row: number): number;
  /** Writes these rows, each followed by a comma. */
  writeAll(rows: Uint32Array, target: Buffer, start: number): void;
}

/**
 * Foods as they appear in answers. They are serialized once, and answers are assembled from their
 * bytes.
 */
export interface AnswerRows extends WritableRows {
  /** Returns the five values of a row as JSON, in the order of {@link ANSWER_COLUMNS}. */
  valuesOf(row: number): string[];
  /** Writes the row as a JSON object, and returns the index after it. */
  write(row: number, target: Uint8Array, start: number): number;
  readonly size: number;
  /** A hash of the rows; for a loaded table, also of its fields, key and names column. */
  readonly revision: string;
}

/** The data of {@link AnswerRows}, in shared memory that every thread can read. */
export interface AnswerRowsData {
  readonly revision: string;
  /**
   * Whether the bytes are whole rows, each followed by a comma. Otherwise, they are only values,
   * each followed by an end mark.
   */
  readonly isWhole: boolean;
  /**
   * The bytes of all rows. Whole rows are in one block. Values are in blocks of an equal number of
   * rows, so that changing a row copies only its block.
   */
  readonly blocks: readonly Uint8Array[];
  /** Row `n` is between `starts[n]` and `starts[n + 1]`, counted from the first block. */
  readonly starts: Uint32Array;
}

/** The maximum size of an answer, in bytes. A hundred foods of the bundled table take 15 kB. */
export const MAX_ANSWER_BYTES = 4 * 2 ** 20;

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const EMPTY = new TextEncoder().encode('[]');

/**
 * Returns how many of these rows fit into an answer of `maxBytes`, and the length of their array
 * in bytes.
 */
export function fitRows(
  found: Uint32Array,
  source: Pick<WritableRows, 'lengthOf'>,
  maxBytes = MAX_ANSWER_BYTES,
): { readonly count: number; readonly length: number } {
  let length = 1;
  let count = 0;
  for (const row of found) {
    const next = length + source.lengthOf(row) + 1;
    if (next > maxBytes) break;
    length = next;
    count++;
  }
  return { count, length };
}

/**
 * Returns a JSON array of these rows, in this order, or of the first ones that fit into {@link
 * MAX_ANSWER_BYTES}.
 */
export function jsonArray(found: Uint32Array, source: WritableRows): Uint8Array {
  const { count, length } = fitRows(found, source);
  if (count === 0) return EMPTY;
  const rows = found.subarray(0, count);
  const answer = Buffer.allocUnsafeSlow(length);
  answer[0] = OPEN_BRACKET;
  source.writeAll(rows, answer, 1);
  // Replaces the last comma.
  answer[length - 1] = CLOSE_BRACKET;
  return answer;
}

/**
 * The maximum size of a CSV answer, measured as the size of the same rows in JSON. Smaller than the
 * limit for JSON, since CSV is built from strings instead of bytes.
 */
export const MAX_CSV_BYTES = 2 ** 20;

/** Writes foods as CSV (RFC 4180), with a header. */
export function csvOf(fields: readonly string[], rows: Iterable<readonly string[]>): Uint8Array {
  const lines = [line([...ANSWER_COLUMNS, ...fields].map((name) => textCell(name)))];
  for (const values of rows) lines.push(line(values.map(cell)));
  return Buffer.from(lines.join(''));
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Writes a JSON value as a CSV cell: `null` is empty, a list stays JSON. */
function cell(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? textCell(JSON.parse(json)) : quoted(json);
}

/**
 * Matches text that spreadsheets treat as a formula. Some spreadsheets ignore leading spaces and
 * line feeds, and some languages use full-width characters.
 */
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;
/**
 * Matches a number with an optional sign. If a spreadsheet reads it as a formula, its value is the
 * same number.
 */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function textCell(text: string): string {
  return quoted(FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
