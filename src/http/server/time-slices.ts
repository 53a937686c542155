// How long requests are answered in one turn of the event loop, so that others get theirs.

/** How long requests are read and answered in one turn of the event loop. The last may take longer. */
const MAX_TURN_MS = 2;

/** The same while callers wait to be accepted, of whom each turn accepts one. */
const ACCEPTING_TURN_MS = 0.2;

/**
 * Divides work into slices, one in each turn of the event loop. Between two turns the system is asked for
 * what has arrived, and one connection is accepted: with a thousand busy ones in one turn, new callers
 * would wait for seconds.
 */
class TimeSlices {
  #waiting: (() => void)[] = [];
  #endMs = 0;
  /** Whether the turn that ends at `#endMs` is under way. */
  #isBegun = false;
  /** Whether a connection was accepted since the latest turn began. */
  #isAccepting = false;

  /** Whether there is work that has to wait. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether something may be done in this turn. */
  hasTime(): boolean {
    this.#begin();
    return !this.isBusy && performance.now() < this.#endMs;
  }

  /** Queues a task for one of the next turns. */
  wait(work: () => void): void {
    this.#begin();
    this.#waiting.push(work);
  }

  /** Makes the next turn short: if one caller was accepted, more may be waiting. */
  noteAccepted(): void {
    this.#isAccepting = true;
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#endMs = performance.now() + (this.#isAccepting ? ACCEPTING_TURN_MS : MAX_TURN_MS);
    this.#isAccepting = false;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isBegun = false;
    if (!this.isBusy) return;
    this.#begin();
    let done = 0;
    do this.#waiting[done++]?.();
    while (done < this.#waiting.length && performance.now() < this.#endMs);
    this.#waiting = this.#waiting.slice(done);
  }
}

/** Of this thread. */
export const timeSlices = new TimeSlices();
