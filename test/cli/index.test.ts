import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSettled } from '../../src/catalog/sqlite/connection.ts';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { startIndexServer } from '../index-server.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { tableOf } from '../table-of.ts';
import { ended, firstMatch, HAS_SIGNALS, run, start } from './run.ts';

test('food-lookup index writes the same index each time, and serve --index starts from it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-index-')), 'foods.index');
  // A file that was just written gets a new change mark at each reading.
  await expect.poll(() => isSettled(SMALL_DATABASE)).toBe(true);
  const { code, stdout, stderr } = await run(['index', path, '--database', SMALL_DATABASE]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^2 foods of .* indexed into .*foods\.index \(\d+\.\d MB\)\n$/);
  const before = readFileSync(path, 'latin1');
  await run(['index', path, '--database', SMALL_DATABASE]);
  expect(readFileSync(path, 'latin1')).toBe(before);
  const refused = await run(['index', SMALL_DATABASE, '--database', SMALL_DATABASE]);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('another kind of file is there. Use another path.');
});

test('food-lookup index --follow publishes each change for serve --follow, until it is stopped', async () => {
  const server = await startIndexServer();
  const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-index-')), 'foods.sqlite');
  const write = (description: string) => writeEntries(database, tableOf([{ ...EGG, description }]));
  await write('Egg one');
  const env = { DATABASE_URL: database, FOOD_REFRESH: '1' };
  const builder = start(['index', '--follow', '--to', server.address], { env });
  const end = ended(builder);
  const service = start(['serve', '--port', '0', '--follow', '--refresh', '1'], {
    env: { FOOD_INDEX: server.address },
  });
  const [, url = ''] = await firstMatch(service, /"url":"([^"]*)"/);
  const found = async () => (await fetch(`${url}/api/food?q=egg`)).text();
  expect(await found()).toContain('Egg one');
  await write('Egg two');
  await expect.poll(found).toContain('Egg two');
  builder.kill();
  if (HAS_SIGNALS) expect((await end).code).toBe(0);
});

test.each([
  ['a place', ['--follow'], '--to: Give a folder or a URL'],
  [
    'a place that is safe',
    ['--follow', '--to', 'http://8.8.8.8/a'],
    'Cannot use "http://8.8.8.8/a"',
  ],
  ['a file', [], 'error: give a file to write, or --follow --to <place>'],
])('food-lookup index requires %s', async (_, args, fault) => {
  const { code, stderr } = await run(['index', ...args]);
  expect([code !== 0, stderr]).toEqual([true, expect.stringContaining(fault)]);
});
