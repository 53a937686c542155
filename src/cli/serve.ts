import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { BUNDLED_DATABASE } from '../service/bundled-database.ts';
import { createFromChecked } from '../service/food-lookup.ts';
import { type ConfigurationSources, readConfiguration } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import { originText } from './origin-text.ts';

/** Serves until the process is asked to end, by Ctrl-C or by a supervisor. */
export async function serve(sources: ConfigurationSources): Promise<void> {
  const checked = await readConfiguration(sources);
  const { settings, database } = checked;
  // Loaded only where somebody looks.
  const progress = stderr.isTTY ? await import('./load-progress.ts') : undefined;
  const foodLookup = await createFromChecked(checked, progress?.showProgress());
  const url = await foodLookup.listen();
  const foods = foodLookup.size.toLocaleString('en');
  const source =
    settings.source.database === BUNDLED_DATABASE
      ? ' of USDA Standard Reference 28'
      : ` of ${database.store.name}`;
  stdout.write(
    `Food Lookup listens at ${pc.bold(url)}\n` +
      `  foods    ${foods}${source}\n` +
      `  origins  ${originText(settings.cors.origin)}\n` +
      (foodLookup.pageUrl === undefined ? '' : `  page     ${pc.cyan(foodLookup.pageUrl)}\n`) +
      `  try      ${pc.cyan(`${url}/api/food?q=cheese`)}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await foodLookup.close();
      // What is left waits for an answer that nobody will read, such as an origin function's.
      process.exit(ExitCode.success);
    });
  }
}
