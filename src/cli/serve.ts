import { closeSync, openSync } from 'node:fs';
import { stderr } from 'node:process';
import { isatty } from 'node:tty';
import { ListenError } from '../http/server/listen-error.ts';
import { createService } from '../serving/create-service.ts';
import type { FoodLookup } from '../serving/food-lookup.ts';
import { readVersion } from '../serving/version.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { Announcer } from './announcer.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { type ConfigurationSources, gatherOptions } from './configuration/gather-options.ts';
import { ExitCode } from './exit-code.ts';
import { Reloader } from './reloader.ts';
import { startReport } from './start-report.ts';

// `food-lookup serve`: what it says when it starts and stops (SIGTERM, Ctrl-C, a closed terminal), at
// once when asked again; reloads on SIGHUP.

/** For what is still to be written after a start has failed, in ms. */
const LAST_WORDS_MS = 500;

/** The terminal of a process, whatever its input and output are. */
const TERMINAL = '/dev/tty';

/**
 * Serves until the process is asked to end, by Ctrl-C, by a supervisor or with its terminal: then it answers the requests
 * under way. Asked again, it ends at once.
 */
export async function serve(sources: ConfigurationSources): Promise<void> {
  const prepared = await readConfiguration(sources);
  const { settings, database, names } = prepared;
  const foodLookup = await createService(prepared);
  const announcer = new Announcer(settings.logFormat);
  const version = readVersion();
  const message = `Food Lookup ${version} starts`;
  announcer.tell({ event: 'starting', facts: { version, pid: process.pid }, message, text: '' });
  const stopping = new AbortController();
  const stop = stopper(foodLookup, announcer, stopping);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const { options } = await gatherOptions(sources);
  const reloader = new Reloader({ foodLookup, sources, announcer, options, cors: settings.cors });
  const isInTerminal = [0, 1, 2].some(isatty) && hasTerminal();
  // Not known to Windows. A terminal that is closed sends it, too.
  process.on('SIGHUP', (signal) => {
    if (isInTerminal && !hasTerminal()) void stop(signal);
    else void reloader.reload();
  });
  // Loaded only where somebody looks.
  const progress = stderr.isTTY ? await import('./load-progress.ts') : undefined;
  let url: string;
  try {
    // While the data load, the port says that it is not ready.
    [url] = await Promise.all([foodLookup.listen(), foodLookup.load(progress?.showProgress())]);
  } catch (error) {
    // What fails because it is told to stop is nothing to report.
    if (stopping.signal.aborted) return;
    await foodLookup.close();
    // A server that never answers would keep the process as long as its own time-out.
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
    if (!(error instanceof ListenError)) throw error;
    throw new ConfigurationError([{ where: names.place(error.setting), message: error.message }]);
  }
  const { store } = await database.open();
  announcer.tell(await startReport({ url, store: store.name }, foodLookup, settings));
}

/** Stops the service when it is called with a signal, and ends the process at once when called again. */
function stopper(foodLookup: FoodLookup, announcer: Announcer, stopping: AbortController) {
  return async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping.signal.aborted) process.exit(ExitCode.failure);
    stopping.abort();
    const message = `Stopping on ${signal}`;
    announcer.tell({ event: 'stopping', facts: { signal }, message, text: '' });
    await foodLookup.stop();
    announcer.tell({ event: 'stopped', message: 'Stopped', text: '' });
    process.exit(ExitCode.success);
  };
}

/** Whether the process has a terminal: none once that is closed, nor under systemd or setsid. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync(TERMINAL, 'r'));
    return true;
  } catch {
    return false;
  }
}
