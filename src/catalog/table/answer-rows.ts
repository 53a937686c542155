import { createHash } from 'node:crypto';
import { ANSWER_PIECES } from '../../food/entry.ts';
import {
  byteAt,
  elementAt,
  numberAt,
  sharedBytes,
  sharedNumbers,
} from '../../search/flat-arrays.ts';
import { COMMA, ENCODER } from '../../search/utf8.ts';
import type { AnswerRows, AnswerRowsData } from './answer-format.ts';
import { TextBytes } from './text-bytes.ts';

// Stores foods as JSON in memory: whole rows or, if the table is large, only their values.
// Computes the revision for the ETag.

/** How many rows a block of values has: it then takes about 250 kB. */
export const BLOCK_ROWS = 2 ** 12;
const BLOCK_BITS = Math.log2(BLOCK_ROWS);

/** Returns the rows of this data, without copying them. */
export function answerRows(data: AnswerRowsData): AnswerRows {
  return data.isWhole ? new WholeRows(data) : new RowsOfValues(data);
}

/**
 * The maximum size of whole rows: about 120,000 foods. A larger table is stored as values, which
 * take two fifths of the memory. Answers from values take about twice as long to assemble.
 */
const WHOLE_ROWS_BYTES = 2 ** 24;

/** The length of a revision: 64 bits are enough to distinguish all tables ever served at a URL. */
const REVISION_LENGTH = 16;

/** The byte that ends a value. No JSON text contains this control character. */
const END_OF_VALUE = 0;

const ENCODED_PIECES = ANSWER_PIECES.map((piece) => ENCODER.encode(piece));
/** No value contains such a piece of JSON, since quotes in values are escaped. */
const PIECES_BETWEEN = new RegExp(ANSWER_PIECES.slice(1, -1).join('|'));
const PIECES_BYTES = ENCODED_PIECES.reduce((sum, { length }) => sum + length, 0);
/**
 * The length of a row as JSON, minus the length of its values with their end marks. The first piece
 * of fixed JSON comes before the values; every other piece replaces an end mark.
 */
const PIECES_GAIN = PIECES_BYTES - (ENCODED_PIECES.length - 1);

export class AnswerRowsBuilder {
  readonly #texts = new TextBytes();

  /** Adds the next row, from its values as JSON. */
  add(values: readonly string[]): void {
    this.#texts.add(rowText(values));
  }

  build(wholeRowsBytes?: number): AnswerRowsData {
    const { bytes, starts } = this.#texts.build();
    const size = starts.length - 1;
    const blocks = Array.from({ length: Math.ceil(size / BLOCK_ROWS) }, (_, block) => {
      const first = block * BLOCK_ROWS;
      const end = Math.min(first + BLOCK_ROWS, size);
      return bytes.subarray(numberAt(starts, first), numberAt(starts, end));
    });
    return rowsOfValues(blocks, starts, wholeRowsBytes);
  }
}

const NUL = String.fromCharCode(END_OF_VALUE);

/** Returns the text of a row, from its values as JSON. */
export function rowText(values: readonly string[]): string {
  return `${values.join(NUL)}${NUL}`;
}

/** Returns the rows whose texts, in order, fill these blocks. */
export function rowsOfValues(
  blocks: readonly Uint8Array[],
  starts: Uint32Array,
  wholeRowsBytes = WHOLE_ROWS_BYTES,
): AnswerRowsData {
  const hash = createHash('sha256');
  // No separators are needed, since each value has an end mark, and all rows have the same number
  // of values.
  for (const block of blocks) hash.update(block);
  const revision = hash.digest('hex').slice(0, REVISION_LENGTH);
  const values = { revision, isWhole: false, blocks, starts };
  const rows = new RowsOfValues(values);
  return rows.wholeBytes <= wholeRowsBytes ? rows.toWhole() : values;
}

/** The fields that both forms of rows share. */
abstract class StoredRows {
  readonly size: number;
  readonly revision: string;
  /** A Buffer can copy a range without creating a view, which halves the cost. */
  protected readonly blocks: readonly Buffer[];
  protected readonly starts: Uint32Array;

  constructor({ revision, blocks, starts }: AnswerRowsData) {
    this.size = starts.length - 1;
    this.revision = revision;
    this.blocks = blocks.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
    this.starts = starts;
  }
}

/** Rows as they appear in answers, each followed by a comma. Adjacent rows are copied together. */
class WholeRows extends StoredRows implements AnswerRows {
  readonly #bytes = elementAt(this.blocks, 0);

  lengthOf(row: number): number {
    return numberAt(this.starts, row + 1) - numberAt(this.starts, row) - 1;
  }

  write(row: number, target: Uint8Array, start: number): number {
    const from = numberAt(this.starts, row);
    return start + this.#bytes.copy(target, start, from, from + this.lengthOf(row));
  }

  valuesOf(row: number): string[] {
    const start = numberAt(this.starts, row);
    const text = this.#bytes.toString('utf8', start, start + this.lengthOf(row));
    return text.slice(elementAt(ANSWER_PIECES, 0).length, -1).split(PIECES_BETWEEN);
  }

  writeAll(rows: Uint32Array, target: Buffer, start: number): void {
    let at = start;
    for (let i = 0; i < rows.length; ) {
      const first = numberAt(rows, i);
      let next = first + 1;
      for (i++; rows[i] === next; i++) next++;
      const from = numberAt(this.starts, first);
      at += this.#bytes.copy(target, at, from, numberAt(this.starts, next));
    }
  }
}

/** Only the values of each row, each followed by an end mark. */
class RowsOfValues extends StoredRows implements AnswerRows {
  #blockOf(row: number): Buffer {
    return elementAt(this.blocks, row >>> BLOCK_BITS);
  }

  /** Returns the offset of `row` in `ofRow`'s block; `row` may be the first one after the block. */
  #startIn(row: number, ofRow: number): number {
    const first = (ofRow >>> BLOCK_BITS) << BLOCK_BITS;
    return numberAt(this.starts, row) - numberAt(this.starts, first);
  }

  valuesOf(row: number): string[] {
    const [start, end] = [this.#startIn(row, row), this.#startIn(row + 1, row)];
    return this.#blockOf(row)
      .toString('utf8', start, end - 1)
      .split(NUL);
  }

  /** The length of all rows as they appear in answers, each with a comma, in bytes. */
  get wholeBytes(): number {
    return numberAt(this.starts, this.size) + this.size * (PIECES_GAIN + 1);
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
    return { revision: this.revision, isWhole: true, blocks: [bytes], starts };
  }

  lengthOf(row: number): number {
    return numberAt(this.starts, row + 1) - numberAt(this.starts, row) + PIECES_GAIN;
  }

  write(row: number, target: Uint8Array, start: number): number {
    const bytes = this.#blockOf(row);
    const end = this.#startIn(row + 1, row);
    let at = writePiece(0, target, start);
    let piece = 1;
    let i = this.#startIn(row, row);
    // Copying megabytes byte by byte would block other requests.
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

/** In longer rows, native calls find and copy the values. For short rows, they would be slower. */
const LONG_ROW_BYTES = 1_000;

function writePiece(number: number, target: Uint8Array, start: number): number {
  const piece = elementAt(ENCODED_PIECES, number);
  // The pieces of fixed JSON are far too short for a native copy to be faster.
  for (let i = 0; i < piece.length; i++) target[start + i] = byteAt(piece, i);
  return start + piece.length;
}
