import { ANSWER_COLUMNS } from './columns.ts';

// Foods as CSV (`format=csv`): cells, formulas, the largest answer in bytes.

/**
 * The most bytes of JSON whose values are answered as CSV, which is put together from texts and not from
 * bytes.
 */
export const MAX_CSV_BYTES = 2 ** 20;

/** Foods as CSV (RFC 4180), with a line of names. */
export function csvOf(fields: readonly string[], rows: Iterable<readonly string[]>): Uint8Array {
  const lines = [line([...ANSWER_COLUMNS, ...fields].map((name) => textCell(name)))];
  for (const values of rows) lines.push(line(values.map(cell)));
  return Buffer.from(lines.join(''));
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A value, given as JSON: what is not known is empty, a list is its JSON. */
function cell(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? textCell(JSON.parse(json)) : quoted(json);
}

/** What spreadsheets take for the beginning of a formula; those of full width in some languages. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** A formula of a sign and a number is that number. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function textCell(text: string): string {
  return quoted(FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
