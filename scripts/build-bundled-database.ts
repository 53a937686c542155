import { BUNDLED_DATABASE } from '../src/bundled-database.ts';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import { readEntriesCsv } from '../src/import/entries-csv.ts';

const csv = new URL('../data/usda-sr28.csv', import.meta.url).pathname;
writeEntries(BUNDLED_DATABASE, readEntriesCsv(csv));
