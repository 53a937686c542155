import { pino } from 'pino';
import { expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { prepare } from '../data/prepare.ts';
import { createDescribeField, Serving } from './serving.ts';

test('after an application could not be created, a request creates it again, and close ends it', async () => {
  const { settings, database } = await prepare({ database: SMALL_DATABASE, rateLimit: 1 });
  await database.close();
  const serving = new Serving({
    settings,
    corsPolicy: settings.corsPolicy,
    health: { isReady: false, loadedAt: undefined, isStoreReachable: true },
    logger: pino({ level: 'silent' }),
    metrics: undefined,
    // Too short to read a word from it.
    rateCounts: new SharedArrayBuffer(1),
    reusePort: false,
  });
  const faultOf = () => serving.app().then(undefined, (fault: unknown) => fault);
  const [first, second] = [await faultOf(), await faultOf()];
  expect(first).toBeInstanceOf(RangeError);
  expect(second).toBeInstanceOf(RangeError);
  expect(second).not.toBe(first);
  await serving.close();
});

test('fields are described by their nutrients, and others by their names', () => {
  const describe = createDescribeField();
  expect(describe('iron_mg')).toEqual({
    name: 'iron_mg',
    title: 'Iron',
    unit: 'mg',
    infoods: 'FE',
    daily_value: 18,
  });
  const unknown = { unit: null, infoods: null, daily_value: null };
  expect(describe('fat_known')).toEqual({
    name: 'fat_known',
    title: 'Known fatty acid fractions, out of 3',
    ...unknown,
  });
  expect(describe('shelf')).toEqual({ name: 'shelf', title: 'shelf', ...unknown });
});
