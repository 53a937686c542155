import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { oneIn } from '../../test/runs.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { encodeCatalog } from '../catalog/table/catalog-file.ts';
import { BUNDLED_FOODS } from '../settings/bundled-foods.ts';
import {
  bundledCatalogPath,
  bundledLabel,
  bundledSource,
  readBundledCatalog,
} from './bundled-catalog.ts';
import { openDatabase } from './open-database.ts';

/** The folder of the built code. */
const CODE = fileURLToPath(new URL('../../dist/', import.meta.url));

// One of the catalogs is enough, since the same code makes all of them.
test.each(oneIn(2, BUNDLED_FOODS))(
  'the catalog from the build matches the bundled database %s',
  async (foods) => {
    const built = readFileSync(bundledCatalogPath(CODE, foods));
    const source = bundledSource(foods);
    await using database = await openDatabase(source);
    const { data, warnings } = await loadCatalog(database.snapshot, source);
    const label = bundledLabel(CODE, foods);
    expect(built.equals(encodeCatalog(data, { label, mark: '' }))).toBe(true);
    expect(warnings).toEqual([]);
  },
);

test('readBundledCatalog returns nothing for other code, a damaged file, or no file', () => {
  const code = mkdtempSync(join(tmpdir(), 'food-lookup-bundled-'));
  onTestFinished(() => rmSync(code, { recursive: true }));
  for (const folder of ['amount', 'food', 'search', 'catalog']) {
    cpSync(join(CODE, folder), join(code, folder), { recursive: true });
  }
  const path = bundledCatalogPath(code, 'sr28');
  mkdirSync(join(code, 'data'));
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  const built = readFileSync(bundledCatalogPath(CODE, 'sr28'));
  writeFileSync(path, built);
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeDefined();
  expect(readBundledCatalog({ ...bundledSource('sr28'), key: 'ndb_no' }, code)).toBeUndefined();
  writeFileSync(path, built.subarray(0, -1));
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  rmSync(path);
  mkdirSync(path);
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  rmSync(path, { recursive: true });
  writeFileSync(path, built);
  writeFileSync(join(code, 'search', 'fold.js'), '// Now folds differently.');
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
});
