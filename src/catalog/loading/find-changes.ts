import type { StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS, serializeValue } from '../../food/entry.ts';
import { fatGrams } from '../../food/fat.ts';
import { doubleAt, elementAt } from '../../search/flat-arrays.ts';
import {
  BATCH_ROWS,
  type EntrySnapshot,
  type EntrySource,
  type NumberedRows,
  type StoredValues,
  toEntryRow,
} from '../entry-store.ts';
import type { AnswerRows } from '../table/answer-format.ts';
import { answerRows } from '../table/answer-rows.ts';
import { type AmountChanges, ChangedAmounts } from '../table/apply-changes.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ANSWER_COLUMNS, numbersIn } from '../table/columns.ts';
import { fatKnown, serializeField } from '../table/extra-columns.ts';
import { isValueIn } from '../table/field-values.ts';
import { findKey } from '../table/key-index.ts';
import { numbersOf } from '../table/number-values.ts';

// Finds the changed amounts of a table. If anything else or too much has changed, the whole table must
// be read.

/**
 * Returns the amounts of these rows that differ from the served ones. Finds the rows by their keys,
 * which must be the same as before.
 *
 * @returns `undefined` if the whole table must be read: anything else differs, or too many rows do
 */
export async function listedChanges(
  served: CatalogData,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  source: EntrySource,
): Promise<AmountChanges | undefined> {
  const changes = new ChangedAmounts(served, snapshot.columns, source);
  const { key } = served;
  const { extra } = changes;
  if (key === undefined || !changes.fits) return undefined;
  const keyIndex = extra.columns.indexOf(key.column);
  let isWhole = true;
  const onInvalid = () => {
    isWhole = false;
  };
  for await (const batch of snapshot.read({ fields: extra.columns, onInvalid })) {
    for (const read of batch) {
      const row = findKey(key, String(read.fields[keyIndex]));
      if (row === undefined || !changes.add(row, read)) return undefined;
    }
  }
  return isWhole ? changes.build() : undefined;
}

/**
 * Returns the amounts of these rows that differ from the served ones.
 *
 * @returns `undefined` if the whole table must be read: anything else differs, or too many rows do
 */
export function numberedChanges(
  served: CatalogData,
  { columns, rows }: NumberedRows,
  source: EntrySource,
): AmountChanges | undefined {
  const changes = new ChangedAmounts(served, columns, source);
  const isKnown =
    changes.fits && rows.every(([row, values]) => changes.add(row, toEntryRow(values)));
  return isKnown ? changes.build() : undefined;
}

/**
 * Returns the amounts that differ from the served ones. Compares all rows one by one.
 *
 * @returns `undefined` if the whole table must be read: anything else differs or might, or too many
 *   rows do
 */
export function comparedChanges(
  served: CatalogData,
  { columns, count, scan }: Pick<EntrySnapshot, 'columns' | 'count' | 'scan'>,
  source: EntrySource,
): AmountChanges | undefined {
  const changes = new ChangedAmounts(served, columns, source);
  const { extra, rows } = changes;
  if (scan === undefined || count !== rows.size || !changes.fits) return undefined;
  const checks = checksOf(served, extra.columns);
  let start = 0;
  for (const batch of scan(extra.columns)) {
    if (!isWhole(batch) || start + batch.length > rows.size) return undefined;
    const others = new Set<number>();
    for (const check of checks) check(start, batch, others);
    for (const i of others) {
      if (!changes.add(start + i, toEntryRow(elementAt(batch, i)))) return undefined;
    }
    start += batch.length;
  }
  return start === rows.size ? changes.build() : undefined;
}

function isWhole(batch: readonly (StoredValues | undefined)[]): batch is readonly StoredValues[] {
  return !batch.includes(undefined);
}

type ValueOf = (values: StoredValues) => StoredValue;
/** Records which rows of a batch differ from the served ones in a column. */
type Check = (start: number, batch: readonly StoredValues[], others: Set<number>) => void;

/**
 * Returns one function per column. Each compares the rows just read with the served ones.
 *
 * @param extra the columns that are read after those of an entry
 */
function checksOf(served: CatalogData, extra: readonly string[]): Check[] {
  const rows = answerRows(served.rows);
  const read: readonly string[] = [...ENTRY_COLUMNS, ...extra];
  const valueAt = (name: string): ValueOf => {
    const index = read.indexOf(name);
    // Only `fat_known` has no column, since it is computed.
    if (index === -1) return (values) => fatKnown(toEntryRow(values).entry);
    return (values) => values[index] ?? null;
  };
  const [saturated, mono, poly] = [valueAt('fa_sat_g'), valueAt('fa_mono_g'), valueAt('fa_poly_g')];
  const fat: ValueOf = (values) => fatGrams(saturated(values), mono(values), poly(values));
  return [
    ...ANSWER_COLUMNS.map((name, index) => {
      if (name === 'fat_g') return textCheck(rows, index, fat);
      if (name === 'description') return textCheck(rows, index, valueAt(name));
      return amountCheck(served, name, valueAt(name), (row, json) => {
        return json === rows.valueOf(row, index);
      });
    }),
    ...served.fields.names.map((name, index) =>
      amountCheck(served, name, valueAt(name), (row, json) => {
        return isValueIn(served.fields, row, index, json);
      }),
    ),
  ];
}

/** @param isServed compares values as JSON, if they cannot be compared as numbers */
function amountCheck(
  { columns }: CatalogData,
  name: string,
  read: ValueOf,
  isServed: (row: number, json: string) => boolean,
): Check {
  const column = columns.find((one) => one.name === name);
  const numbers = column && numbersIn(column);
  const readNumbers = numbers && numbersOf(numbers);
  const rowsRead = new Uint32Array(BATCH_ROWS);
  const before = new Float64Array(BATCH_ROWS);
  return (start, batch, others) => {
    for (let i = 0; i < batch.length; i++) rowsRead[i] = start + i;
    readNumbers?.(rowsRead, batch.length, before);
    for (let i = 0; i < batch.length; i++) {
      const value = read(elementAt(batch, i));
      const isNumber = value === null || typeof value === 'number';
      const isSame =
        readNumbers !== undefined && isNumber
          ? Object.is(doubleAt(before, i), value ?? Number.NaN)
          : isServed(start + i, serializeField(name, value));
      if (!isSame) others.add(i);
    }
  };
}

function textCheck(rows: AnswerRows, index: number, read: ValueOf): Check {
  return (start, batch, others) => {
    for (let i = 0; i < batch.length; i++) {
      const text = read(elementAt(batch, i));
      const row = start + i;
      if (typeof text === 'string' && rows.isText(row, index, text)) continue;
      if (serializeValue(text) !== rows.valueOf(row, index)) others.add(i);
    }
  };
}
