import type { AmountOf } from './atwater.ts';

// Finds tables whose names have slipped by a row: foods with similar names have more similar
// amounts one row above or below.

/** The amounts that are compared, and what is added to each so that small ones count less. */
const COMPARED: readonly (readonly [string, number])[] = [
  ['kcal', 10],
  ['protein_g', 1],
  ['carbohydrate_g', 1],
  ['lipid_total_g', 1],
  ['water_g', 1],
];
/** The minimum number of amounts to compare, and the maximum number of foods. */
const [MIN_AMOUNTS, MAX_FOODS] = [60, 10_000];
/**
 * Names count as moved if, one row above or below, the amounts of foods with similar names differ
 * less, by this many standard errors.
 */
const MIN_STANDARD_ERRORS = 3;

/** Compares foods whose names begin with the same word. */
export class MovedNames {
  readonly #words: string[] = [];
  /** For each food, the logarithms of {@link COMPARED}. */
  readonly #amounts: (readonly number[])[] = [];

  /** Adds a food. All foods must be added in the order of their rows. */
  add(name: string, amountOf: AmountOf): void {
    if (this.#words.length === MAX_FOODS) return;
    // A name without a word is similar to no other name.
    this.#words.push(/\p{L}{3,}/u.exec(name.toLowerCase())?.[0] ?? `${this.#words.length}`);
    const logOf = ([column, more]: (typeof COMPARED)[number]) =>
      Math.log((amountOf(column) ?? Number.NaN) + more);
    this.#amounts.push(COMPARED.map(logOf));
  }

  /** Whether most names seem to belong to the amounts of the next row, or the previous one. */
  get areMoved(): boolean {
    const here = meanOf(this.#differences(0));
    return [-1, 1].some((rows) => {
      const there = meanOf(this.#differences(rows));
      return here.mean - there.mean > MIN_STANDARD_ERRORS * Math.hypot(here.error, there.error);
    });
  }

  /**
   * Returns how much foods with the same word differ from their median, if their amounts are this
   * many rows below their names.
   */
  #differences(rows: number): readonly number[] {
    const foods = Map.groupBy(this.#words.keys(), (i) => this.#words[i]);
    return [...foods.values()].flatMap((alike) =>
      COMPARED.flatMap((_, column) => {
        const amounts = alike.map((i) => this.#amounts[i + rows]?.[column] ?? Number.NaN);
        const sorted = amounts.filter(Number.isFinite).sort((a, b) => a - b);
        const median = sorted[sorted.length >> 1] ?? 0;
        return sorted.length < 2 ? [] : sorted.map((one) => Math.min(1, Math.abs(one - median)));
      }),
    );
  }
}

/** Returns the mean of numbers, and its standard error; NaN if there are too few. */
function meanOf(numbers: readonly number[]): { readonly mean: number; readonly error: number } {
  const count = numbers.length < MIN_AMOUNTS ? Number.NaN : numbers.length;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / count;
  const squares = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares) / count };
}
