import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import { markerOf } from './cell-amount.ts';
import { ImportError } from './import-error.ts';

// The common output of all format readers: batches of records with raw values. Also decides which
// JSON values can be raw values.

/** A raw value from the source. Text may be a number, a name, or empty. */
export type RawValue = string | number | bigint | null | undefined;

/** A raw food from the source: a value for each name in the header. */
export interface RawRecord {
  /** The line of the file or, as in JSON, the number of the record. */
  readonly place: number;
  readonly values: readonly RawValue[];
}

export function isFilled(value: RawValue): value is string | number | bigint {
  return value !== null && value !== undefined && value !== '';
}

/**
 * Returns the only value of a row, as text. It may be repeated (merged cells) or be next to `n/a`.
 */
export function onlyText(values: readonly RawValue[]): string | undefined {
  const first = values.find(isFilled);
  const isAlone = values.every(
    (value) => value === first || !isFilled(value) || markerOf(String(value)) === 'missing',
  );
  return isAlone && isFilled(first) ? String(first) : undefined;
}

/** Returns the fields whose strings are mostly different words, as food names are. */
export function nameLike(
  header: readonly string[],
  records: readonly Pick<RawRecord, 'values'>[],
): readonly string[] {
  return header.filter((_, i) => {
    const texts = records.map(({ values }) => String(values[i] ?? ''));
    const words = texts.filter((text) => /\p{L}{3}/u.test(text) && !text.includes('://'));
    return words.length * 2 > records.length && new Set(words).size * 2 > words.length;
  });
}

/** The output of every format reader. */
export interface RecordSource {
  /** The names of the values. */
  readonly header: readonly string[];
  /** Returns the fields that this format has for a nutrient, best first. */
  fieldsOf(nutrient: Nutrient): readonly SourceField[];
  /** The fields that may hold a food's name, and those that may hold its key, best first. */
  readonly descriptionFields: readonly string[];
  readonly keyFields: readonly string[];
  /** Further text fields that become columns with the same names. */
  readonly textFields?: readonly string[];
  /** Strings before or after the foods, such as titles. */
  readonly titles?: readonly string[];
  /** The records in order, in batches. Can be read only once. */
  readonly batches: AsyncIterable<readonly RawRecord[]> | Iterable<readonly RawRecord[]>;
}

/** The name of the field that names a record's table, if a file may have several tables. */
export const TABLE_NAME = '(table)';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a JSON value that can be a name or an amount; `undefined` for objects, arrays and
 * booleans.
 */
export function scalar(value: unknown): RawValue {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * The maximum number of columns; no food table has more. Each row takes memory for every column,
 * even if most cells are empty.
 */
const MAX_TABLE_COLUMNS = 4_096;

/**
 * Refuses data with an absurd number of columns, attributes, or cells in a row, since it is not a
 * table.
 */
export function checkWidth(name: string, columns: number): void {
  if (columns <= MAX_TABLE_COLUMNS) return;
  throw new ImportError(name, 'it has more than 4,096 columns. Leave out unneeded ones.');
}
