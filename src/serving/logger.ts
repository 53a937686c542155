import { fstatSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { LogLines, MAX_UNREAD_BYTES } from './log-lines.ts';

// The log on standard error: when it is text and when JSON, its level and its fields.

const STDERR = 2;

/** Of this thread, once it has a reader. */
let lines: LogLines | undefined;

/**
 * A log on standard error, as text or as JSON. Where it cannot be written, since the disk is full or
 * nobody reads it, the service goes on without.
 */
export async function createLogger({
  logLevel: level,
  logFormat,
}: Pick<FoodLookupSettings, 'logLevel' | 'logFormat'>): Promise<Logger> {
  const output = standardError();
  if (isJson(logFormat, process.stderr)) return pino({ level, base: null }, output);
  // Loaded only where somebody looks: it is not needed to serve.
  const { prettyFactory } = await import('pino-pretty');
  const toText = prettyFactory({
    ignore: 'reqId,event,foods,revision',
    translateTime: 'HH:MM:ss',
  });
  return pino({ level, base: null }, { write: (line) => output.write(toText(line)) });
}

function standardError(): DestinationStream {
  if (hasReader()) {
    // Of a thread, this goes through the main thread, so that no line is torn.
    lines ??= new LogLines(process.stderr);
    return lines;
  }
  const file = pino.destination({ dest: STDERR, sync: true, maxLength: MAX_UNREAD_BYTES });
  return file.on('error', () => undefined);
}

/** Whether standard error is a pipe or socket, whose reader may stall. */
function hasReader(): boolean {
  const stats = fstatSync(STDERR);
  return stats.isFIFO() || stats.isSocket();
}

/** Whether what is written to a stream is JSON: on request, and where no terminal shows it. */
export function isJson(
  logFormat: FoodLookupSettings['logFormat'],
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
): boolean {
  return logFormat === 'auto' ? !isTTY : logFormat === 'json';
}
