import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { queryObjects } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { firstMatch } from '../../test/cli/run.ts';
import { EGG } from '../../test/egg.ts';
import { portOfTest } from '../../test/port-of-test.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { tableOf } from '../../test/table-of.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup, openFilesWarning } from './create-food-lookup.ts';

const options = { port: 0, database: SMALL_DATABASE, logLevel: 'silent' } as const;

// This test comes first, so that nothing from other services is counted.
test('replaced data is freed, including the first data', async () => {
  const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-freed-')), 'foods.sqlite');
  const write = (description: string) => writeEntries(database, tableOf([{ ...EGG, description }]));
  await write('Egg, old');
  const service = await createFoodLookup({ ...options, database, refresh: 0 });
  onTestFinished(() => service.close());
  const sharedBlocks = () => queryObjects(SharedArrayBuffer, { format: 'count' });
  const before = sharedBlocks();
  expect(before).toBeGreaterThan(0);
  await write('Egg, new');
  service.reload();
  await expect.poll(() => service.dataStatus.reloads).toBe(1);
  // Each count collects all garbage.
  await expect.poll(sharedBlocks, { interval: 250 }).toBeLessThanOrEqual(before);
});

test('foods of the bundled table have numbers, as their types say', async () => {
  await using bundled = await createFoodLookup({ logLevel: 'silent' });
  const [egg] = await bundled.search('egg, whole', { fields: ['sodium_mg'] });
  expect((egg?.kcal ?? 0) / 2).toBeGreaterThan(0);
  await using own = await createFoodLookup(options);
  const [other] = await own.search('egg');
  // @ts-expect-error Another table may have texts.
  const kcal: number | null | undefined = other?.kcal;
  expect(kcal).toBeDefined();
});

test('listen returns the same address when called again', async () => {
  const foodLookup = await createFoodLookup(options);
  const [first, second] = await Promise.all([foodLookup.listen(), foodLookup.listen()]);
  expect(second).toBe(first);
  expect((await fetch(`${first}/api/food?q=egg`)).status).toBe(200);
  await foodLookup.close();
});

test.each(['close', Symbol.asyncDispose] as const)(
  'listen throws once the service is closed, whether or not it was listening (%s)',
  async (close) => {
    const foodLookup = await createFoodLookup(options);
    await foodLookup[close]();
    await expect(foodLookup.listen()).rejects.toThrow('Cannot listen: the service is closed.');
  },
);

test('close ends the listener, and may be called twice', async () => {
  const foodLookup = await createFoodLookup({ ...options, port: await portOfTest() });
  const url = await foodLookup.listen();
  await foodLookup.close();
  await foodLookup.close();
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('close during listen leaves no listener', async () => {
  for (const threads of [1, 2]) {
    const foodLookup = await createFoodLookup({ ...options, threads, page: 0 });
    const listened = foodLookup.listen();
    const outcome = expect(listened).rejects.toThrow();
    await foodLookup.close();
    await outcome;
    expect(foodLookup.pageUrl).toBe(undefined);
  }
});

const limits = (most: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${most}                 1048576              files     \n`;

test.each([
  ['2600', undefined],
  ['2599', 'This process may open 2599 files, too few for the 2500 connections of MAX_CONNECTIONS'],
  ['unlimited', undefined],
])('openFilesWarning of a limit of %s', (most, warning) => {
  expect(openFilesWarning(2_500, 'MAX_CONNECTIONS', limits(most))).toEqual(
    warning && expect.stringContaining(warning),
  );
});

test('openFilesWarning says nothing if the limits are unknown', () => {
  expect(openFilesWarning(2_500, 'MAX_CONNECTIONS', '')).toBeUndefined();
});

test.runIf(platform === 'linux')('a start with few file descriptors is logged', async () => {
  const program = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));
  const serve = [program, 'serve', '--port', '0', '--database', SMALL_DATABASE];
  const limited = ['-c', 'ulimit -n 200 && exec "$@"', 'sh', process.execPath, ...serve];
  const child = spawn('sh', limited, { env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await firstMatch(child, /\{"level":40.*may open.*\}/, child.stderr);
  expect(line).toContain('This process may open 200 files');
});
