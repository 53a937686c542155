import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';

const egg = {
  carbohydrate_g: 0.72,
  protein_g: 12.56,
  fa_sat_g: 3.126,
  fa_mono_g: 3.658,
  fa_poly_g: 1.911,
  kcal: 143,
};

/** A database of two foods, for tests that look at anything but the foods: it is loaded at once. */
export const SMALL_DATABASE = join(mkdtempSync(join(tmpdir(), 'food-lookup-')), 'small.sqlite');

writeEntries(SMALL_DATABASE, [
  { ...egg, description: 'Egg, whole, raw, fresh' },
  { ...egg, description: 'Bread, egg' },
]);
