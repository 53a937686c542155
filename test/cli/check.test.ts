import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { run } from './run.ts';

test('food-lookup check counts the foods that searches cannot find', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-check-')), 'foods.sqlite');
  await writeEntries(path, tableOf([EGG, { ...EGG, description: null }]));
  const { stdout } = await run(['check', path]);
  expect(stdout).toContain('\nsearch: 1 of them by name; without a usable name: 1\n');
});
