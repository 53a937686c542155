// Finds rows that are sums, averages and the like, by their names, or by the foods above them.

/**
 * Matches the names of rows that are not foods but sums, averages, reference values, a different
 * amount of the food above, and the like.
 */
export const SUMMARY =
  /^(?:[øØ∅Σ∑]|all (?:foods|items)|(?:per|pro|par|por) (?:[a-z]+ )?(?:serving|portion|porción|porção|cup|piece|ounce)s?|(?:\d(?:st|nd|rd|th)|first|third|upper|lower) (?:quartile|percentile)|(?:(?:grand )?totals?|sub-?totals?|sum|average|mean|median|avg|tot|gesamtsumme|range|daily values?|rda|tagesbedarf|summe|gesamt|mittelwert|durchschnitt|somme|moyenne|suma|promedio|totale|media|soma|média|totalt|medelvärde|gjennomsnitt|gennemsnit|totaal|gemiddelde|razem|średnia|итого|всего|среднее|합계|평균|合計|平均|合计|总计)(?:\.|:|\s*\((?:all|n ?=).*|\s+(?:values?|of|for|all|aller?|group|g[ée]n[ée]ra[ln]e?|geral)\b.*)?|(?:group|overall) (?:total|average|mean)|n|max(?:imum)?|min(?:imum)?|count|±? ?(?:sd|se|sem|st(?:d\.? ?)?dev\.?)|(?:recommended|reference) (?:daily|dietary|nutrient)\b.*|(?:your )?(?:daily )?(?:goals?|targets?)|remaining|limits? of (?:detection|quantification)|detection limit|lo[dq])$/i;

/**
 * The minimum number of foods above a summary row, and the minimum number of amounts that must
 * match.
 */
const [MIN_ABOVE, MIN_MATCHES] = [3, 3];
/** Amounts match if they differ by at most this share, or by at most this rounding error. */
const [EXACT, ROUNDING] = [0.01, 0.06];

type Amounts = readonly (number | undefined)[];

/** Sums of the amounts of some rows. */
class Sums {
  #rows = 0;
  readonly #columns: { sum: number; count: number }[] = [];

  add(amounts: Amounts): void {
    this.#rows += 1;
    for (const [i, amount] of amounts.entries()) {
      this.#columns[i] ??= { sum: 0, count: 0 };
      const column = this.#columns[i];
      column.sum += amount ?? 0;
      if (amount !== undefined) column.count += 1;
    }
  }

  /**
   * Checks whether all amounts are the sums of their columns, or all are the averages. Averages may
   * skip empty cells or count them as 0.
   */
  match(amounts: Amounts): boolean {
    const isBy = (divisor: (count: number) => number) => {
      let filled = 0;
      for (const [i, { sum, count }] of this.#columns.entries()) {
        const [expected, amount] = [sum / (divisor(count) || 1), amounts[i] ?? 0];
        if (!isNear(expected, amount)) return false;
        if (amount > 0) filled += 1;
      }
      return filled >= MIN_MATCHES;
    };
    return this.#rows >= MIN_ABOVE && [() => 1, () => this.#rows, Number].some(isBy);
  }
}

/**
 * Compares each row with the sums and averages of all foods above it, and of those since the last
 * summary.
 */
export class SummaryRows {
  readonly #all = new Sums();
  #group = new Sums();
  #last: Amounts = [];

  /**
   * Returns whether a row is a sum or average of rows above it; if not, adds it. A row like the
   * previous one is not a summary: nearly identical foods equal their own average.
   */
  isSummary(amounts: Amounts): boolean {
    const isNew = amounts.some((amount = 0, i) => !isNear(this.#last[i] ?? 0, amount));
    this.#last = amounts;
    const isSum = isNew && (this.#all.match(amounts) || this.#group.match(amounts));
    if (isSum) this.#group = new Sums();
    else for (const sums of [this.#all, this.#group]) sums.add(amounts);
    return isSum;
  }
}

function isNear(expected: number, amount: number): boolean {
  return Math.abs(expected - amount) <= Math.max(ROUNDING, EXACT * expected);
}

/** Different methods and rounding change an amount by less than this factor. */
const ALIKE_FACTOR = 1.3;
/** The minimum number of foods needed to compare two columns. */
const MIN_COMPARED = 3;

/** Checks whether two columns have different amounts for most foods. 0 counts as unknown. */
export function areDifferent(one: readonly number[], other: readonly number[]): boolean {
  const factors = one.map((amount, i) => amount / (other[i] ?? 0));
  const known = factors.filter((factor) => factor > 0 && Number.isFinite(factor));
  const apart = known.filter((factor) => Math.max(factor, 1 / factor) > ALIKE_FACTOR);
  return known.length >= MIN_COMPARED && apart.length * 2 > known.length;
}
