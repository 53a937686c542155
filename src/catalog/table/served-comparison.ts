import { ENTRY_COLUMNS, serializeValue } from '../../food/entry.ts';
import { fatGrams } from '../../food/fat.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { doubleAt } from '../../search/flat-arrays.ts';
import { toEntryRow } from '../entry-store.ts';
import { type AnswerRows, answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS, numbersIn } from './columns.ts';
import { valueIn } from './field-values.ts';
import { fatKnown, serializeField } from './further-columns.ts';
import { numbersOf } from './number-values.ts';

// Tells which rows of a table differ from those that are served, without serializing them.

/** Whether the values of a row are those that are served. */
type IsSame = (row: number, values: readonly StoredValue[]) => boolean;
type ValueOf = (values: readonly StoredValue[]) => StoredValue;

/**
 * Compares rows with those that are served.
 *
 * @param further the columns that are read after those of an entry
 */
export function comparisonWith(served: CatalogData, further: readonly string[]): IsSame {
  const rows = answerRows(served.rows);
  const read: readonly string[] = [...ENTRY_COLUMNS, ...further];
  const valueAt = (name: string): ValueOf => {
    const place = read.indexOf(name);
    // Only the field that is not a column has no place.
    if (place === -1) return (values) => fatKnown(toEntryRow(values).entry);
    return (values) => values[place] ?? null;
  };
  const [saturated, mono, poly] = [valueAt('fa_sat_g'), valueAt('fa_mono_g'), valueAt('fa_poly_g')];
  const fat: ValueOf = (values) => fatGrams(saturated(values), mono(values), poly(values));
  const checks = [
    ...ANSWER_COLUMNS.map((name, place) => {
      if (name === 'fat_g') return textCheck(rows, place, fat);
      if (name === 'description') return textCheck(rows, place, valueAt(name));
      return amountCheck(served, name, valueAt(name), (row) => rows.valueOf(row, place));
    }),
    ...served.fields.names.map((name, place) =>
      amountCheck(served, name, valueAt(name), (row) => valueIn(served.fields, row, place)),
    ),
  ];
  return (row, values) => {
    for (const isSame of checks) if (!isSame(row, values)) return false;
    return true;
  };
}

/** @param jsonOf what is served, where it is not compared as a number */
function amountCheck(
  { columns }: CatalogData,
  name: string,
  read: ValueOf,
  jsonOf: (row: number) => string,
): IsSame {
  const column = columns.find((one) => one.name === name);
  const numbers = column && numbersIn(column);
  const readNumbers = numbers && numbersOf(numbers);
  const rowRead = new Uint32Array(1);
  const before = new Float64Array(1);
  return (row, values) => {
    const value = read(values);
    const isNumber = value === null || typeof value === 'number';
    if (readNumbers === undefined || !isNumber) return serializeField(name, value) === jsonOf(row);
    rowRead[0] = row;
    readNumbers(rowRead, 1, before);
    const number = doubleAt(before, 0);
    return value === null ? Number.isNaN(number) : number === value;
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_NOT_ASCII = 0x80;

/** Most texts are ASCII without a sign that JSON escapes: their bytes are compared as they are. */
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
