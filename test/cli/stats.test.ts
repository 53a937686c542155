import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { listening } from '../http/listening.ts';
import { send } from '../http/send.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { run, waitLong } from './run.ts';

/**
 * Starts a service with an open metrics port, runs these searches, and returns the flags for
 * querying it.
 */
async function searched(options: FoodLookupOptions, texts: readonly string[]): Promise<string[]> {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    fields: ['*'],
    ...options,
  });
  onTestFinished(() => service.close());
  waitLong();
  const url = await service.listen();
  for (const text of texts) await send(url, { path: `/api/food?q=${encodeURIComponent(text)}` });
  // This search finds nothing because of its condition, so it must not be counted.
  const narrowed = await send(url, { path: '/api/food?q=egg&where=kcal%3C0' });
  expect([narrowed.status, narrowed.body]).toEqual([200, '[]']);
  const { port } = new URL(service.metricsUrl ?? '');
  return ['--metrics-host', '127.0.0.1', '--metrics-port', port];
}

test.each([1, 2])(
  'food-lookup stats prints searches without results, from %i threads',
  async (threads) => {
    const texts = ['Tofú', ...Array.from({ length: 9 }, () => 'tofu'), 'egg', 'a\u001b[2Jb'];
    const flags = await searched({ countMisses: true, threads }, texts);
    const stats = await run(['stats', ...flags]);
    expect(stats).toMatchObject({ code: 0, stderr: '' });
    expect(stats.stdout).toBe('11 searches found nothing since startup\n10  tofu\n 1  a [2jb\n');
    const { stdout } = await run(['stats', '--json', ...flags]);
    expect(JSON.parse(stdout)).toEqual({
      total: 11,
      texts: [
        { text: 'tofu', count: 10 },
        { text: 'a\u001b[2jb', count: 1 },
      ],
    });
  },
);

test('food-lookup stats says what is missing', async () => {
  expect(await run(['stats'])).toEqual({
    code: 1,
    stdout: '',
    stderr: "Set the service's metrics port: --metrics-port (METRICS_PORT).\n",
  });
  const notCounted = await run(['stats', ...(await searched({}, ['tofu']))]);
  expect(notCounted.code).toBe(1);
  expect(notCounted.stderr).toMatch(
    /: Searches that find nothing are not counted: start with --count-misses/,
  );
  const other = new URL(await listening(createServer((_, response) => response.end('<p>'))));
  const strange = ['stats', '--metrics-host', other.hostname, '--metrics-port', other.port];
  expect((await run(strange)).stderr).toMatch(/: another program answers there\.\n$/);
  const alone = await run(['serve', '--count-misses']);
  expect(alone.stderr).toBe(
    '--count-misses: The counts can only be read on the metrics port. Set --metrics-port too.\n',
  );
});
