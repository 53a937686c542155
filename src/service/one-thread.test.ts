import { platform } from 'node:process';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { prepare } from '../data/startup-checks.ts';
import { createServingThreads } from './serving-threads.ts';

test.skipIf(platform !== 'linux').each([
  [{ threads: 1 }, []],
  [{ threads: 1, socket: '/s' }, []],
  [
    { threads: 2, socket: '/s' },
    ['Serving with one thread: a Unix socket cannot be shared among threads'],
  ],
  [
    { threads: 2, cors: { origin: () => true } },
    ['Serving with one thread: an origin function cannot be sent to other threads'],
  ],
])('with %o, one thread serves, and the log says why', async (options, warnings) => {
  const { settings, database } = await prepare({ database: SMALL_DATABASE, ...options });
  await database.close();
  const health = { isReady: false, loadedAt: undefined, isStoreReachable: true };
  const logged: unknown[] = [];
  const logger = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) });
  const start = { settings, health, rateCounts: undefined };
  expect(createServingThreads(start, logger)).toBeUndefined();
  expect(logged).toEqual(warnings);
});
