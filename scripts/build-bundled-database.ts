import { fileURLToPath } from 'node:url';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import { BUNDLED_DATABASE } from '../src/data/package-files.ts';
import { importFoods } from '../src/import/import-foods.ts';

// Makes the SQLite file of the bundled foods from data/usda-sr28.csv, for `npm run build`.

const csv = fileURLToPath(new URL('../data/usda-sr28.csv', import.meta.url));
await importFoods(csv, (table) => writeEntries(BUNDLED_DATABASE, table), { isStrict: true });
