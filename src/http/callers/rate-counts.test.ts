import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createSharedCounts, RateCounts } from './rate-limit.ts';

const countsIn = (memory = createSharedCounts()) => new RateCounts(memory);

test('RateCounts counts each caller in its own minute', () => {
  const counts = countsIn();
  expect(counts.count('a', 5_000)).toEqual({ count: 1, remainingMs: 60_000 });
  expect(counts.count('a', 7_500)).toEqual({ count: 2, remainingMs: 57_500 });
  expect(counts.count('b', 64_999).count).toBe(1);
  expect(counts.count('a', 64_999)).toEqual({ count: 3, remainingMs: 1 });
  expect(counts.count('a', 65_000)).toEqual({ count: 1, remainingMs: 60_000 });
  expect(counts.count('b', 65_000).count).toBe(2);
});

test('RateCounts keeps the callers with the most requests if there are too many callers', () => {
  const counts = countsIn();
  const busy = Array.from({ length: 1_000 }, (_, n) => `busy ${n}`);
  for (const caller of busy) for (let n = 0; n < 3; n++) counts.count(caller, 0);
  for (let n = 0; n < 60_000; n++) counts.count(`passing ${n}`, 0);
  expect(new Set(busy.map((caller) => counts.count(caller, 0).count))).toEqual(new Set([4]));
});

test('RateCounts counts every request if threads count at the same time', async () => {
  const memory = createSharedCounts();
  const each = 20_000;
  const module = new URL('./rate-limit.ts', import.meta.url).href;
  const script = `
    const { workerData } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ RateCounts }) => {
      const counts = new RateCounts(workerData);
      for (let n = 0; n < ${each}; n++) counts.count('caller ' + (n % 4), 0);
    });`;
  const threads = [1, 2].map(() => new Worker(script, { eval: true, workerData: memory }));
  await Promise.all(threads.map((thread) => once(thread, 'exit')));
  const counts = countsIn(memory);
  expect([0, 1, 2, 3].map((n) => counts.count(`caller ${n}`, 0).count)).toEqual(
    Array(4).fill((2 * each) / 4 + 1),
  );
});
