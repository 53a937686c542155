// The waits after failures, 1, 2, 4 … 60 s: before a database that was lost is looked at again, and
// before a crashed thread is replaced.

const FIRST_MS = 1_000;
const LAST_MS = 60_000;

/** How long to wait before trying again what fails: 1, 2, 4 … 60 s. */
export class BackOff {
  #ms = 0;

  /** The wait in ms after one more failure. */
  next(): number {
    this.#ms = Math.min(Math.max(this.#ms * 2, FIRST_MS), LAST_MS);
    return this.#ms;
  }

  /** It has worked: the next failure is a first one. */
  reset(): void {
    this.#ms = 0;
  }
}
