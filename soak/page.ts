import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The model of the page is walked ten times as far as the page in Chromium. */
const MODEL_STEPS = 10;

/** Walks the page at random, as a model and in Chromium, and says how far it came. */
export async function walkPage(steps: number, seed: number): Promise<string> {
  await walk('web/page/page-store.test.ts', steps * MODEL_STEPS, seed);
  await walk('test/browser/page-walk.test.ts', steps, seed);
  return `${steps * MODEL_STEPS} steps of the model and ${steps} in Chromium, seed ${seed}: no invariant was broken.`;
}

async function walk(file: string, steps: number, seed: number): Promise<void> {
  const env = { ...process.env, PAGE_STEPS: String(steps), PAGE_SEED: String(seed) };
  const options = [
    'node_modules/vitest/vitest.mjs',
    'run',
    file,
    '-t',
    'random steps',
    '--testTimeout',
    '0',
  ];
  const child = spawn(process.execPath, options, { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The walk of ${file} failed with seed ${seed}.`);
}
