import { statSync } from 'node:fs';
import { stdout } from 'node:process';
import { pino } from 'pino';
import { writeIndexFile } from '../data/index-file.ts';
import { loadData } from '../data/live-data.ts';
import { readConfiguration } from './configuration/configuration.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';

// `food-lookup index`: writes the index of the foods into a file for `serve --index`.

const BYTES_PER_MB = 1_000_000;

/** Reads and indexes the foods once, and writes them into a file that `serve --index` starts from. */
export async function writeIndex(path: string, sources: ConfigurationSources): Promise<void> {
  const { settings, database } = await readConfiguration(sources);
  try {
    const opened = await database.open();
    const warnings = pino(
      { level: 'warn' },
      { write: (line) => void stdout.write(warningIn(line)) },
    );
    // Read from the table, whatever index there is.
    const indexed = await loadData(opened, { source: settings.source }, warnings);
    writeIndexFile(path, settings.source, indexed);
    const foods = (indexed.data.rows.starts.length - 1).toLocaleString('en');
    const size = (statSync(path).size / BYTES_PER_MB).toFixed(1);
    stdout.write(`${foods} foods of ${opened.store.name} indexed into ${path} (${size} MB)\n`);
  } finally {
    await database.close();
  }
}

function warningIn(line: string): string {
  const { msg }: { msg?: unknown } = JSON.parse(line);
  return `${String(msg)}\n`;
}
