import { pino } from 'pino';
import { expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { prepare } from '../data/startup-checks.ts';
import { ApiServer } from './api-server.ts';

test('if creating the application fails, the next request tries again, and the server can be closed', async () => {
  const { settings, database } = await prepare({ database: SMALL_DATABASE, rateLimit: 1 });
  await database.close();
  const server = new ApiServer({
    settings,
    corsPolicy: settings.corsPolicy,
    health: { isReady: false, loadedAt: undefined, isStoreReachable: true },
    logger: pino({ level: 'silent' }),
    metrics: undefined,
    // This memory is too short for any count, so creating the application throws.
    rateCounts: new SharedArrayBuffer(1),
    reusePort: false,
  });
  const faultOf = () => server.app().then(undefined, (fault: unknown) => fault);
  const [first, second] = [await faultOf(), await faultOf()];
  expect(first).toBeInstanceOf(RangeError);
  expect(second).toBeInstanceOf(RangeError);
  expect(second).not.toBe(first);
  await server.close();
});
