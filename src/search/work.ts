// Counts the work of a search, and aborts it beyond its allowance, which catalog/scheduling/ sets.

/** Thrown if a search would exceed its work limit, so that its answer is unknown. */
export class WorkLimitError extends Error {
  constructor() {
    super('The search exceeds its work limit');
    this.name = 'WorkLimitError';
  }
}

/**
 * Counts the work of a search, and aborts the search if it takes too much, so that no query can
 * block others. The count depends on the query, the index and the caches, never on the clock.
 *
 * A unit is about the cost of reading one posting: ten to forty nanoseconds. Any loop whose
 * length depends on the table or the query must spend units as it runs.
 */
export class Work {
  #allowance: number;
  readonly #onSpent: () => void;
  #left: number;
  #granted: number;

  /**
   * @param allowance Each time this many units are spent, `onSpent` is called.
   *   Without an allowance, work is counted but never aborts a search.
   * @param onSpent Throws to abort the search (the default), or returns to let it continue.
   */
  constructor(allowance?: number, onSpent: () => void = throwLimitError) {
    this.#allowance = allowance ?? UNLIMITED_STEP;
    this.#onSpent = allowance === undefined ? doNothing : onSpent;
    this.#left = this.#allowance;
    this.#granted = this.#allowance;
  }

  /** After this many units, `onSpent` is called; takes effect at the next {@link reset}. */
  set allowance(units: number) {
    this.#allowance = units;
  }

  /** Restarts the count for the next search. */
  reset(): void {
    this.#left = this.#allowance;
    this.#granted = this.#allowance;
  }

  /**
   * Counts whole units: counting fractions would take longer than the work.
   *
   * @throws WorkLimitError if the allowance is spent, unless `onSpent` lets the search continue
   */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#renew();
  }

  /**
   * Calls `onSpent` immediately if this many more units would exceed the allowance. Does not count
   * them.
   */
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

/** The largest integer that no build of V8 allocates memory for. */
const UNLIMITED_STEP = 2 ** 30 - 1;

function doNothing(): void {}

// The only instance of the error: a stack trace would be useless, and capturing one takes longer
// than many searches.
const LIMIT_ERROR = new WorkLimitError();

function throwLimitError(): never {
  throw LIMIT_ERROR;
}
