import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import { EGG } from './egg.ts';
import { tableOf } from './table-of.ts';

// A database of two foods.

/** A database of two foods, which loads at once, for tests that are not about the foods. */
export const SMALL_DATABASE = join(mkdtempSync(join(tmpdir(), 'food-lookup-')), 'small.sqlite');

await writeEntries(SMALL_DATABASE, tableOf([EGG, { ...EGG, description: 'Bread, egg' }]));
