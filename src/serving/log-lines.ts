import type { Writable } from 'node:stream';
import { pino } from 'pino';

// The log where nobody reads it: how many bytes wait, and what is said of lost lines.

/** Of lines that nobody reads, this many bytes are kept. What comes on top is lost. */
export const MAX_UNREAD_BYTES = 2 ** 20;

/**
 * Lines for a reader that may stop reading: the service never waits for it. Lines that are lost are
 * counted, and the log says how many when it is read again.
 */
export class LogLines {
  readonly #to: Writable;
  readonly #log = pino({ level: 'warn', base: null }, this);
  #lost = 0;

  /** @param to a pipe or socket; a write to it does not wait */
  constructor(to: Writable) {
    this.#to = to;
    // Without a reader, there is nobody to tell.
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
