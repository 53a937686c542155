import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Not through .bin, which has scripts of a shell on Windows. */
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/**
 * Runs the properties of the suite with many times as many cases (`test/runs.ts`), each time others.
 *
 * @throws Error with what Vitest prints, where a case fails.
 */
export async function runProperties(times: number): Promise<string> {
  const env = { ...process.env, PROPERTY_TIMES: String(times) };
  const files = [
    'src',
    'data',
    'test/asking',
    'test/search',
    'test/postgres',
    'test/import-kill',
    'test/import-variants',
  ];
  const args = [VITEST, 'run', '--project', 'together', ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    ...{ cwd: PROJECT, env },
    maxBuffer: 2 ** 27,
  });
  return `${times} times the cases of the suite: ${stdout.trim().split('\n').at(-1)}.`;
}
