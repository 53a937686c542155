import { lookup } from 'node:dns/promises';
import { stderr, stdout } from 'node:process';
import { inspect } from 'node:util';
import pc from 'picocolors';
import { BUNDLED_DATABASE } from '../data/bundled-database.ts';
import { isThisMachine } from '../http/server/host-rule.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { createService } from '../serving/create-food-lookup.ts';
import type { FoodLookup } from '../serving/food-lookup.ts';
import type { RunningService } from '../serving/running-service.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { readConfiguration, readCors } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import type { ConfigurationSources } from './gather-options.ts';
import { originText } from './origin-text.ts';
import { explainUserError } from './user-errors.ts';

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
  const told = stopOnSignal(foodLookup);
  // Not known to Windows.
  process.on('SIGHUP', () => void reload(foodLookup, sources));
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
  const foods = foodLookup.size.toLocaleString('en');
  const source =
    settings.source.database === BUNDLED_DATABASE
      ? ' of USDA Standard Reference 28'
      : ` of ${store.name}`;
  stdout.write(
    `Food Lookup listens at ${pc.bold(url)}\n` +
      `  foods    ${foods}${source}\n` +
      `  key      ${keyText(foodLookup.key)}\n` +
      `  origins  ${originText(settings.cors.origin)}\n` +
      `  reach    ${await reachText(settings)}\n` +
      (foodLookup.pageUrl === undefined ? '' : `  page     ${pc.cyan(foodLookup.pageUrl)}\n`) +
      (foodLookup.metricsUrl === undefined
        ? ''
        : `  metrics  ${pc.cyan(foodLookup.metricsUrl)}\n`) +
      (settings.socket === undefined ? `  try      ${pc.cyan(`${url}/api/food?q=cheese`)}\n` : ''),
  );
}

/**
 * Stops the service when the process is asked to end, and ends at once when asked again.
 *
 * @returns aborted once the process was asked
 */
function stopOnSignal(foodLookup: FoodLookup): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping.signal.aborted) process.exit(ExitCode.failure);
      stopping.abort();
      await foodLookup.stop();
      process.exit(ExitCode.success);
    });
  }
  return stopping.signal;
}

/** How to look up one food, or why that is not possible. */
function keyText(key: string | undefined): string {
  return key === undefined
    ? 'none is unique; name one with --key'
    : `${key} (GET /api/food/{${key}})`;
}

/** Who can send requests, before any origin matters. */
async function reachText({ host, allowedHosts }: FoodLookupSettings): Promise<string> {
  const names = allowedHosts.length === 0 ? '' : `, also as ${allowedHosts.join(', ')}`;
  const addresses = await lookup(host, { all: true });
  if (addresses.every(({ address }) => isThisMachine(address))) return `this machine only${names}`;
  const address = ['0.0.0.0', '::'].includes(host) ? 'any address of this machine' : host;
  return `everyone who can reach ${address}${names}`;
}

/** Reads the foods again and applies the `cors` of the configuration, unless it has faults. */
async function reload(foodLookup: RunningService, sources: ConfigurationSources): Promise<void> {
  foodLookup.reload();
  try {
    const cors = await readCors(sources);
    foodLookup.setCheckedCors(cors);
    stdout.write(
      `Reloading the foods and the cors settings (${originText(cors.options.origin)}). Others need a restart.\n`,
    );
  } catch (error) {
    // Whatever it is, the service goes on.
    const explanation = explainUserError(error) ?? inspect(error);
    stderr.write(`The cors settings are unchanged.\n${explanation}\n`);
  }
}
