/** The data are not loaded yet. The same request succeeds in a moment. */
export class StartingError extends Error {
  override readonly name = 'StartingError';
  readonly reason = 'starting';
  /** When to try again. */
  readonly retryAfterSeconds = 1;

  constructor() {
    super('The service is starting and has not loaded its foods yet: try again in a moment');
  }
}
