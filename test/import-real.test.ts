import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ImportOptions } from '../src/import/import-foods.ts';
import { imported } from './import-cases.ts';
import { sharedFile } from './shared-folder.ts';

// Whole tables found in public repositories, which are not part of this one: ten foods of each,
// transcribed from the source by hand.
const folder = sharedFile('data/tables/real');
const withTables = test.skipIf(folder === undefined);

const EXPECTED = z.array(
  z.object({
    file: z.string(),
    expect: z
      .array(z.object({ name: z.string(), values: z.record(z.string(), z.number().nullable()) }))
      .nullable(),
  }),
);

async function expectFoods(file: string, count: number, options?: ImportOptions): Promise<void> {
  const tables = EXPECTED.parse(JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')));
  const expected = tables.find((table) => table.file === file)?.expect ?? [];
  const { rows } = await imported(`${folder}/${file}`, options);
  expect(rows).toHaveLength(count);
  for (const { name, values } of expected) {
    const same = rows.filter(({ description }) => description === name.trim());
    const close = Object.entries(values).map(([column, value]) => [
      column,
      value === null ? null : expect.closeTo(value, 6),
    ]);
    expect(same).toContainEqual(expect.objectContaining(Object.fromEntries(close)));
  }
}

withTables.each([
  ['taco-caioloyer.csv', 595],
  ['frida-2023-boukestam.csv', 1378],
  ['matvaretabellen-saltmat.csv', 2014],
  ['kalo-ingredient.json', 318],
  ['african-foods-cache.json', 347],
])('importFoods reads the foods of %s without an option', async (file, count) => {
  await expectFoods(file, count);
});

withTables('importFoods leaves out most rows of a table if that is accepted', async () => {
  const path = `${folder}/natoen-nutrition.csv`;
  await expect(imported(path)).rejects.toThrow('145 of its 217 rows would be left out');
  await expectFoods('natoen-nutrition.csv', 72, { accept: ['rows'] });
});

withTables('importFoods converts amounts per serving by the weights of the servings', async () => {
  await expectFoods('kaggle-nutrients_csvfile.csv', 317, { per: 'serving' });
});

withTables('importFoods reads sodium in grams if the map says so', async () => {
  const map = new Map([['sodium_mg', 'Sodium:g']]);
  const options = { per: '100g', map, accept: ['nutrients'] } as const;
  await expectFoods('food-data-group1.csv', 551, options);
});

withTables.each([
  ['matvaretabellen-calohoi.json', 'none of its columns looks like the name of a food'],
  ['Food_Display_Table.xlsx', 'has servings, and no column says "per 100 g"'],
  ['kaggle-nutrients_csvfile.csv', 'say so with --per serving'],
  ['r-g.csv', 'say so with --per serving'],
  ['r-skip.csv', '500 of its 501 rows would be left out'],
  ['r-unit.csv', 'the energy in its column "kcal" is far from that of'],
])('importFoods refuses %s and says what to do', async (file, message) => {
  await expect(imported(`${folder}/${file}`)).rejects.toThrow(message);
});

withTables.each([
  ['r-desc.json', 12, { description: 'Sfenj 1', kcal: 290, protein_g: 6, carbohydrate_g: 26 }],
  ['r-kj.csv', 12, { description: 'Leaf 1', kcal: expect.closeTo(150 / 4.184, 6) }],
  ['r-no.csv', 12, { description: 'Melk 1', kcal: 63, carbohydrate_g: 4.5 }],
  ['r-p.csv', 12, { description: 'Milk 1', kcal: 67, protein_g: 3 }],
  ['r-shift.csv', 30, { description: 'Food 1', kcal: 100 }],
  ['r-star.csv', 20, { description: 'Food 1', kcal: 100, lipid_total_g: 4.4 }],
])('importFoods reads %s', async (file, count, first) => {
  const { rows } = await imported(`${folder}/${file}`);
  expect(rows).toHaveLength(count);
  expect(rows[0]).toMatchObject(first);
});
