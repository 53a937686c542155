// Limits how long an event loop turn may answer requests.

/**
 * How long requests are read and answered per event loop turn. The last request may take longer.
 */
const MAX_TURN_MS = 2;

/**
 * The maximum length of a turn while callers wait to be accepted, since a turn accepts only one.
 */
const ACCEPTING_TURN_MS = 0.2;

/**
 * Divides work into slices, one per event loop turn. Between turns, Node reads new data and accepts
 * one connection. If one turn served a thousand busy connections, new callers would wait for
 * seconds.
 */
class TimeSlices {
  #tasks: (() => void)[] = [];
  #endMs = 0;
  /** Whether the turn that ends at `#endMs` is in progress. */
  #isInTurn = false;
  /** Whether a connection was accepted since the latest turn began. */
  #isAccepting = false;

  /** Whether there is work waiting. */
  get isBusy(): boolean {
    return this.#tasks.length > 0;
  }

  /** Checks whether no task waits and there is time left in this turn. */
  hasTime(): boolean {
    this.#begin();
    return !this.isBusy && performance.now() < this.#endMs;
  }

  /** Queues a task for one of the next turns. */
  defer(task: () => void): void {
    this.#begin();
    this.#tasks.push(task);
  }

  /** Makes the next turn short, since more callers may be waiting once one was accepted. */
  noteAccepted(): void {
    this.#isAccepting = true;
  }

  #begin(): void {
    if (this.#isInTurn) return;
    this.#isInTurn = true;
    this.#endMs = performance.now() + (this.#isAccepting ? ACCEPTING_TURN_MS : MAX_TURN_MS);
    this.#isAccepting = false;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isInTurn = false;
    if (!this.isBusy) return;
    this.#begin();
    let done = 0;
    do this.#tasks[done++]?.();
    while (done < this.#tasks.length && performance.now() < this.#endMs);
    this.#tasks = this.#tasks.slice(done);
  }
}

/** The time slices of this thread. */
export const timeSlices = new TimeSlices();
