import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { EntryTable } from '../catalog/entry-table.ts';
import { ENTRY_COLUMNS } from '../food/food-entry.ts';
import type { StoredValue } from '../food/stored-value.ts';
import { readNutrients } from './nutrients.ts';

/**
 * The table in a CSV file whose header names the seven columns of {@link ENTRY_COLUMNS}, in any
 * order and among others. An empty field is a missing value, NULL. Columns that
 * `data/nutrients.csv` gives a unit hold numbers, all others text.
 *
 * @throws Error that names the file and the line: a column is missing, a nutrient is not a number
 */
export function readEntriesCsv(path: string): EntryTable {
  const [header = [], ...rows]: string[][] = parse(readFileSync(path), { bom: true });
  const missing = ENTRY_COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new Error(`Cannot read "${path}": its header has no column "${missing.join('", "')}".`);
  }
  const numeric = new Set(readNutrients().flatMap(({ column, unit }) => (unit ? [column] : [])));
  const columns = header.map((name) => ({
    name,
    type: numeric.has(name) ? ('number' as const) : ('text' as const),
  }));
  const toValue = (text: string, column: number, record: number): StoredValue => {
    if (text === '') return null;
    if (columns[column]?.type !== 'number') return text;
    const value = Number(text);
    if (Number.isFinite(value)) return value;
    throw new Error(
      `Cannot read "${path}", record ${record + 1}: ${header[column]} "${text}" is not a number.`,
    );
  };
  return {
    columns,
    batches: [rows.map((row, record) => row.map((text, column) => toValue(text, column, record)))],
  };
}
