import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import { ImportError } from './import-error.ts';

// What every format reader makes of its files: records of raw values, so many in a batch; which values
// of JSON these can be.

/** A value as a source has it. Text may still be a number, a name, or empty. */
export type RawValue = string | number | bigint | null | undefined;

/** One food as a source has it: a value for each name of the header. */
export interface RawRecord {
  /** Where to find it: a line of the file, or the number of the record where lines mean nothing. */
  readonly place: number;
  readonly values: readonly RawValue[];
}

export function isFilled(value: RawValue): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** The text of a row that has nothing else; in merged cells, it may be repeated. */
export function loneValue(values: readonly RawValue[]): string | undefined {
  const first = values.find(isFilled);
  const isAlone = values.every((value) => value === first || !isFilled(value));
  return isAlone && isFilled(first) ? String(first) : undefined;
}

/** Records of a batch, for readers that collect them one by one. */
export const BATCH_RECORDS = 1_000;

/** What every format reader turns its files into. */
export interface RecordSource {
  /** The names of the values. */
  readonly header: readonly string[];
  /** The names under which this format has a column, best first. */
  fieldsOf(nutrient: Nutrient): readonly SourceField[];
  /** The names that may hold a food's name or its key, best first. */
  readonly descriptionFields: readonly string[];
  readonly keyFields: readonly string[];
  /** Further names whose texts become columns of the same names. */
  readonly textFields?: readonly string[];
  /** What stands alone in the rows above the foods. */
  readonly titles?: readonly string[];
  /** The records in their order, some at a time. May be read once. */
  readonly batches: AsyncIterable<readonly RawRecord[]> | Iterable<readonly RawRecord[]>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of JSON that can be a name or an amount; `undefined` for objects, arrays and booleans. */
export function scalar(value: unknown): RawValue {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** No table of foods has as many. Each row would take as much memory, however few of them it fills. */
const MAX_TABLE_COLUMNS = 4_096;

/** Refuses what is no table: names of columns, cells of a row or attributes without end. */
export function refuseWidth(name: string, columns: number): void {
  if (columns <= MAX_TABLE_COLUMNS) return;
  throw new ImportError(
    name,
    `it has more than ${MAX_TABLE_COLUMNS.toLocaleString('en')} columns. Leave out those that are not needed.`,
  );
}
