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
 * Logs a refused origin, unless it was logged before.
 *
 * @param explain called only if a line is logged
 * @param nowMs any monotonic clock, in milliseconds
 */
export type RefusalLog = (origin: string, explain: () => string, nowMs?: number) => void;

/**
 * Creates a log of refused origins, each once while it is remembered, with the reason why its pages
 * are blocked. Limits lines per minute and remembered origins, since anyone on the network can send
 * origins.
 */
export function createRefusalLog(write: (line: string) => void): RefusalLog {
  const logged = new BoundedMap<string, true>(LOGGED_ORIGINS / 2);
  let minuteStartMs = Number.NEGATIVE_INFINITY;
  let linesThisMinute = 0;
  let omitted = 0;
  return (origin, explain, nowMs = performance.now()) => {
    const shown = origin.slice(0, MAX_SHOWN_LENGTH);
    if (logged.get(shown)) return;
    if (nowMs - minuteStartMs >= MINUTE_MS) {
      if (omitted > 0) {
        write(`${omitted} more requests from other origins were refused, but not logged`);
      }
      minuteStartMs = nowMs;
      linesThisMinute = 0;
      omitted = 0;
    }
    if (linesThisMinute >= LINES_PER_MINUTE) {
      omitted += 1;
      return;
    }
    linesThisMinute += 1;
    logged.set(shown, true);
    write(explain());
  };
}
