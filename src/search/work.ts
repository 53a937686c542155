// Counts the work of a search and ends it beyond its allowance, which catalog/scheduling/ sets.

/** A search would do more work than it may. Its answer is not known. */
export class WorkLimitError extends Error {
  constructor() {
    super('The search exceeds its work limit');
    this.name = 'WorkLimitError';
  }
}

/**
 * Counts the work of a search and ends it when it has done too much, so that no query can hold up
 * others. What is counted depends on the query, the index and what is remembered of queries before,
 * never on the clock.
 *
 * A unit is about what reading one posting costs: some nanoseconds. Whatever loops over things whose
 * number depends on the table or the query must spend units as it goes.
 */
export class Work {
  #allowance: number;
  readonly #onSpent: () => void;
  #left: number;
  #granted: number;

  /**
   * @param allowance Units until `onSpent` is called, and again after as many more. Without it, the
   *   work is counted and never ends a search.
   * @param onSpent Ends the search by throwing, as it does by default, or lets it go on.
   */
  constructor(allowance?: number, onSpent: () => void = throwLimitError) {
    this.#allowance = allowance ?? UNLIMITED_STEP;
    this.#onSpent = allowance === undefined ? goOn : onSpent;
    this.#left = this.#allowance;
    this.#granted = this.#allowance;
  }

  /** From the next {@link reset} on, `onSpent` is called after this many units. */
  set allowance(units: number) {
    this.#allowance = units;
  }

  /** Counts from zero again: the next search begins. */
  reset(): void {
    this.#left = this.#allowance;
    this.#granted = this.#allowance;
  }

  /**
   * Counts units, a whole number: with fractions, counting would take longer than the work.
   *
   * @throws WorkLimitError when the allowance is spent, unless `onSpent` lets the search go on.
   */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#renew();
  }

  /** Ends a search now if this many more units would end it. They are not counted yet. */
  expect(units: number): void {
    if (units > this.#left) this.#onSpent();
  }

  /** The units counted since the last {@link reset}. */
  get spent(): number {
    return this.#granted - this.#left;
  }

  #renew(): void {
    this.#onSpent();
    this.#left += this.#allowance;
    this.#granted += this.#allowance;
  }
}

/** The largest number that V8 counts with in a register. */
const UNLIMITED_STEP = 2 ** 30 - 1;

function goOn(): void {}

// One for all: its stack would say nothing, and to record it would take longer than many searches.
const LIMIT_ERROR = new WorkLimitError();

function throwLimitError(): never {
  throw LIMIT_ERROR;
}
