// The client's errors: no readable response (offline, down, blocked by CORS), an error status, an
// invalid query.

/**
 * There is no response that the script may read. Either no response arrived (offline, wrong URL,
 * service down), or the browser withheld it because the service does not allow the page's origin.
 * Browsers do not say which, so that pages cannot probe networks behind a firewall.
 *
 * `cause` holds the error of `fetch`.
 */
export class FoodNetworkError extends Error {
  override readonly name = 'FoodNetworkError';

  constructor(url: string, cause: unknown) {
    // The cause may be a mistake in a custom `fetch`.
    super(
      `No readable response from ${url}: offline, down or blocked by CORS: ${cause}. ` +
        "Open the URL. If the service answers, allow this page's origin in its settings.",
      { cause },
    );
  }
}

/** A response without the requested data: a status other than 2xx, or a different kind of body. */
export class FoodHttpError extends Error {
  override readonly name = 'FoodHttpError';
  /** The HTTP status, such as 400 for an invalid query or 500 for an internal error. */
  readonly status: number;
  /** The service's own message; `undefined` if the response has no `error` string. */
  readonly reason: string | undefined;

  constructor(status: number, url: string, reason: string | undefined) {
    super(reason ?? `Status ${status} and no foods from ${url}`);
    this.status = status;
    this.reason = reason;
  }
}

/**
 * The service rejected this query, usually because `q` was empty. Such a response has status 200,
 * and an object in place of the list.
 */
export class FoodQueryError extends Error {
  override readonly name = 'FoodQueryError';
}
