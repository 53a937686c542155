import { once } from 'node:events';
import { availableParallelism, constants, platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { SMALL_DATABASE } from '../../../test/small-database.ts';
import { createSqliteStore } from '../sqlite/store.ts';
import { loadInThread } from './load-in-thread.ts';

test.runIf(platform() === 'linux')(
  'loadInThread counts the time spent yielding to busy threads as waiting',
  async () => {
    // The loading thread yields to these threads of the lowest priority, but not for long.
    const spin = `require('node:os').setPriority(${constants.priority.PRIORITY_LOW}); for (;;);`;
    const busy = Array.from(
      { length: availableParallelism() },
      () => new Worker(spin, { eval: true }),
    );
    onTestFinished(async () => void (await Promise.all(busy.map((one) => one.terminate()))));
    await Promise.all(busy.map((one) => once(one, 'online')));
    const store = createSqliteStore({ database: SMALL_DATABASE });
    const load = () =>
      loadInThread(store, { database: SMALL_DATABASE }, undefined, new AbortController().signal);
    const timed = async () => {
      const begin = performance.now();
      const { data, waitedMs } = await load();
      expect(waitedMs).toBeLessThan(performance.now() - begin);
      expect(data.rows.starts).toHaveLength(3);
      return waitedMs;
    };
    await expect.poll(timed).toBeGreaterThan(0);
  },
);
