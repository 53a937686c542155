import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Finds shared test data beside the checkout; tests are skipped without it.

const folder = resolve(
  process.env.FOOD_LOOKUP_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url)),
);

/**
 * Returns the path of a file in the shared folder beside the checkout; `undefined` if the file is
 * absent, so that a test can be skipped and say so.
 */
export function sharedFile(name: string): string | undefined {
  const path = resolve(folder, name);
  return existsSync(path) ? path : undefined;
}
