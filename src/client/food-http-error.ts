// The client's error for an answer that is no list of foods: a status other than 2xx, or another
// body.

/** An answer that is not a list of foods: a status other than 2xx, or a body of another kind. */
export class FoodHttpError extends Error {
  override readonly name = 'FoodHttpError';
  /** The HTTP status, such as 400 for a query that cannot be read or 500 for a fault inside. */
  readonly status: number;
  /** What the service itself says; `undefined` where the answer holds no text as its `error`. */
  readonly reason: string | undefined;

  constructor(status: number, url: string, reason: string | undefined) {
    super(reason ?? `Status ${status} and no list of foods from ${url}`);
    this.status = status;
    this.reason = reason;
  }
}
