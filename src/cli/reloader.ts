import { inspect, isDeepStrictEqual } from 'node:util';
import type { CorsOptions } from '../cors/index.ts';
import type { RunningService } from '../serving/running-service.ts';
import { SETTINGS } from '../settings/settings.ts';
import type { Announcer } from './announcer.ts';
import { readCors } from './configuration/configuration.ts';
import {
  type ConfigurationSources,
  gatherOptions,
  valueAt,
} from './configuration/gather-options.ts';
import { originText } from './cors/origins-in-words.ts';
import { explainUserError } from './user-errors.ts';

// What SIGHUP does: reads foods and `cors` again; the text on settings that need a restart.

export interface ReloaderParts {
  readonly foodLookup: RunningService;
  readonly sources: ConfigurationSources;
  readonly announcer: Announcer;
  /** As they were gathered at the start. */
  readonly options: unknown;
  /** The `cors` options that apply since the start. */
  readonly cors: CorsOptions;
}

/** Reads the foods and the configuration again, for a service that goes on whatever happens. */
export class Reloader {
  readonly #parts: ReloaderParts;
  #cors: CorsOptions;

  constructor(parts: ReloaderParts) {
    this.#parts = parts;
    this.#cors = parts.cors;
  }

  /** The log says what has become of the foods. The `cors` options apply unless they have faults. */
  async reload(): Promise<void> {
    const { foodLookup, sources, announcer } = this.#parts;
    try {
      foodLookup.reload();
      const cors = await readCors(sources);
      const isChanged = !isDeepStrictEqual(cors.options, this.#cors);
      if (isChanged) foodLookup.setCheckedCors(cors);
      this.#cors = cors.options;
      const needRestart = await this.#changedOthers();
      const origins = originText(cors.options.origin);
      announcer.tell({
        event: 'reloading',
        facts: { cors: isChanged ? 'changed' : 'unchanged', origins, needRestart },
        message: [
          'Reloading the foods.',
          `The cors settings ${isChanged ? 'have changed' : 'are the same'}: ${origins}.`,
          ...(needRestart.length === 0
            ? []
            : [`Restart the service to apply ${needRestart.join(', ')}.`]),
        ].join(' '),
      });
    } catch (error) {
      const reason = explainUserError(error) ?? inspect(error);
      announcer.tellFault({
        event: 'reload-failed',
        facts: { reason },
        message: `The cors settings are unchanged.\n${reason}`,
      });
    }
  }

  /** Settings that are given otherwise than at the start, and apply only after the next one. */
  async #changedOthers(): Promise<string[]> {
    const { options } = await gatherOptions(this.#parts.sources);
    return SETTINGS.map(({ path }) => path).filter((path) => {
      const keys = path.split('.');
      const [before, now] = [valueAt(this.#parts.options, keys), valueAt(options, keys)];
      return !path.startsWith('cors.') && !isDeepStrictEqual(before, now);
    });
  }
}
