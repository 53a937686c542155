// Finds rows that are the sum or the average of the foods above them, whatever they are called.

/**
 * The minimum number of foods above a summary row, and the minimum number of amounts that must
 * match.
 */
const [MIN_ABOVE, MIN_MATCHES] = [3, 3];
/** How exactly amounts must match: a share, and rounding. */
const [EXACT, ROUNDING] = [0.01, 0.06];

type Amounts = readonly (number | undefined)[];

/** Sums of the amounts of some rows. */
class Sums {
  #rows = 0;
  readonly #columns: { sum: number; count: number }[] = [];

  add(amounts: Amounts): void {
    this.#rows += 1;
    for (const [i, amount = 0] of amounts.entries()) {
      const { sum, count } = this.#columns[i] ?? { sum: 0, count: 0 };
      this.#columns[i] = { sum: sum + amount, count: count + Number(amounts[i] !== undefined) };
    }
  }

  /** Checks whether all amounts are these sums, or averages, in which empty cells may be 0. */
  match(amounts: Amounts): boolean {
    const isBy = (divisor: (count: number) => number) => {
      const pairs = this.#columns.map(({ sum, count }, i) => [
        sum / divisor(count),
        amounts[i] ?? 0,
      ]);
      const filled = pairs.filter(([sum = 0, amount = 0]) => sum > 0 || amount > 0);
      return filled.length >= MIN_MATCHES && filled.every(([a = 0, b = 0]) => isNear(a, b));
    };
    return this.#rows >= MIN_ABOVE && [() => 1, () => this.#rows, Number].some(isBy);
  }
}

/** Compares each row with those above: all, and those since the last sum. */
export class SummaryRows {
  readonly #all = new Sums();
  #group = new Sums();
  #last: Amounts = [];

  /** Adds a row, and returns whether it sums up others. Similar foods are their own average. */
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
