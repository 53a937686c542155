import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prepared } from '../../data/startup-checks.ts';
import { ConfigurationError } from '../../settings/configuration-error.ts';
import { readConfiguration } from './configuration.ts';

// Makes configuration files for tests, and reads configurations.

/** Creates a folder with these files. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Reads a configuration, and closes its database. */
export const read = (
  flags: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  folder = folderWith(),
) => readConfiguration({ flags, env, folder }).then(readSettings);

/** Returns the faults in a configuration, each with the setting's name. */
export async function faultsOf(configuration: Promise<unknown>): Promise<string[]> {
  const error: unknown = await configuration.catch((caught: unknown) => caught);
  if (!(error instanceof ConfigurationError)) throw new Error(`no faults: ${String(error)}`);
  return error.faults.map(({ where, message }) => `${where} | ${message}`);
}

async function readSettings({ settings, database }: Prepared) {
  await database.close();
  return settings;
}
