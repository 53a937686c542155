import { copyFileSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';

test('a VACUUM INTO backup, renamed over the database, is served without a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-backup-'));
  const [database, backup] = [`${folder}/foods.sqlite`, `${folder}/backup.sqlite`];
  copyFileSync(SMALL_DATABASE, database);
  await using foodLookup = await createFoodLookup({ database, refresh: 0, logLevel: 'silent' });
  const before = await foodLookup.search('egg');
  const writer = new DatabaseSync(database);
  writer.prepare('VACUUM INTO ?').run(backup);
  writer.exec('DELETE FROM entries');
  writer.close();
  foodLookup.reload();
  await expect.poll(() => foodLookup.search('egg')).toEqual([]);
  renameSync(backup, database);
  foodLookup.reload();
  await expect.poll(() => foodLookup.search('egg')).toEqual(before);
  expect(before).not.toEqual([]);
});
