import { createHash } from 'node:crypto';
import { byteAt, elementAt, numberAt } from '../../search/flat-arrays.ts';
import { COMMA, ENCODER } from '../../search/utf8.ts';
import type { EntrySource } from '../entry-store.ts';
import type { FoodValues } from '../food-catalog.ts';
import type { AnswerRows } from './answer-format.ts';
import { fitRows, jsonArray } from './answer-format.ts';
import { ANSWER_COLUMNS } from './columns.ts';
import type { Texts } from './text-bytes.ts';

// Stores the values of additional fields (`fields=`) in memory as JSON, and includes them in the
// revision.

/** The values of the stored fields as JSON, in shared memory that every thread can read. */
export interface FieldValuesData extends Texts {
  /** The fields whose values are stored for each row. */
  readonly names: readonly string[];
  /** The fields that callers may request. */
  readonly offered: readonly string[];
  /** Text `n * names.length + f` is value `f` of row `n`. */
  readonly starts: Texts['starts'];
}

const CLOSE_FOOD = 0x7d;

/** Returns a function that reads a value of a row as JSON, by the index of its field. */
export function fieldReader({ names, bytes, starts }: FieldValuesData) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (row: number, index: number): string => {
    const at = row * names.length + index;
    return buffer.toString('utf8', numberAt(starts, at), numberAt(starts, at + 1));
  };
}

/**
 * Returns the revision of rows loaded with these fields, this key column and this column of other
 * names.
 */
export function revisionWith(
  revision: string,
  { offered, bytes, starts }: FieldValuesData,
  { key, names }: Pick<EntrySource, 'key' | 'names'>,
): string {
  const settings = JSON.stringify([revision, offered, key ?? null, names ?? null]);
  const hash = createHash('sha256').update(settings);
  // The starts are hashed too, since different values may have the same bytes when concatenated.
  hash.update(bytes).update(starts);
  return hash.digest('hex').slice(0, revision.length);
}

/**
 * Foods with additional fields, as they appear in answers. JSON answers with such foods are
 * assembled from bytes.
 */
export class FoodsWithFields implements FoodValues {
  readonly #rows: AnswerRows;
  readonly #values: FieldValuesData;
  /** For each column, the index of an additional field, or `~index` for a field of every answer. */
  readonly #indexes: ReadonlyMap<string, number>;
  readonly bytes: Buffer;
  readonly #read: ReturnType<typeof fieldReader>;
  /** `,"name":` for each stored field. */
  readonly #labels: readonly Uint8Array[];

  constructor(rows: AnswerRows, values: FieldValuesData) {
    this.#rows = rows;
    this.#values = values;
    this.#labels = values.names.map((name) => ENCODER.encode(`,${JSON.stringify(name)}:`));
    const { buffer, byteOffset, byteLength } = values.bytes;
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#read = fieldReader(values);
    this.#indexes = new Map([
      ...ANSWER_COLUMNS.map((name, index): [string, number] => [name, ~index]),
      ...values.offered.map((name): [string, number] => [name, values.names.indexOf(name)]),
    ]);
  }

  indexOf(column: string): number | undefined {
    return this.#indexes.get(column);
  }

  startOf(row: number, index: number): number {
    const { names, starts } = this.#values;
    return numberAt(starts, row * names.length + index);
  }

  answerOf(row: number): string[] {
    return this.#rows.valuesOf(row);
  }

  /**
   * Returns these rows as a {@link jsonArray}: each has the five columns of every answer, then
   * these fields.
   *
   * @param fields must be offered
   */
  list(rows: Uint32Array, fields: readonly string[]): Uint8Array {
    const indexes = this.#indexesOf(fields);
    return jsonArray(rows, {
      lengthOf: (row) => this.#lengthOf(row, indexes),
      writeAll: (all, target, start) => {
        let at = start;
        for (const row of all) {
          at = this.#write(row, indexes, target, at);
          target[at++] = COMMA;
        }
      },
    });
  }

  /** Returns how many of these rows, with these fields, fit into an answer of `maxBytes`. */
  countFitting(rows: Uint32Array, fields: readonly string[], maxBytes?: number): number {
    const indexes = this.#indexesOf(fields);
    return fitRows(rows, { lengthOf: (row) => this.#lengthOf(row, indexes) }, maxBytes).count;
  }

  /** Returns the values of a food as JSON: the five columns of every answer, then these fields. */
  valuesOf(row: number, fields: readonly string[]): string[] {
    return [
      ...this.answerOf(row),
      ...this.#indexesOf(fields).map((index) => this.#read(row, index)),
    ];
  }

  /** Returns one food as a JSON object. */
  one(row: number, fields: readonly string[]): Uint8Array {
    const indexes = this.#indexesOf(fields);
    const answer = Buffer.allocUnsafeSlow(this.#lengthOf(row, indexes));
    this.#write(row, indexes, answer, 0);
    return answer;
  }

  #indexesOf(fields: readonly string[]): number[] {
    return fields.map((field) => {
      const index = this.indexOf(field);
      if (index === undefined) throw new RangeError(`The field "${field}" is not offered`);
      return index;
    });
  }

  #lengthOf(row: number, indexes: readonly number[]): number {
    const { names, starts } = this.#values;
    let length = this.#rows.lengthOf(row);
    for (const index of indexes) {
      const at = row * names.length + index;
      length +=
        numberAt(starts, at + 1) - numberAt(starts, at) + elementAt(this.#labels, index).length;
    }
    return length;
  }

  #write(row: number, indexes: readonly number[], target: Uint8Array, start: number): number {
    const { names, starts } = this.#values;
    const { bytes } = this;
    // The fields overwrite the closing brace of the object.
    let at = this.#rows.write(row, target, start) - 1;
    for (const index of indexes) {
      const label = elementAt(this.#labels, index);
      // Labels and most values are so short that a loop is faster than a native copy.
      for (let i = 0; i < label.length; i++) target[at++] = byteAt(label, i);
      const value = row * names.length + index;
      const [first, end] = [numberAt(starts, value), numberAt(starts, value + 1)];
      if (end - first > LONG_VALUE_BYTES) {
        target.set(bytes.subarray(first, end), at);
        at += end - first;
      } else {
        for (let i = first; i < end; i++) target[at++] = byteAt(bytes, i);
      }
    }
    target[at] = CLOSE_FOOD;
    return at + 1;
  }
}

/**
 * Longer values are copied natively, since a loop over megabytes would block other requests.
 */
const LONG_VALUE_BYTES = 1_000;
