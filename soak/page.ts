import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Walks the page at random, as a model and in Chromium.

/** The model of the page is walked ten times as far as the page in Chromium. */
const MODEL_STEPS = 10;

/**
 * Goes through all states of the page at four widths, in which nothing may move, then walks it at
 * random, as a model and in Chromium; says how far it came.
 */
export async function walkPage(steps: number, seed: number): Promise<string> {
  await run('test/browser/page-shifts.test.ts', 'nothing moves', { PAGE_STATES: 'all' });
  const walk = (file: string, count: number) =>
    run(file, 'random steps', { PAGE_STEPS: String(count), PAGE_SEED: String(seed) });
  await walk('web/page/page-store.test.ts', steps * MODEL_STEPS);
  await walk('test/browser/page-walk.test.ts', steps);
  return `In no state anything moved by itself. ${steps * MODEL_STEPS} steps of the model and ${steps} in Chromium, seed ${seed}: no invariant was broken.`;
}

/** Runs the tests of a file that have a name, with settings from the environment. */
async function run(file: string, name: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', file, '-t', name, '--testTimeout', '0'];
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, vitest, { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} failed with ${JSON.stringify(settings)}.`);
}
