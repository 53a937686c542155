import { createHash } from 'node:crypto';
import { ANSWER_PIECES } from '../../food/entry.ts';
import {
  byteAt,
  elementAt,
  numberAt,
  sharedBytes,
  sharedNumbers,
} from '../../search/flat-arrays.ts';
import { GrowingArray } from '../../search/growing-array.ts';
import { COMMA, ENCODER } from '../../search/utf8.ts';
import type { WritableRows } from './answer-format.ts';
import { TextBytes } from './text-bytes.ts';

// Keeps foods as JSON in memory: up to which size whole rows are kept, and the revision for the
// ETag.

/** Foods as they appear in answers, serialized once: answers are assembled from their bytes. */
export interface AnswerRows extends WritableRows {
  /** Returns a value of a row as JSON, by its index among the five. */
  valueOf(row: number, place: number): string;
  /** The bytes that hold the rows; a value begins at `startOf`. */
  readonly bytes: Uint8Array;
  startOf(row: number, place: number): number;
  /** Writes the row as a JSON object; returns the index after it. */
  write(row: number, target: Uint8Array, start: number): number;
  readonly size: number;
  /** A hash of the rows: equal rows have equal revisions. */
  readonly revision: string;
}

/** The data of {@link AnswerRows}, in shared memory that every thread can read. */
export interface AnswerRowsData {
  readonly revision: string;
  /** Whether the bytes are whole rows, each with a comma, or only values, each with an end. */
  readonly isWhole: boolean;
  readonly bytes: Uint8Array;
  /** Row `n` is between `starts[n]` and `starts[n + 1]`. */
  readonly starts: Uint32Array;
}

/** Returns the rows of these data, without copying them. */
export function answerRows(data: AnswerRowsData): AnswerRows {
  return data.isWhole ? new WholeRows(data) : new RowsOfValues(data);
}

/**
 * The maximum size of whole rows: about 120,000 foods. For a larger table, only the values are
 * kept: two fifths of the size, but answers take about twice as long to assemble.
 */
const WHOLE_ROWS_BYTES = 2 ** 24;

/** 64 bits: enough to tell apart all tables ever served at a URL. */
const REVISION_LENGTH = 16;

/** The byte that ends a value; JSON text has no control characters. */
const END_OF_VALUE = 0;

const ENCODED_PIECES = ANSWER_PIECES.map((piece) => ENCODER.encode(piece));
const PIECES_BYTES = ENCODED_PIECES.reduce((sum, { length }) => sum + length, 0);
/** The first piece comes before the values; every other piece replaces the end of a value. */
const PIECES_GAIN = PIECES_BYTES - (ENCODED_PIECES.length - 1);

export class AnswerRowsBuilder {
  readonly #bytes = new TextBytes();
  readonly #starts = new GrowingArray();

  /** Adds the next row, from its values as JSON. */
  add(values: readonly string[]): void {
    this.#starts.push(this.#bytes.length);
    this.#bytes.add(rowText(values));
  }

  build(): AnswerRowsData {
    this.#starts.push(this.#bytes.length);
    return rowsOfValues(this.#bytes.toArray(), this.#starts.toArray());
  }
}

const NUL = String.fromCharCode(END_OF_VALUE);

/** Returns the text of a row, from its values as JSON. */
export function rowText(values: readonly string[]): string {
  return `${values.join(NUL)}${NUL}`;
}

/** Returns the rows whose texts are in `bytes`, one after the other. */
export function rowsOfValues(bytes: Uint8Array, starts: Uint32Array): AnswerRowsData {
  // No separators: each value has an end mark, and all rows have the same number of values.
  const revision = createHash('sha256').update(bytes).digest('hex').slice(0, REVISION_LENGTH);
  const values = { revision, isWhole: false, bytes, starts };
  const rows = new RowsOfValues(values);
  return rows.wholeBytes <= WHOLE_ROWS_BYTES ? rows.toWhole() : values;
}

/** What both forms of rows have in common. */
abstract class StoredRows {
  readonly size: number;
  readonly revision: string;
  readonly bytes: Uint8Array;
  /** The same bytes: a Buffer copies a range at half the cost, since it creates no view. */
  protected readonly buffer: Buffer;
  protected readonly starts: Uint32Array;

  constructor({ revision, bytes, starts }: AnswerRowsData) {
    this.size = starts.length - 1;
    this.revision = revision;
    this.bytes = bytes;
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.starts = starts;
  }
}

/** Rows as they appear in answers, with a comma after each: neighbors are copied together. */
class WholeRows extends StoredRows implements AnswerRows {
  lengthOf(row: number): number {
    return numberAt(this.starts, row + 1) - numberAt(this.starts, row) - 1;
  }

  write(row: number, target: Uint8Array, start: number): number {
    const from = numberAt(this.starts, row);
    return start + this.buffer.copy(target, start, from, from + this.lengthOf(row));
  }

  startOf(row: number, place: number): number {
    const piece = elementAt(ANSWER_PIECES, place);
    return this.buffer.indexOf(piece, numberAt(this.starts, row)) + piece.length;
  }

  override valueOf(row: number, place: number): string {
    const start = numberAt(this.starts, row);
    const text = this.buffer.toString('utf8', start, start + this.lengthOf(row));
    // No value contains a piece, since quotes in values are escaped.
    const piece = elementAt(ANSWER_PIECES, place);
    const from = text.indexOf(piece) + piece.length;
    return text.slice(from, text.indexOf(elementAt(ANSWER_PIECES, place + 1), from));
  }

  writeAll(rows: Uint32Array, target: Buffer, start: number): void {
    let at = start;
    for (let i = 0; i < rows.length; ) {
      const first = numberAt(rows, i);
      let next = first + 1;
      for (i++; rows[i] === next; i++) next++;
      const from = numberAt(this.starts, first);
      at += this.buffer.copy(target, at, from, numberAt(this.starts, next));
    }
  }
}

/** Only the values of each row, each followed by its end. */
class RowsOfValues extends StoredRows implements AnswerRows {
  startOf(row: number, place: number): number {
    let at = numberAt(this.starts, row);
    // The preceding values are short: searching for each end with `indexOf` would take longer.
    for (let i = 0; i < place; i++) {
      while (byteAt(this.bytes, at) !== END_OF_VALUE) at++;
      at++;
    }
    return at;
  }

  override valueOf(row: number, place: number): string {
    const start = this.startOf(row, place);
    return this.buffer.toString('utf8', start, this.buffer.indexOf(END_OF_VALUE, start));
  }

  /** The length of all rows as they appear in answers, each with a comma, in bytes. */
  get wholeBytes(): number {
    return this.bytes.length + this.size * (PIECES_GAIN + 1);
  }

  /** Returns the rows written out as they appear in answers. */
  toWhole(): AnswerRowsData {
    const starts = sharedNumbers(this.size + 1);
    const bytes = sharedBytes(this.wholeBytes);
    let at = 0;
    for (let row = 0; row < this.size; row++) {
      at = this.write(row, bytes, at);
      bytes[at++] = COMMA;
      starts[row + 1] = at;
    }
    return { revision: this.revision, isWhole: true, bytes, starts };
  }

  lengthOf(row: number): number {
    return numberAt(this.starts, row + 1) - numberAt(this.starts, row) + PIECES_GAIN;
  }

  write(row: number, target: Uint8Array, start: number): number {
    const bytes = this.bytes;
    const end = numberAt(this.starts, row + 1);
    let at = writePiece(0, target, start);
    let piece = 1;
    let i = numberAt(this.starts, row);
    // Copying megabytes byte by byte would block all other requests.
    while (end - i > LONG_ROW_BYTES) {
      const valueEnd = bytes.indexOf(END_OF_VALUE, i);
      target.set(bytes.subarray(i, valueEnd), at);
      at = writePiece(piece++, target, at + valueEnd - i);
      i = valueEnd + 1;
    }
    for (; i < end; i++) {
      const byte = byteAt(bytes, i);
      if (byte === END_OF_VALUE) at = writePiece(piece++, target, at);
      else target[at++] = byte;
    }
    return at;
  }

  writeAll(rows: Uint32Array, target: Buffer, start: number): void {
    let at = start;
    for (const row of rows) {
      at = this.write(row, target, at);
      target[at++] = COMMA;
    }
  }
}

/**
 * In longer rows, values are found and copied by native calls, which would be slower for short
 * ones.
 */
const LONG_ROW_BYTES = 1_000;

function writePiece(number: number, target: Uint8Array, start: number): number {
  const piece = ENCODED_PIECES[number];
  if (piece === undefined) throw new RangeError(`An answer has no piece ${number}`);
  // Far too short for a native copy to pay off.
  for (let i = 0; i < piece.length; i++) target[start + i] = byteAt(piece, i);
  return start + piece.length;
}
