import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BUILT } from '../built.ts';

// Runs the service in a process, for the bench of reloads.

// The built service in a process of its own, which reports how long its event loop was held up.
const { createFoodLookup }: typeof import('../../src/index.ts') = await import(`${BUILT}index.js`);

/** What the process says once it listens. */
export interface Started {
  readonly url: string;
  readonly startMs: number;
}

/** What it says when it is asked, of the time since it was told to begin. */
export interface Report {
  readonly delayMs: number;
  /** CPU time of all threads, those that load included. */
  readonly cpuMs: number;
  readonly rss: number;
}

const [, , database = ''] = process.argv;
const begin = performance.now();
const service = await createFoodLookup({
  port: 0,
  host: '127.0.0.1',
  database,
  refresh: 1,
  // It says how long a change took to load.
  logLevel: 'info',
});
const startMs = performance.now() - begin;
const url = await service.listen();
const delay = monitorEventLoopDelay({ resolution: 1 });
let cpu = process.cpuUsage();
process.on('message', (message) => {
  if (message === 'begin') {
    delay.enable();
    cpu = process.cpuUsage();
  }
  if (message === 'report') {
    const { user, system } = process.cpuUsage(cpu);
    const report: Report = {
      delayMs: delay.percentile(99.9) / 1e6,
      cpuMs: (user + system) / 1000,
      rss: process.memoryUsage.rss(),
    };
    process.send?.(report);
  }
});
process.send?.({ url, startMs } satisfies Started);
