import { fileURLToPath } from 'node:url';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import { readEntriesCsv } from '../src/import/entries-csv.ts';
import { BUNDLED_DATABASE } from '../src/service/bundled-database.ts';

const csv = fileURLToPath(new URL('../data/usda-sr28.csv', import.meta.url));
await writeEntries(BUNDLED_DATABASE, readEntriesCsv(csv));
