import { BoundedMap } from '../cache/bounded-map.ts';

// Logs each refused origin once, with the reason. Limits the number of lines per minute.

/**
 * The maximum number of lines per minute: enough to find a misconfiguration, but so few that
 * made-up origins cannot flood the log.
 */
const LINES_PER_MINUTE = 10;
/** How many logged origins are remembered, each up to {@link MAX_SHOWN_LENGTH} long: 250 KiB. */
const LOGGED_ORIGINS = 1_000;
/** Anything longer is not an origin; its start is enough to recognize it. */
const MAX_SHOWN_LENGTH = 256;
const MINUTE_MS = 60_000;

/**
 * Logs refused origins, each once while it is remembered, with the reason why its pages are blocked.
 * Limits lines per minute and remembered origins, since anyone on the network can send origins.
 */
export class RefusalLog {
  readonly #write: (line: string) => void;
  readonly #logged = new BoundedMap<string, true>(LOGGED_ORIGINS / 2);
  #minuteStartMs = Number.NEGATIVE_INFINITY;
  #linesThisMinute = 0;
  #omitted = 0;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /**
   * @param explain called only if a line is logged
   * @param nowMs any monotonic clock, in milliseconds
   */
  record(origin: string, explain: () => string, nowMs = performance.now()): void {
    const shown = origin.slice(0, MAX_SHOWN_LENGTH);
    if (this.#logged.get(shown)) return;
    if (nowMs - this.#minuteStartMs >= MINUTE_MS) this.#startMinute(nowMs);
    if (this.#linesThisMinute >= LINES_PER_MINUTE) {
      this.#omitted += 1;
      return;
    }
    this.#linesThisMinute += 1;
    this.#logged.set(shown, true);
    this.#write(explain());
  }

  #startMinute(nowMs: number): void {
    if (this.#omitted > 0) {
      this.#write(`${this.#omitted} more requests from other origins were refused, but not logged`);
    }
    this.#minuteStartMs = nowMs;
    this.#linesThisMinute = 0;
    this.#omitted = 0;
  }
}
