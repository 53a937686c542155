import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { type TableTerms, termsOfRows } from '../../food/table-terms.ts';
import { elementAt, numberAt, sharedNumbers } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS } from './columns.ts';
import { compareCodePoints, type OrdinalsData } from './distinct-texts.ts';
import { valueIn } from './field-values.ts';
import { narrowest } from './number-values.ts';

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
  return (row) => valueIn(fields, row, field);
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
  for (let row = 0; row < ordinals.length; row++) {
    const ordinal = ordinals[row] ?? 0;
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

function ordinalsOf<Value>(
  count: number,
  readJson: (row: number) => string,
  read: (json: string) => Value,
  compare: (a: Value, b: Value) => number,
): OrdinalsData {
  const known: number[] = [];
  const values: Value[] = [];
  for (let row = 0; row < count; row++) {
    const json = readJson(row);
    if (json === NULL_JSON) continue;
    known.push(row);
    values.push(read(json));
  }
  const compareAt = (a: number, b: number) => compare(elementAt(values, a), elementAt(values, b));
  const sorted = Uint32Array.from(values.keys()).sort(compareAt);
  const firsts = sorted.filter((at, i) => i === 0 || compareAt(numberAt(sorted, i - 1), at) !== 0);
  const ordinals = narrowest(count, firsts.length);
  const rows = sharedNumbers(firsts.length);
  rows.set(firsts.map((at) => elementAt(known, at)));
  let ordinal = 0;
  for (const at of sorted) {
    if (at === firsts[ordinal]) ordinal += 1;
    ordinals[elementAt(known, at)] = ordinal;
  }
  return { form: 'ordinal', ordinals, rows };
}
