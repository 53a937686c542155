// Limits how long an event loop turn may answer requests.

/**
 * How long requests are read and answered per event loop turn. The last request may take longer.
 */
const MAX_TURN_MS = 2;

/** The limit while callers wait to be accepted, since each turn accepts one of them. */
const ACCEPTING_TURN_MS = 0.2;

/**
 * Divides work into slices, one per event loop turn. Between turns, Node reads new data and accepts
 * one connection. If one turn served a thousand busy connections, new callers would wait for
 * seconds.
 */
class TimeSlices {
  #waiting: (() => void)[] = [];
  #endMs = 0;
  /** Whether the turn that ends at `#endMs` is in progress. */
  #isBegun = false;
  /** Whether a connection was accepted since the latest turn began. */
  #isAccepting = false;

  /** Whether there is work waiting. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Checks whether there is time left in this turn. */
  hasTime(): boolean {
    this.#begin();
    return !this.isBusy && performance.now() < this.#endMs;
  }

  /** Queues a task for one of the next turns. */
  wait(work: () => void): void {
    this.#begin();
    this.#waiting.push(work);
  }

  /** Makes the next turn short, since more callers may be waiting once one was accepted. */
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

/** The time slices of this thread. */
export const timeSlices = new TimeSlices();
