import { type Logger, pino } from 'pino';
import type { LogLevel } from '../settings/settings.ts';

const STDERR = 2;
/** Characters of lines that are kept while they cannot be written. What comes on top is lost. */
const MAX_UNWRITTEN = 2 ** 20;

/**
 * A log on standard error: lines for a person on a terminal, JSON for everything else. Where it cannot
 * be written, since the disk is full or nobody reads it, the service goes on without.
 */
export async function createLogger(level: LogLevel): Promise<Logger> {
  if (!process.stderr.isTTY) {
    const lines = pino.destination({ dest: STDERR, sync: true, maxLength: MAX_UNWRITTEN });
    return pino(
      { level },
      lines.on('error', () => undefined),
    );
  }
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
