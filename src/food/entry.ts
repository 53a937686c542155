import { fatGrams, isFatValue } from './fat.ts';
import { ExactNumber, type StoredValue } from './stored-value.ts';

// A food as it is stored and as it is answered: its columns, its fields and their order in the
// JSON; the warning about fatty acids that count as 0.

/** The columns of table `entries` that the search reads, in the order they are asked for. */
export const ENTRY_COLUMNS = [
  'carbohydrate_g',
  'protein_g',
  'fa_sat_g',
  'fa_mono_g',
  'fa_poly_g',
  'kcal',
  'description',
] as const;

/** A food as it is stored: grams and kilocalories per 100 g in the bundled table. */
export type Entry = Readonly<Record<(typeof ENTRY_COLUMNS)[number], StoredValue>>;

/** The columns whose sum is an answer's `fat_g`. */
export const FATTY_ACID_COLUMNS = ['fa_sat_g', 'fa_mono_g', 'fa_poly_g'] as const;

/** The JSON around the values of an answered food, which is the same for every food. */
export const ANSWER_PIECES: readonly string[] = [
  '{"carbohydrate_g":',
  ',"protein_g":',
  ',"kcal":',
  ',"description":',
  ',"fat_g":',
  '}',
];

/**
 * The values of the food as it is answered, as JSON, in the order of the fields: carbohydrate_g,
 * protein_g, kcal and description as stored, and fat_g, the sum of the fatty acids with two decimals.
 *
 * A number without a finite value has no JSON form and becomes `null`.
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
 * The text a search looks into: a stored number is searched by its digits. NULL never matches, nor does
 * what is answered as `null`.
 */
export function searchableText(description: StoredValue): string | null {
  if (typeof description === 'number' && !Number.isFinite(description)) return null;
  return description === null ? null : String(description);
}

/** A stored value as JSON. A number without a finite value has no JSON form and becomes `null`. */
export function serializeValue(value: StoredValue): string {
  // JSON.stringify would throw or round; the digits are valid JSON as they are.
  const isExact = typeof value === 'bigint' || value instanceof ExactNumber;
  return isExact ? value.toString() : JSON.stringify(value);
}

/** Text among the fatty acids that is not a number: it counts as 0, and its owner should know. */
export class UnreadableFats {
  /** How many there were among the entries seen so far. */
  count = 0;
  #example = '';

  /** Looks at the fatty acids of an entry. */
  note(entry: Entry): void {
    for (const column of FATTY_ACID_COLUMNS) {
      if (isFatValue(entry[column])) continue;
      this.count += 1;
      this.#example ||= `${column} ${shown(entry[column])} of ${shown(entry.description)}`;
    }
  }

  /** One line for the log, with the first of them as an example. */
  summary(): string {
    return `${this.count} fatty acid values are not numbers and count as 0 in fat_g, the first: ${this.#example}`;
  }
}

/** Text in quotes. JSON cannot represent a bigint or an infinity. */
function shown(value: StoredValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
