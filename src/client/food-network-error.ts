// The client's error, with its text, where no answer can be read: offline, down, blocked by CORS.

/**
 * No answer that the script may read. Either none came (offline, wrong address, service down), or
 * the browser withheld it since the service does not allow the page's origin. To keep what is
 * behind a firewall unknown to pages, a browser does not tell a script which of the two it was.
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
