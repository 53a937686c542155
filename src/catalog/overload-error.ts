/** More work is asked for than there is room for. The same request may succeed a little later. */
export class OverloadError extends Error {
  /** When to try again: a caller who waits less only meets the same queue. */
  readonly retryAfterSeconds = 5;

  /** @param problem A sentence for the caller, without a period. */
  constructor(problem: string) {
    super(`${problem}: try again later, or search for longer words`);
    this.name = 'OverloadError';
  }
}
