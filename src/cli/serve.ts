import { stderr } from 'node:process';
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

// `food-lookup serve`: what it says when it starts and stops (SIGTERM, Ctrl-C), at once when asked
// again; reloads on SIGHUP.

/** For what is still to be written after a start has failed, in ms. */
const LAST_WORDS_MS = 500;

/**
 * Serves until the process is asked to end, by Ctrl-C or by a supervisor: then it answers the requests
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
  const told = stopOnSignal(foodLookup, announcer);
  const { options } = await gatherOptions(sources);
  const reloader = new Reloader({ foodLookup, sources, announcer, options, cors: settings.cors });
  // Not known to Windows.
  process.on('SIGHUP', () => void reloader.reload());
  // Loaded only where somebody looks.
  const progress = stderr.isTTY ? await import('./load-progress.ts') : undefined;
  let url: string;
  try {
    // While the data load, the port says that it is not ready.
    [url] = await Promise.all([foodLookup.listen(), foodLookup.load(progress?.showProgress())]);
  } catch (error) {
    // What fails because it is told to stop is nothing to report.
    if (told.aborted) return;
    await foodLookup.close();
    // A server that never answers would keep the process as long as its own time-out.
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
    if (!(error instanceof ListenError)) throw error;
    throw new ConfigurationError([{ where: names.place(error.setting), message: error.message }]);
  }
  const { store } = await database.open();
  announcer.tell(await startReport({ url, store: store.name }, foodLookup, settings));
}

/**
 * Stops the service when the process is asked to end, and ends at once when asked again.
 *
 * @returns aborted once the process was asked
 */
function stopOnSignal(foodLookup: FoodLookup, announcer: Announcer): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping.signal.aborted) process.exit(ExitCode.failure);
      stopping.abort();
      const message = `Stopping on ${signal}`;
      announcer.tell({ event: 'stopping', facts: { signal }, message, text: '' });
      await foodLookup.stop();
      announcer.tell({ event: 'stopped', message: 'Stopped', text: '' });
      process.exit(ExitCode.success);
    });
  }
  return stopping.signal;
}
