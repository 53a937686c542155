import { once } from 'node:events';
import { statSync } from 'node:fs';
import { stdout } from 'node:process';
import { writeIndexFile } from '../data/index-file.ts';
import { IndexPublisher } from '../data/index-publisher.ts';
import { LiveData } from '../data/live-data.ts';
import { loadData } from '../data/load-data.ts';
import { createLogger } from '../service/logger.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { readConfiguration } from './configuration/configuration.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';

// `food-lookup index`: writes the index of the foods to a file for `serve --index`, or publishes it
// after each change for `serve --follow`.

const BYTES_PER_MB = 1_000_000;

/** Reads and indexes the foods once, and writes the index to a file for `serve --index`. */
export async function writeIndex(path: string, sources: ConfigurationSources): Promise<void> {
  const { settings, ...configured } = await readConfiguration(sources);
  await using database = configured.database;
  const opened = await database.open();
  const warn = (message: string) => void stdout.write(`${message}\n`);
  // Reads the table even if an index is set.
  const indexed = await loadData(opened, { source: settings.source }, warn);
  writeIndexFile(path, settings.source, indexed);
  const foods = (indexed.data.rows.starts.length - 1).toLocaleString('en');
  const size = (statSync(path).size / BYTES_PER_MB).toFixed(1);
  stdout.write(`${foods} foods of ${opened.store.name} indexed into ${path} (${size} MB)\n`);
}

/**
 * Follows the database until the process is told to stop, and publishes an index after each change.
 *
 * @param sources where the settings come from; `index` says where to publish
 */
export async function publishIndexes(sources: ConfigurationSources): Promise<void> {
  const { settings, database } = await readConfiguration(sources);
  const { source, index: location } = settings;
  if (location === undefined) {
    await database.close();
    const message = 'Give a folder or a URL to publish to.';
    throw new ConfigurationError([{ where: '--to', message }]);
  }
  const logger = await createLogger(settings);
  const publisher = new IndexPublisher(location, source, logger);
  const data = new LiveData({
    settings: { ...settings, index: undefined },
    database,
    logger,
    replace: (read, readAt) => {
      void publisher.publish(read, readAt);
      return { revision: read.rows.revision, everywhere: Promise.resolve() };
    },
    onChange: () => undefined,
  });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  // Keeps the process alive when nothing changes.
  using _running = setInterval(() => {}, 2 ** 30);
  try {
    await Promise.race([data.load(), stopped]);
    await stopped;
  } finally {
    await Promise.all([data.close(), publisher.close()]);
  }
}
