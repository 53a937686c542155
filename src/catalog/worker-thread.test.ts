import { once } from 'node:events';
import { getPriority, platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ThreadError, threadError } from './worker-thread.ts';

const withCode = (code: string) => Object.assign(new Error('reason'), { code });

test.each([
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
])('a thread that ends with %s is reported as a lack of resources', (code) => {
  const cause = withCode(code);
  const error = threadError(cause);
  expect(error).toBeInstanceOf(ThreadError);
  expect(error).toMatchObject({
    name: 'ThreadError',
    cause,
    message:
      'A thread cannot start (reason): raise the limit on threads or files (pids.max, TasksMax, ulimit -u, ulimit -n), or lower --threads.',
  });
});

test('other errors of a thread are unchanged', () => {
  for (const error of [withCode('ENOENT'), new Error('reason'), 'reason']) {
    expect(threadError(error)).toBe(error);
  }
});

/** Evaluates an expression in a new thread, where `readingAs` changes how files are read. */
async function inThread(expression: string): Promise<unknown> {
  const script = `
    const { parentPort } = require('node:worker_threads');
    const { getPriority } = require('node:os');
    const readingAs = (read) => {
      require('node:fs').readFileSync = read;
      require('node:module').syncBuiltinESMExports();
    };
    import('${new URL('worker-thread.ts', import.meta.url)}').then(
      ({ cpuWaitMs, lowerPriority }) => parentPort.postMessage(${expression}),
    );`;
  const [seen]: unknown[] = await once(new Worker(script, { eval: true }), 'message');
  return seen;
}

test.runIf(platform() === 'linux')('lowerPriority affects its own thread', async () => {
  const before = getPriority();
  const seen = await inThread('[1, 99].map((n) => (lowerPriority(n), getPriority()))');
  expect(seen).toEqual([Math.min(before + 1, 19), 19]);
  expect(getPriority()).toBe(before);
});

test.each([
  ['as Linux writes it', "'5000000 2000000 7'", 2],
  ['in an unknown format', "''", 0],
  ['that is missing', "{ throw new Error('no such file'); }", 0],
])('cpuWaitMs reads a file %s as %d ms', async (_, content, ms) => {
  expect(await inThread(`(readingAs(() => ${content}), cpuWaitMs())`)).toBe(ms);
});
