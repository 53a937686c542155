import { fstatSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../settings/settings.ts';
import { LogLines, MAX_UNREAD_BYTES } from './log-lines.ts';

const STDERR = 2;

/** Of this thread, once it has a reader. */
let lines: LogLines | undefined;

/**
 * A log on standard error: lines for a person on a terminal, JSON for everything else. Where it cannot
 * be written, since the disk is full or nobody reads it, the service goes on without.
 */
export async function createLogger(level: LogLevel): Promise<Logger> {
  if (process.stderr.isTTY) {
    // Loaded only where somebody looks: it is not needed to serve.
    const { default: pretty } = await import('pino-pretty');
    const stream = pretty({
      destination: STDERR,
      sync: true,
      ignore: 'pid,hostname,reqId',
      translateTime: 'HH:MM:ss',
    });
    return pino({ level }, stream);
  }
  if (hasReader()) {
    // Of a thread, this goes through the main thread, so that no line is torn.
    lines ??= new LogLines(process.stderr);
    return pino({ level }, lines);
  }
  const file = pino.destination({ dest: STDERR, sync: true, maxLength: MAX_UNREAD_BYTES });
  return pino(
    { level },
    file.on('error', () => undefined),
  );
}

/** Whether standard error is a pipe or socket, whose reader may stall. */
function hasReader(): boolean {
  const stats = fstatSync(STDERR);
  return stats.isFIFO() || stats.isSocket();
}
