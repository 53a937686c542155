import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCatalog } from '../src/catalog/loading/load-catalog.ts';
import { encodeCatalog } from '../src/catalog/table/catalog-file.ts';
import {
  bundledCatalogPath,
  bundledLabel,
  bundledSource,
  readBundledCatalog,
} from '../src/data/bundled-catalog.ts';
import { openDatabase } from '../src/data/open-database.ts';
import { BUNDLED_FOODS } from '../src/settings/bundled-foods.ts';

// Indexes the bundled foods for `npm run build`: once for the built code, and once for the sources.

const folders = ['../dist/', '../src/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

for (const foods of BUNDLED_FOODS) {
  const source = bundledSource(foods);
  const outdated = folders.filter((code) => readBundledCatalog(source, code) === undefined);
  if (outdated.length === 0) continue;
  await using database = await openDatabase(source);
  const { data, warnings } = await loadCatalog(database.snapshot, source);
  // No warning is acceptable, since the service would log it at every start.
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  for (const code of outdated) {
    // A service that starts now finds either the old file or the complete new one.
    const path = bundledCatalogPath(code, foods);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, encodeCatalog(data, { label: bundledLabel(code, foods), mark: '' }));
    renameSync(draft, path);
  }
}
