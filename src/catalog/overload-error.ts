/** What there is no room for: one more search in the queue, one more of this caller, one that long. */
export type OverloadReason = 'queue' | 'caller' | 'deadline';

const PROBLEMS: Readonly<Record<OverloadReason, string>> = {
  queue: 'Too many long searches are waiting',
  caller: 'Too many of your long searches are waiting',
  deadline: 'The search took too long under the current load',
};

/** More work is asked for than there is room for. The same request may succeed a little later. */
export class OverloadError extends Error {
  /** When to try again: a caller who waits less only meets the same queue. */
  readonly retryAfterSeconds = 5;
  readonly reason: OverloadReason;

  constructor(reason: OverloadReason) {
    super(`${PROBLEMS[reason]}: try again later, or search for longer words`);
    this.name = 'OverloadError';
    this.reason = reason;
  }
}
