// The waits after failures, 1, 2, 4 … 60 s: before a lost database is checked again, and before a
// crashed thread is replaced.

const FIRST_MS = 1_000;
const LAST_MS = 60_000;

/** How long to wait before the next try: 1, 2, 4 … 60 s. */
export class BackOff {
  #ms = 0;

  /** The wait in ms after one more failure. */
  next(): number {
    this.#ms = Math.min(Math.max(this.#ms * 2, FIRST_MS), LAST_MS);
    return this.#ms;
  }

  /** Called after a success: the next failure counts as the first. */
  reset(): void {
    this.#ms = 0;
  }
}
