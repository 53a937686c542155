import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { TableColumn } from '../src/catalog/entry-store.ts';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import type { StoredValue } from '../src/food/decimal.ts';
import { importFoods } from '../src/import/import-foods.ts';
import { BUNDLED_DATABASES } from '../src/settings/bundled-foods.ts';

// Creates the SQLite files of the bundled foods from the tables in `data`, for `npm run build`.

type Food = Readonly<Record<string, StoredValue>>;

const pathOf = (name: string) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));

async function read(name: string, isStrict = false) {
  const columns: TableColumn[] = [];
  const foods: Food[] = [];
  await importFoods(
    pathOf(name),
    async (table) => {
      columns.push(...table.columns.map(({ name, type }) => ({ name, type })));
      for await (const rows of table.batches) {
        const named = rows.map((row) => columns.map(({ name }, i) => [name, row[i] ?? null]));
        foods.push(...named.map((values) => Object.fromEntries(values)));
      }
      return foods.length;
    },
    // Keeps spices and sweeteners, whose energy is right but unusual.
    { isStrict, accept: ['nutrients'] },
  );
  return { columns, foods };
}

const codes = z.array(z.object({ fdc_id: z.string(), food_code: z.string() })).parse(
  parse(gunzipSync(readFileSync(pathOf('usda/fndds/survey_fndds_food.csv.gz'))), {
    columns: true,
  }),
);
const codeOf = new Map(codes.map(({ fdc_id, food_code }) => [fdc_id, food_code]));

const { columns, foods: release28 } = await read('usda-sr28.csv', true);
const { foods: fndds } = await read('usda/fndds');
const { foods: foundation } = await read('usda/foundation');

const valuesOf = (food: Food) => columns.map(({ name }) => food[name] ?? null);
const rowsOf = (foods: readonly Food[], source: string, idOf: (food: Food) => StoredValue) =>
  foods.map((food) => [idOf(food), source, ...valuesOf(food)]);

await writeEntries(BUNDLED_DATABASES.sr28, { columns, batches: [release28.map(valuesOf)] });
await writeEntries(BUNDLED_DATABASES.usda, {
  columns: [{ name: 'id', type: 'text' }, { name: 'source', type: 'text' }, ...columns],
  // If two foods match equally well, the one from the better-known source comes first.
  batches: [
    rowsOf(release28, 'USDA Standard Reference 28', ({ ndb_no = null }) => ndb_no),
    rowsOf(fndds, 'USDA FNDDS 2021–2023', ({ fdc_id }) => codeOf.get(String(fdc_id)) ?? null),
    rowsOf(foundation, 'USDA Foundation Foods 2024-10', ({ fdc_id = null }) => fdc_id),
  ],
});
