// The client's errors: no readable answer (offline, down, blocked by CORS), an error status, an
// invalid query.

/**
 * No answer that the script may read. Either none came (offline, wrong address, service down), or
 * the browser withheld it since the service does not allow the page's origin. So that pages cannot
 * probe what is behind a firewall, a browser does not tell a script which of the two it was.
 *
 * `cause` holds the error of `fetch`.
 */
export class FoodNetworkError extends Error {
  override readonly name = 'FoodNetworkError';

  constructor(url: string, cause: unknown) {
    super(
      `No readable answer from ${url}: offline, down, or blocked by CORS. ` +
        "Open the address itself; if it answers, allow this page's origin in the service.",
      { cause },
    );
  }
}

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

/**
 * The service could not search for this query and said why: most often `q` was empty. It says so
 * with status 200 and an object in place of the list, which is how it is told from an answer.
 */
export class FoodQueryError extends Error {
  override readonly name = 'FoodQueryError';
}
