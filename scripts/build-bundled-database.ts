import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { EntryTable, TableColumn } from '../src/catalog/entry-store.ts';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import type { StoredValue } from '../src/food/stored-value.ts';
import { importFoods } from '../src/import/import-foods.ts';
import { BUNDLED_DATABASES } from '../src/settings/package-files.ts';

// Creates the SQLite files of the bundled foods from the tables in `data`, for `npm run build`.

type Food = Readonly<Record<string, StoredValue>>;
type Rows = EntryTable['batches'];

const pathOf = (name: string) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));

/** Passes batches of rows on, and adds each row to `foods`. */
async function* collect(batches: Rows, columns: readonly TableColumn[], foods: Food[]): Rows {
  for await (const rows of batches) {
    const named = rows.map((row) => columns.map((column, i) => [column.name, row[i] ?? null]));
    foods.push(...named.map((values) => Object.fromEntries(values)));
    yield rows;
  }
}

const columns: TableColumn[] = [];
const release28: Food[] = [];
await importFoods(
  pathOf('usda-sr28.csv'),
  (table) => {
    columns.push(...table.columns.map(({ name, type }) => ({ name, type })));
    const batches = collect(table.batches, columns, release28);
    return writeEntries(BUNDLED_DATABASES.sr28, { ...table, batches });
  },
  { isStrict: true },
);

async function foodsOf(name: string): Promise<readonly Food[]> {
  const foods: Food[] = [];
  await importFoods(pathOf(name), async (table: EntryTable) => {
    for await (const _ of collect(table.batches, table.columns, foods));
    return foods.length;
  });
  return foods;
}

const codes = z.array(z.object({ fdc_id: z.string(), food_code: z.string() })).parse(
  parse(gunzipSync(readFileSync(pathOf('usda/fndds/survey_fndds_food.csv.gz'))), {
    columns: true,
  }),
);
const codeOf = new Map(codes.map(({ fdc_id, food_code }) => [fdc_id, food_code]));

/** In table order: if two foods match equally well, the better-known source comes first. */
const SOURCES: readonly [readonly Food[], string, (food: Food) => StoredValue][] = [
  [release28, 'USDA Standard Reference 28', ({ ndb_no = null }) => ndb_no],
  [
    await foodsOf('usda/fndds'),
    'USDA FNDDS 2021–2023',
    ({ fdc_id }) => codeOf.get(String(fdc_id)) ?? null,
  ],
  [
    await foodsOf('usda/foundation'),
    'USDA Foundation Foods 2024-10',
    ({ fdc_id = null }) => fdc_id,
  ],
];

async function* rowsOfAll() {
  for (const [foods, source, idOf] of SOURCES) {
    yield foods.map((food) => [
      idOf(food),
      source,
      ...columns.map((column) => food[column.name] ?? null),
    ]);
  }
}

await writeEntries(BUNDLED_DATABASES.usda, {
  columns: [{ name: 'id', type: 'text' }, { name: 'source', type: 'text' }, ...columns],
  batches: rowsOfAll(),
});
