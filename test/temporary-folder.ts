import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FILE, SETTINGS } from '../src/settings/settings.ts';

// One temporary folder for everything that the tests write, and an environment without settings.

/** Variables that change how Node.js, npm, PostgreSQL and packages work. Vitest needs NODE_ENV. */
const ALTERING =
  /^(DEBUG|FORCE_COLOR|LANG|LANGUAGE|TZ|LC_.*|PG.*|SSL.*|npm_config_.*|NODE_(?!ENV$|V8_).*|.*_proxy)$/i;

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
  for (const name of Object.keys(process.env)) if (ALTERING.test(name)) delete process.env[name];
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
