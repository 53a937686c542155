import { compareDecimals, readDecimal } from '../../food/decimal.ts';
import { elementAt, numberAt, sharedNumbers } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS, type RanksData } from './columns.ts';
import { valueIn } from './field-values.ts';
import { narrowest } from './number-values.ts';
import { compareCodePoints } from './text-codes.ts';

// Ranks the values of a column when a table is loaded, so that requests compare numbers instead of
// texts.

const NULL_JSON = 'null';
const ANSWER_NAMES: readonly string[] = ANSWER_COLUMNS;

/** Returns a reader of a column's values, as the JSON in answers. */
export function writtenValues(
  { rows, fields }: Pick<CatalogData, 'rows' | 'fields'>,
  name: string,
): (row: number) => string {
  const place = ANSWER_NAMES.indexOf(name);
  if (place !== -1) {
    const answers = answerRows(rows);
    return (row) => answers.valueOf(row, place);
  }
  const field = fields.names.indexOf(name);
  return (row) => valueIn(fields, row, field);
}

/** Returns a value in the form used to compare it: its text, ignoring case and diacritics. */
export function foldedText(json: string): string {
  return fold(json.startsWith('"') ? JSON.parse(json) : json);
}

/** Ranks numbers by their exact values. */
export function rankDecimals(count: number, written: (row: number) => string): RanksData {
  return ranksOf(count, written, readDecimal, compareDecimals);
}

/** Ranks texts by the code points of their folded forms. */
export function rankTexts(count: number, written: (row: number) => string): RanksData {
  return ranksOf(count, written, foldedText, compareCodePoints);
}

function ranksOf<Value>(
  count: number,
  written: (row: number) => string,
  read: (json: string) => Value,
  compare: (a: Value, b: Value) => number,
): RanksData {
  const known: number[] = [];
  const values: Value[] = [];
  for (let row = 0; row < count; row++) {
    const json = written(row);
    if (json === NULL_JSON) continue;
    known.push(row);
    values.push(read(json));
  }
  const compareAt = (a: number, b: number) => compare(elementAt(values, a), elementAt(values, b));
  const sorted = Uint32Array.from(values.keys()).sort(compareAt);
  const firsts = sorted.filter((at, i) => i === 0 || compareAt(numberAt(sorted, i - 1), at) !== 0);
  const ranks = narrowest(count, firsts.length);
  const rows = sharedNumbers(firsts.length);
  rows.set(firsts.map((at) => elementAt(known, at)));
  let rank = 0;
  for (const at of sorted) {
    if (at === firsts[rank]) rank += 1;
    ranks[elementAt(known, at)] = rank;
  }
  return { form: 'ranked', ranks, rows };
}
