import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { ENTRY_COLUMNS, type StoredEntry } from '../food/food-entry.ts';

/**
 * The entries of a CSV file whose header names the seven columns of {@link ENTRY_COLUMNS}, in any
 * order and among others. An empty field is a missing value, NULL; a nutrient is a number.
 *
 * @throws Error that names the file and the line: a column is missing, a nutrient is no number
 */
export function readEntriesCsv(path: string): StoredEntry[] {
  const [header = [], ...rows]: string[][] = parse(readFileSync(path), { bom: true });
  const places = ENTRY_COLUMNS.map((column) => header.indexOf(column));
  const missing = ENTRY_COLUMNS.filter((_, i) => places[i] === -1);
  if (missing.length > 0) {
    throw new Error(`Cannot read "${path}": its header has no column "${missing.join('", "')}".`);
  }
  return rows.map((row, i) => {
    const field = (column: (typeof ENTRY_COLUMNS)[number]) =>
      row[places[ENTRY_COLUMNS.indexOf(column)] ?? -1] ?? '';
    const grams = (column: (typeof ENTRY_COLUMNS)[number]) => {
      const text = field(column);
      if (text === '') return null;
      const value = Number(text);
      if (Number.isFinite(value)) return value;
      throw new Error(`Cannot read "${path}", record ${i + 1}: ${column} "${text}" is no number.`);
    };
    return {
      carbohydrate_g: grams('carbohydrate_g'),
      protein_g: grams('protein_g'),
      fa_sat_g: grams('fa_sat_g'),
      fa_mono_g: grams('fa_mono_g'),
      fa_poly_g: grams('fa_poly_g'),
      kcal: grams('kcal'),
      description: field('description') || null,
    };
  });
}
