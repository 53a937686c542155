import { ENTRY_COLUMNS, serializeValue } from '../../food/entry.ts';
import { fatGrams } from '../../food/fat.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { doubleAt } from '../../search/flat-arrays.ts';
import { type EntrySnapshot, type EntrySource, toEntryRow } from '../entry-store.ts';
import { type AnswerRows, answerRows } from '../table/answer-rows.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { type AmountChanges, ChangedAmounts } from '../table/changed-amounts.ts';
import { ANSWER_COLUMNS, numbersIn } from '../table/columns.ts';
import { FIRST_NOT_ASCII, isValueIn } from '../table/field-values.ts';
import { fatKnown, serializeField } from '../table/further-columns.ts';
import { findKey } from '../table/key-index.ts';
import { numbersOf } from '../table/number-values.ts';

// Finds out whether only amounts have changed, and which. If anything else has changed, the whole
// table is read.

/**
 * Returns the amounts of these rows that differ from the served ones. Rows are found by their keys;
 * the table has the same keys as before.
 *
 * @returns `undefined` if more than amounts differ
 */
export async function listedChanges(
  served: CatalogData,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  source: EntrySource,
): Promise<AmountChanges | undefined> {
  const changes = new ChangedAmounts(served, snapshot.columns, source);
  const { key } = served;
  const { further } = changes;
  if (key === undefined || !changes.fits) return undefined;
  const keyPlace = further.columns.indexOf(key.column);
  let isWhole = true;
  const onInvalid = () => {
    isWhole = false;
  };
  for await (const batch of snapshot.read({ fields: further.columns, onInvalid })) {
    for (const read of batch) {
      const row = findKey(key, String(read.fields[keyPlace]));
      if (row === undefined || !changes.add(row, read)) return undefined;
    }
  }
  return isWhole ? changes.build() : undefined;
}

/**
 * Returns the amounts that differ from the served ones. Compares all rows one by one.
 *
 * @returns `undefined` if more than amounts differ, or if that is unknown
 */
export function comparedChanges(
  served: CatalogData,
  { columns, count, scan }: Pick<EntrySnapshot, 'columns' | 'count' | 'scan'>,
  source: EntrySource,
): AmountChanges | undefined {
  const changes = new ChangedAmounts(served, columns, source);
  const { further, rows } = changes;
  if (scan === undefined || count !== rows.size || !changes.fits) return undefined;
  const isSame = comparisonWith(served, further.columns);
  let row = 0;
  for (const values of scan(further.columns)) {
    if (values === undefined) return undefined;
    if (!isSame(row, values) && !changes.add(row, toEntryRow(values))) return undefined;
    row++;
  }
  return row === rows.size ? changes.build() : undefined;
}

/** Checks whether a row has the values that are served. */
type IsSame = (row: number, values: readonly StoredValue[]) => boolean;
type ValueOf = (values: readonly StoredValue[]) => StoredValue;

/**
 * Creates the comparison of rows with those that are served.
 *
 * @param further the columns that are read after those of an entry
 */
function comparisonWith(served: CatalogData, further: readonly string[]): IsSame {
  const rows = answerRows(served.rows);
  const read: readonly string[] = [...ENTRY_COLUMNS, ...further];
  const valueAt = (name: string): ValueOf => {
    const place = read.indexOf(name);
    // The only field without a column is computed.
    if (place === -1) return (values) => fatKnown(toEntryRow(values).entry);
    return (values) => values[place] ?? null;
  };
  const [saturated, mono, poly] = [valueAt('fa_sat_g'), valueAt('fa_mono_g'), valueAt('fa_poly_g')];
  const fat: ValueOf = (values) => fatGrams(saturated(values), mono(values), poly(values));
  const checks = [
    ...ANSWER_COLUMNS.map((name, place) => {
      if (name === 'fat_g') return textCheck(rows, place, fat);
      if (name === 'description') return textCheck(rows, place, valueAt(name));
      return amountCheck(served, name, valueAt(name), (row, json) => {
        return json === rows.valueOf(row, place);
      });
    }),
    ...served.fields.names.map((name, place) =>
      amountCheck(served, name, valueAt(name), (row, json) => {
        return isValueIn(served.fields, row, place, json);
      }),
    ),
  ];
  return (row, values) => {
    for (const isSame of checks) if (!isSame(row, values)) return false;
    return true;
  };
}

/** @param isServed compares JSON, for a value that is not compared as a number */
function amountCheck(
  { columns }: CatalogData,
  name: string,
  read: ValueOf,
  isServed: (row: number, json: string) => boolean,
): IsSame {
  const column = columns.find((one) => one.name === name);
  const numbers = column && numbersIn(column);
  const readNumbers = numbers && numbersOf(numbers);
  const rowRead = new Uint32Array(1);
  const before = new Float64Array(1);
  return (row, values) => {
    const value = read(values);
    const isNumber = value === null || typeof value === 'number';
    if (readNumbers === undefined || !isNumber) return isServed(row, serializeField(name, value));
    rowRead[0] = row;
    readNumbers(rowRead, 1, before);
    const number = doubleAt(before, 0);
    return value === null ? Number.isNaN(number) : number === value;
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Compares bytes as they are, since most texts are ASCII without characters that JSON escapes. */
function textCheck(rows: AnswerRows, place: number, read: ValueOf): IsSame {
  const { bytes } = rows;
  return (row, values) => {
    const text = read(values);
    if (typeof text === 'string') {
      const start = rows.startOf(row, place) + 1;
      let at = 0;
      while (at < text.length) {
        const code = text.charCodeAt(at);
        if (code !== bytes[start + at] || code === BACKSLASH || code >= FIRST_NOT_ASCII) break;
        at++;
      }
      if (at === text.length && bytes[start + at] === QUOTE) return true;
    }
    return serializeValue(text) === rows.valueOf(row, place);
  };
}
