import { type Logger, pino } from 'pino';
import type { LogLevel } from './food-lookup-options.ts';

const STDERR = 2;

/** A log on standard error: lines for a person on a terminal, JSON for everything else. */
export async function createLogger(level: LogLevel): Promise<Logger> {
  if (!process.stderr.isTTY) return pino({ level }, pino.destination(STDERR));
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
