// How long to wait before a retry, such as checking a lost database or replacing a crashed thread:
// 1, 2, 4 … 60 s.

const MIN_MS = 1_000;
const MAX_MS = 60_000;

/** Computes the delay before the next attempt: 1, 2, 4 … 60 s. */
export class BackOff {
  #ms = 0;

  /** Returns the wait in ms after one more failure. */
  next(): number {
    this.#ms = Math.min(Math.max(this.#ms * 2, MIN_MS), MAX_MS);
    return this.#ms;
  }

  /** Resets the wait after a success, so that the next failure counts as the first. */
  reset(): void {
    this.#ms = 0;
  }
}
