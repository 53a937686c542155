// The types of a value in the database, including decimals that a double would change.

/**
 * A value as stored in the database. Integers beyond 2^53 are read as `bigint` and decimals that a
 * double would change as {@link ExactNumber}, so no digit is lost.
 */
export type StoredValue = PlainValue | ExactNumber;

/** A value that SQLite returns exactly as it was stored. */
export type PlainValue = string | number | bigint | null;

/** A decimal number with digits that a double would drop, such as 1.50. */
export class ExactNumber {
  /** The number as written in JSON. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }
}
