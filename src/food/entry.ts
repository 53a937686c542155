import { ExactNumber, type StoredValue } from './decimal.ts';
import { fatGrams, isFatValue } from './fat.ts';

// A food as stored and as returned: its columns, its fields, and their order in the JSON. Also has
// the warning about fatty acids that count as 0.

/** The columns of table `entries` that the search reads, in the order in which they are read. */
export const ENTRY_COLUMNS = [
  'carbohydrate_g',
  'protein_g',
  'fa_sat_g',
  'fa_mono_g',
  'fa_poly_g',
  'kcal',
  'description',
] as const;

/** A food as stored: grams and kilocalories per 100 g in the bundled table. */
export type Entry = Readonly<Record<(typeof ENTRY_COLUMNS)[number], StoredValue>>;

/** The columns whose sum is returned as `fat_g`. */
export const FATTY_ACID_COLUMNS = ['fa_sat_g', 'fa_mono_g', 'fa_poly_g'] as const;

/** The JSON around the values of a returned food, which is the same for every food. */
export const ANSWER_PIECES: readonly string[] = [
  '{"carbohydrate_g":',
  ',"protein_g":',
  ',"kcal":',
  ',"description":',
  ',"fat_g":',
  '}',
];

/**
 * Returns the values of a food as JSON, in the order of the fields: carbohydrate_g, protein_g, kcal
 * and description as stored, and fat_g, the sum of the fatty acids with two decimals.
 *
 * Non-finite numbers have no JSON form and become `null`.
 */
export function serializeValues(entry: Entry): string[] {
  return [
    serializeValue(entry.carbohydrate_g),
    serializeValue(entry.protein_g),
    serializeValue(entry.kcal),
    serializeValue(entry.description),
    `"${fatGrams(entry.fa_sat_g, entry.fa_mono_g, entry.fa_poly_g)}"`,
  ];
}

/**
 * Returns the text to search in: for a stored number, its digits. NULL and non-finite numbers never
 * match.
 */
export function searchableText(description: StoredValue): string | null {
  if (typeof description === 'number' && !Number.isFinite(description)) return null;
  return description === null ? null : String(description);
}

/** Returns a stored value as JSON. Non-finite numbers have no JSON form and become `null`. */
export function serializeValue(value: StoredValue): string {
  // JSON.stringify would throw or round, but the digits are already valid JSON.
  const isExact = typeof value === 'bigint' || value instanceof ExactNumber;
  return isExact ? value.toString() : JSON.stringify(value);
}

/**
 * Counts fatty acid values that are not numbers. Such values count as 0, which the table's owner
 * should know.
 */
export class UnreadableFats {
  /** The number of such values in the entries checked so far. */
  count = 0;
  #example = '';

  /** Checks the fatty acids of an entry. */
  note(entry: Entry): void {
    for (const column of FATTY_ACID_COLUMNS) {
      if (isFatValue(entry[column])) continue;
      this.count += 1;
      this.#example ||= `${column} ${shown(entry[column])} of ${shown(entry.description)}`;
    }
  }

  /** Returns a line for the log, with the first such value as an example. */
  summary(): string {
    return this.count === 1
      ? `1 fatty acid value is not a number and counts as 0 in fat_g: ${this.#example}`
      : `${this.count} fatty acid values are not numbers and count as 0 in fat_g; the first is ${this.#example}`;
  }
}

/** Formats a value; strings are quoted. JSON could not represent a bigint or an infinity. */
function shown(value: StoredValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
