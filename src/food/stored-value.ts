// The types of a value as the database holds it; decimals that a double would change.

/**
 * A value as the database holds it. Integers beyond 2^53 come as `bigint` and decimals that a double
 * would change as {@link ExactNumber}, so no digit is lost.
 */
export type StoredValue = PlainValue | ExactNumber;

/** A value that SQLite gives back as it was given. */
export type PlainValue = string | number | bigint | null;

/** A decimal number with digits that a double would drop, such as 1.50. */
export class ExactNumber {
  /** As JSON writes numbers. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }
}
