import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SoakOptions } from './program.ts';

// Runs tests of the suite for longer: properties with more cases, and the page walked at random, as a model and
// in Chromium.

/** Runs the properties of the suite with many times as many cases (`test/runs.ts`), each time others. */
export async function runProperties({ count: times = 20 }: SoakOptions): Promise<string> {
  const folders = ['src', 'data', 'test/asking', 'test/search', 'test/postgres'];
  const files = [...folders, 'test/import-kill', 'test/import-variants'];
  await run(['--project', 'together', ...files], { PROPERTY_TIMES: String(times) });
  return `${times} times the cases of the suite: no property was broken.`;
}

/** The model of the page is walked ten times as far as the page in Chromium. */
const MODEL_STEPS = 10;

/**
 * Goes through all states of the page at four widths, in which nothing may move, then walks it at
 * random; says how far it came.
 */
export async function walkPage({ count: steps = 500, seed }: SoakOptions): Promise<string> {
  const named = ['--testTimeout', '0', '-t'];
  await run(['test/browser/page-shifts.test.ts', ...named, 'nothing moves'], {
    PAGE_STATES: 'all',
  });
  const walk = (file: string, count: number) =>
    run([file, ...named, 'random steps'], { PAGE_STEPS: String(count), PAGE_SEED: String(seed) });
  await walk('web/page/page-store.test.ts', steps * MODEL_STEPS);
  await walk('test/browser/page-walk.test.ts', steps);
  return `In no state anything moved by itself. ${steps * MODEL_STEPS} steps of the model and ${steps} in Chromium, seed ${seed}: no invariant was broken.`;
}

/** Runs tests with settings from the environment. @throws Error if one fails, which Vitest has printed */
async function run(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<void> {
  // Not through .bin, which has scripts of a shell on Windows.
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args];
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, vitest, { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args[0]} failed with ${JSON.stringify(settings)}.`);
}
