import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BUILT } from '../built.ts';

// The built service in a process of its own, which reports how long its event loop was held up.
const { createFoodLookup }: typeof import('../../src/index.ts') = await import(`${BUILT}index.js`);

const [, , database = ''] = process.argv;
const begin = performance.now();
const service = await createFoodLookup({
  port: 0,
  host: '127.0.0.1',
  database,
  refresh: 1,
  logLevel: 'silent',
});
const startMs = performance.now() - begin;
const url = await service.listen();
const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (message) => {
  if (message === 'begin') delay.enable();
  if (message === 'report') {
    const { rss } = process.memoryUsage();
    process.send?.({
      delayMs: delay.percentile(99.9) / 1e6,
      rss,
      reloads: service.dataStatus.reloads,
    });
  }
});
process.send?.({ url, startMs });
