/** Enough to find a misconfiguration by; too few for a flood of made-up origins to bury the log. */
const LINES_PER_MINUTE = 10;
/** Origins that were told already. Each is at most {@link MAX_SHOWN_LENGTH} long: 256 KiB in all. */
const REMEMBERED_ORIGINS = 1_000;
/** What is longer is no origin anyway; its start tells enough. */
const MAX_SHOWN_LENGTH = 256;
const MINUTE_MS = 60_000;

/**
 * Tells each refused origin once, with the reason, so that who wonders why a page is blocked finds
 * it in the log. What anyone on the network may send, the log and the memory of it are bounded.
 */
export class RefusalLog {
  readonly #write: (line: string) => void;
  readonly #told = new Set<string>();
  #minuteStartMs = Number.NEGATIVE_INFINITY;
  #linesThisMinute = 0;
  #untold = 0;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /**
   * @param explain asked only where a line is written
   * @param nowMs any clock that does not go back, in milliseconds
   */
  note(origin: string, explain: () => string, nowMs = performance.now()): void {
    const shown = origin.slice(0, MAX_SHOWN_LENGTH);
    if (this.#told.has(shown)) return;
    if (nowMs - this.#minuteStartMs >= MINUTE_MS) this.#startMinute(nowMs);
    if (this.#linesThisMinute >= LINES_PER_MINUTE) {
      this.#untold += 1;
      return;
    }
    this.#linesThisMinute += 1;
    this.#remember(shown);
    this.#write(explain());
  }

  #startMinute(nowMs: number): void {
    if (this.#untold > 0) {
      this.#write(`${this.#untold} more requests of other origins were refused in the meantime`);
    }
    this.#minuteStartMs = nowMs;
    this.#linesThisMinute = 0;
    this.#untold = 0;
  }

  #remember(shown: string): void {
    if (this.#told.size >= REMEMBERED_ORIGINS) {
      const [oldest = ''] = this.#told;
      this.#told.delete(oldest);
    }
    this.#told.add(shown);
  }
}
