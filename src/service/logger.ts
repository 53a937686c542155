import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { FoodLookupSettings } from '../settings/check-settings.ts';

// Writes the log to stderr, as text or JSON. Drops lines if nobody reads it.

const STDERR = 2;

/** The lines of this thread's log, if stderr has a reader. */
let lines: LogLines | undefined;

/**
 * Creates a log on standard error, as text or JSON. If it cannot be written (the disk is full,
 * nobody reads it), the service works without it.
 */
export async function createLogger(
  { logLevel: level, logFormat }: Pick<FoodLookupSettings, 'logLevel' | 'logFormat'>,
  output: Pick<DestinationStream, 'write'> = standardError(),
): Promise<Logger> {
  if (logFormat === 'journal') {
    const write = (line: string) => output.write(priorityOf(line) + line);
    return pino({ level, base: null }, { write });
  }
  if (isJson(logFormat, process.stderr)) return pino({ level, base: null }, output);
  // This package is loaded only for text: a service that logs JSON does not need it.
  const { prettyFactory } = await import('pino-pretty');
  const toText = prettyFactory({
    ignore: 'reqId,event,foods,revision',
    translateTime: 'HH:MM:ss',
  });
  return pino({ level, base: null }, { write: (line) => output.write(toText(line)) });
}

function standardError(): DestinationStream {
  const stats = fstatSync(STDERR);
  // The reader of a pipe or a socket may stall.
  if (stats.isFIFO() || stats.isSocket()) {
    // A worker writes through the main thread, so that lines stay whole.
    lines ??= new LogLines(process.stderr);
    return lines;
  }
  const file = pino.destination({ dest: STDERR, sync: true, maxLength: MAX_UNREAD_BYTES });
  return file.on('error', () => undefined);
}

/** Syslog's priorities by level. If a line has no priority, journald uses 6. */
const PRIORITIES: Readonly<Record<string, string>> = {
  10: '<7>',
  20: '<7>',
  40: '<4>',
  50: '<3>',
  60: '<2>',
};

/**
 * Returns the prefix that tells journald the priority of a line. journald removes it from the
 * message; see SyslogLevelPrefix= in systemd.exec(5).
 */
function priorityOf(line: string): string {
  const [, level = ''] = /^{"level":(\d+)/.exec(line) ?? [];
  return PRIORITIES[level] ?? '';
}

/** Checks whether a stream gets JSON. With `auto`, it does if it is not a terminal. */
export function isJson(
  logFormat: FoodLookupSettings['logFormat'],
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
): boolean {
  return logFormat === 'auto' ? !isTTY : logFormat !== 'text';
}

/** How many bytes of unread lines are kept. Further lines are dropped. */
export const MAX_UNREAD_BYTES = 2 ** 20;

/**
 * Buffers lines for a reader that may stop reading: the service never waits for it. Counts dropped
 * lines, and reports their number once the log is read again.
 */
export class LogLines {
  readonly #to: Writable;
  readonly #log = pino({ level: 'warn', base: null }, this);
  #lost = 0;

  /** @param to a pipe or socket whose writes do not block */
  constructor(to: Writable) {
    this.#to = to;
    // Errors are ignored: there may be no reader.
    to.on('error', () => undefined);
    to.on('drain', () => {
      if (this.#lost === 0) return;
      const lost = this.#lost;
      this.#lost = 0;
      this.#log.warn(`The log was not read in time: ${lost} lines are lost`);
    });
  }

  write(line: string): void {
    if (this.#to.writableLength + line.length > MAX_UNREAD_BYTES) this.#lost++;
    else this.#to.write(line);
  }
}
