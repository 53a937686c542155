import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { ended, firstMatch, run, start } from './run.ts';

test('food-lookup index writes what serve --index starts from, twice the same', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-index-')), 'foods.index');
  const { code, stdout, stderr } = await run(['index', path, '--database', SMALL_DATABASE]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[\d,]+ foods of .* indexed into .*foods\.index \(\d+\.\d MB\)\n$/);
  const before = readFileSync(path);
  await run(['index', path, '--database', SMALL_DATABASE]);
  expect(readFileSync(path).equals(before)).toBe(true);
  const refused = await run(['index', SMALL_DATABASE, '--database', SMALL_DATABASE]);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('another kind of file is there. Name another one.');
});

test('serve says that the bundled foods need no index', async () => {
  const child = start(['serve', '--port', '0', '--index', 'foods.index']);
  const end = ended(child);
  await firstMatch(child, /listens at/);
  child.kill();
  expect((await end).stderr).toContain('foods.index\\" is not used: the bundled foods have one.');
});
