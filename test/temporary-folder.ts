import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// One temporary folder for all that the tests write.

/**
 * One folder for all that the tests write, removed after the run, so that no test has to clean up.
 *
 * @returns what removes the folder
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-tests-'));
  // A PostgreSQL that root starts runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
