import { stderr, stdout } from 'node:process';
import { isJson } from '../serving/logger.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';

// The form of what `serve` prints, text or JSON with level and time; serve.ts, start-report.ts,
// reloader.ts have the sentences.

/** Something that the service does, to be told. */
export interface Announcement {
  /** Its name for programs, in kebab case. Stable: they may rely on it. */
  readonly event: string;
  /** The facts, for programs. */
  readonly facts?: object;
  /** In a sentence. */
  readonly message: string;
  /** For people, instead of the sentence. */
  readonly text?: string;
}

/** The levels of pino, whose lines the log has. */
const LEVELS = { info: 30, error: 50 };

/** Tells what the service does: as text for people, as a line of JSON for programs. */
export class Announcer {
  readonly #logFormat: FoodLookupSettings['logFormat'];

  constructor(logFormat: FoodLookupSettings['logFormat']) {
    this.#logFormat = logFormat;
  }

  tell(announcement: Announcement): void {
    this.#write(stdout, LEVELS.info, announcement);
  }

  tellFault(announcement: Announcement): void {
    this.#write(stderr, LEVELS.error, announcement);
  }

  #write(
    stream: NodeJS.WriteStream,
    level: number,
    { event, facts, message, text = `${message}\n` }: Announcement,
  ): void {
    const line = { level, time: Date.now(), event, ...facts, msg: message };
    stream.write(isJson(this.#logFormat, stream) ? `${JSON.stringify(line)}\n` : text);
  }
}
