import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// One temporary folder for everything that the tests write.

/**
 * Creates one folder for everything that the tests write, so that no test has to clean up.
 *
 * @returns a function that removes the folder after the run
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-tests-'));
  // PostgreSQL started by root runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
