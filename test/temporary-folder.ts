import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FILE, SETTINGS } from '../src/settings/settings.ts';

// One temporary folder for everything that the tests write, and an environment without settings.

/**
 * Creates one folder for everything that the tests write, so that no test has to clean up. Removes
 * variables that change what the programs under test do or print.
 *
 * @returns a function that removes the folder after the run
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-tests-'));
  // PostgreSQL started by root runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  for (const { variable } of [...SETTINGS, CONFIG_FILE]) {
    delete process.env[variable];
    delete process.env[`${variable}_FILE`];
  }
  delete process.env.FORCE_COLOR;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
