import { closeSync, openSync } from 'node:fs';
import { stderr } from 'node:process';
import { isatty } from 'node:tty';
import { inspect, isDeepStrictEqual } from 'node:util';
import { withoutPassword } from '../catalog/database-error.ts';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { createService } from '../service/create-food-lookup.ts';
import type { FoodLookup } from '../service/food-lookup.ts';
import type { RunningService } from '../service/running-service.ts';
import { readVersion } from '../settings/build-info.ts';
import { ConfigurationError, explainUserError } from '../settings/configuration-error.ts';
import { SETTINGS } from '../settings/settings.ts';
import { type Announcement, announce, originText, startReport } from './announcer.ts';
import { readConfiguration, readCors } from './configuration/configuration.ts';
import {
  type ConfigurationSources,
  gatherOptions,
  valueAt,
} from './configuration/gather-options.ts';
import { createBar, ExitCode } from './output.ts';

// `food-lookup serve`: starts the service, stops it on SIGTERM, Ctrl-C or a closed terminal, and
// reloads on SIGHUP. A second signal ends the process immediately.

/** Time to write remaining output after a failed start, in ms. */
const FINAL_OUTPUT_MS = 500;

/** The controlling terminal, even if input and output are redirected. */
const TERMINAL = '/dev/tty';

/**
 * Serves until stopped by Ctrl-C, a signal from a supervisor, or a closed terminal. Then finishes
 * the requests in progress. A second signal ends the process immediately.
 */
export async function serve(sources: ConfigurationSources): Promise<void> {
  const prepared = await readConfiguration(sources);
  const { settings, database, names } = prepared;
  const foodLookup = await createService(prepared);
  const tell: Tell = (announcement) => announce(settings.logFormat, announcement);
  const version = readVersion();
  const message = `Food Lookup ${version} starts`;
  tell({ event: 'starting', facts: { version, pid: process.pid }, message, text: '' });
  const stopping = new AbortController();
  const stop = stopper(foodLookup, tell, stopping);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const { options } = await gatherOptions(sources);
  const isInTerminal = [0, 1, 2].some(isatty) && hasTerminal();
  // Closing a terminal sends this signal, too.
  process.on('SIGHUP', (signal) => {
    if (isInTerminal && !hasTerminal()) void stop(signal);
    else void reload(foodLookup, sources, tell, options);
  });
  const progress = stderr.isTTY ? await showProgress() : undefined;
  let url: string;
  try {
    // While the data is loading, the service responds "not ready".
    [url] = await Promise.all([foodLookup.listen(), foodLookup.load(progress)]);
  } catch (error) {
    // Failures that are caused by stopping are not reported.
    if (stopping.signal.aborted) return;
    await foodLookup.close();
    // Ends the process. A database that never responds would keep it alive until the driver's
    // timeout.
    setTimeout(() => process.exit(), FINAL_OUTPUT_MS).unref();
    if (!(error instanceof ListenError)) throw error;
    const where = names.locate(error.setting);
    throw new ConfigurationError([{ where, message: error.message }], true);
  }
  const { follow, index = '' } = settings;
  const store = follow ? withoutPassword(index) : (await database.open()).store.name;
  tell(await startReport({ url, store }, foodLookup, settings));
}

/** Tables with at most this many rows load too fast for a progress bar. */
const SMALL_TABLE = 50_000;

/** Shows a progress bar on a terminal while a large table is loading. */
async function showProgress(): Promise<LoadProgress> {
  const bar = await createBar(
    'loading foods {bar} {percentage} % of {total}, {eta_formatted} to go',
  );
  return (loaded, total) => {
    if (total <= SMALL_TABLE) return;
    if (!bar.isActive) bar.start(total, 0);
    bar.update(loaded);
    if (loaded >= total) bar.stop();
  };
}

type Tell = (announcement: Announcement) => void;

/**
 * Returns a signal handler that stops the service or, when called again, ends the process
 * immediately.
 */
function stopper(foodLookup: FoodLookup, tell: Tell, stopping: AbortController) {
  return async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping.signal.aborted) process.exit(ExitCode.failure);
    stopping.abort();
    const message = `Stopping on ${signal}`;
    tell({ event: 'stopping', facts: { signal }, message, text: '' });
    await foodLookup.stop();
    tell({ event: 'stopped', message: 'Stopped', text: '' });
    process.exit(ExitCode.success);
  };
}

/**
 * Checks whether the process has a controlling terminal. There is none after the terminal was
 * closed, or under systemd or setsid.
 */
function hasTerminal(): boolean {
  try {
    closeSync(openSync(TERMINAL, 'r'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reloads the foods and the `cors` options. If the options have faults, the service keeps the
 * previous ones.
 *
 * @param before the options at startup
 */
async function reload(
  foodLookup: RunningService,
  sources: ConfigurationSources,
  tell: Tell,
  before: unknown,
): Promise<void> {
  try {
    foodLookup.reload();
    const cors = await readCors(sources);
    const isChanged = foodLookup.setCheckedCors(cors);
    const needRestart = changedOthers(before, (await gatherOptions(sources)).options);
    const origins = originText(cors.options.origin);
    tell({
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
    tell({
      event: 'reload-failed',
      isFault: true,
      facts: { reason },
      message: `The cors settings are unchanged.\n${reason}`,
    });
  }
}

/** Returns the settings that have changed since startup and apply only after a restart. */
function changedOthers(before: unknown, now: unknown): string[] {
  return SETTINGS.map(({ path }) => path).filter((path) => {
    const keys = path.split('.');
    const isSame = isDeepStrictEqual(valueAt(before, keys), valueAt(now, keys));
    return !path.startsWith('cors.') && !isSame;
  });
}
