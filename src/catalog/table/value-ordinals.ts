import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { type TableTerms, termsOfRows } from '../../food/table-terms.ts';
import { elementAt, numberAt, sharedNumbers } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS } from './columns.ts';
import { fieldReader } from './field-values.ts';
import { type OrdinalsData, zerosUpTo } from './number-values.ts';

// Assigns ordinals to the values of a column when a table is loaded, so that requests compare
// numbers instead of strings. Also reads the strings of columns that have few distinct ones.

const NULL_JSON = 'null';
const ANSWER_NAMES: readonly string[] = ANSWER_COLUMNS;

/** Returns a function that reads a row's value in a column, as JSON. */
export function jsonReader(
  { rows, fields }: Pick<CatalogData, 'rows' | 'fields'>,
  name: string,
): (row: number) => string {
  const index = ANSWER_NAMES.indexOf(name);
  if (index !== -1) {
    const answers = answerRows(rows);
    return (row) => elementAt(answers.valuesOf(row), index);
  }
  const field = fields.names.indexOf(name);
  const read = fieldReader(fields);
  return (row) => read(row, field);
}

function textOf(json: string): string {
  return json.startsWith('"') ? JSON.parse(json) : json;
}

/** Returns a value in the form used to compare it: its text, ignoring case and diacritics. */
export function foldedText(json: string): string {
  return fold(textOf(json));
}

type Readable = Pick<CatalogData, 'rows' | 'fields' | 'columns'>;

/**
 * Returns the ordinal of each row's string, and the strings as written in the first row that has
 * them; `undefined` if the column has many different ones.
 */
export function textsIn(source: Readable, column: string) {
  const { values, hasFewTexts } = source.columns.find(({ name }) => name === column) ?? {};
  if (!hasFewTexts || values?.form !== 'ordinal') return undefined;
  const readJson = jsonReader(source, column);
  return {
    ordinals: values.ordinals,
    texts: Array.from(values.rows, (row) => textOf(readJson(row))),
  };
}

/** Returns the licenses and sources that a table's rows name, each license once. */
export function termsIn(source: Readable): readonly TableTerms[] {
  const [licenses, sources] = [textsIn(source, 'license'), textsIn(source, 'source')];
  if (licenses === undefined) return [];
  const { ordinals } = licenses;
  const found = new Map(licenses.texts.map((license) => [license, new Set<string>()]));
  const byOrdinal = licenses.texts.map((license) => found.get(license));
  let last = -1;
  for (const [row, ordinal] of ordinals.entries()) {
    const from = sources?.ordinals[row] ?? 0;
    // Skips repeated pairs, since rows from the same source are usually adjacent.
    const pair = ordinal * 2 ** 16 + from;
    if (pair === last) continue;
    last = pair;
    const name = sources?.texts[from - 1];
    if (name !== undefined) byOrdinal[ordinal - 1]?.add(name);
  }
  return termsOfRows(new Map([...found].map(([license, of]) => [license, [...of]])));
}

/**
 * Returns the ordinals of a column: of numbers, ordered by their exact values, or of strings,
 * ordered by the code points of the folded strings.
 */
export function ordinalsIn(
  source: Pick<CatalogData, 'rows' | 'fields'>,
  column: string,
  holdsNumbers: boolean,
): OrdinalsData {
  const readJson = jsonReader(source, column);
  const count = source.rows.starts.length - 1;
  return holdsNumbers
    ? ordinalsOf(count, readJson, readDecimal, compareDecimals)
    : ordinalsOf(count, readJson, foldedText, compareCodePoints);
}

/** How many values are remembered, so that repeated ones are read and sorted only once. */
const MAX_REMEMBERED = 2 ** 16;

function ordinalsOf<Value>(
  count: number,
  readJson: (row: number) => string,
  read: (json: string) => Value,
  compare: (a: Value, b: Value) => number,
): OrdinalsData {
  const values: Value[] = [];
  const firstRows: number[] = [];
  const remembered = new Map<string, number>();
  /** The number of each row's value, from 1. Several numbers may stand for the same value. */
  const numbers = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const json = readJson(row);
    if (json === NULL_JSON) continue;
    let number = remembered.get(json);
    if (number === undefined) {
      number = values.push(read(json));
      firstRows.push(row);
      if (remembered.size < MAX_REMEMBERED) remembered.set(json, number);
    }
    numbers[row] = number;
  }
  const compareAt = (a: number, b: number) => compare(elementAt(values, a), elementAt(values, b));
  const sorted = Uint32Array.from(values.keys()).sort(compareAt);
  const firsts = sorted.filter((at, i) => i === 0 || compareAt(numberAt(sorted, i - 1), at) !== 0);
  const rows = sharedNumbers(firsts.length);
  rows.set(firsts.map((at) => elementAt(firstRows, at)));
  const ordinalOf = new Uint32Array(values.length + 1);
  let ordinal = 0;
  for (const at of sorted) {
    if (at === firsts[ordinal]) ordinal += 1;
    ordinalOf[at + 1] = ordinal;
  }
  const ordinals = zerosUpTo(count, firsts.length);
  for (let row = 0; row < count; row++) ordinals[row] = numberAt(ordinalOf, numberAt(numbers, row));
  return { form: 'ordinal', ordinals, rows };
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Compares strings by code points, as in UTF-8. The result is negative, zero or positive, as for
 * sorting.
 */
export function compareCodePoints(a: string, b: string): number {
  let at = 0;
  // After the end, the code is NaN, which differs from itself.
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === Math.min(a.length, b.length)) return a.length - b.length;
  return sortKeyOf(a.charCodeAt(at)) - sortKeyOf(b.charCodeAt(at));
}

/** Sorts surrogates after all other units, since they encode higher code points. */
function sortKeyOf(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}
