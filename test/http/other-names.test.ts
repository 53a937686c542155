import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';

const COLUMNS = 'carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description';

/** Creates a table of sausages, with other names in two columns. */
function sausages(): DatabaseSync {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-names-')), 'foods.sqlite');
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  database.exec(`CREATE TABLE entries (id INTEGER PRIMARY KEY, ${COLUMNS}, common_names, aka)`);
  const insert = database.prepare('INSERT INTO entries VALUES (?, 1, 2, 0, 0, 0, 3, ?, ?, ?)');
  insert.run(1, 'Candies, nougat', null, null);
  insert.run(2, 'Sausage, beef', 'ringwurst, stadium dog', null);
  insert.run(3, 'Sausage, pork', null, 'ringwurst');
  return database;
}

async function serve(database: DatabaseSync, options: FoodLookupOptions = {}) {
  const path = database.location() ?? '';
  const service = await createFoodLookup({ logLevel: 'silent', database: path, ...options });
  onTestFinished(() => service.close());
  const ask = async (query: string) => {
    const response = await service.inject(`/api/food?${query}`);
    const foods: { description: string }[] = response.json();
    const header = response.headers['x-food-lookup-interpretation'];
    const { etag } = response.headers;
    return { names: foods.map(({ description }) => description), header, etag };
  };
  return { service, ask };
}

test('foods are found by synonyms in the table, but only with match=fuzzy', async () => {
  const { ask } = await serve(sausages());
  const { names, header } = await ask('q=stadium%20dogs&match=fuzzy');
  expect(names).toEqual(['Sausage, beef']);
  expect(JSON.parse(String(header)).readings).toEqual([
    { typed: 'stadium dogs', manner: 'name', taken: 'sausage', marks: ['sausage'] },
  ]);
  expect((await ask('q=ringwurst')).names).toEqual([]);
  expect((await ask('q=ringwurst&match=words')).names).toEqual([]);
});

test('the column with the synonyms may be one that answers leave out', async () => {
  const database = sausages();
  const { service, ask } = await serve(database, { names: 'AKA' });
  expect((await ask('q=ringwurst&match=fuzzy')).names).toEqual(['Sausage, pork']);
  expect((await service.inject('/api/fields')).json()).toMatchObject([{ name: 'id' }]);
  const other = await serve(database);
  expect((await other.ask('q=ringwurst')).etag).not.toBe((await ask('q=ringwurst')).etag);
});

test('a changed name is served, and an added or dropped column is detected', async () => {
  const database = sausages();
  const { service, ask } = await serve(database);
  const becomes = async (sql: string, ...expected: string[]) => {
    database.exec(sql);
    service.reload();
    await vi.waitUntil(
      async () => (await ask('q=ringwurst&match=fuzzy')).names.join('|') === expected.join('|'),
      { timeout: 120_000 },
    );
  };
  await becomes("UPDATE entries SET common_names = 'salami' WHERE id = 2");
  await becomes('UPDATE entries SET common_names = aka', 'Sausage, pork');
  await becomes('ALTER TABLE entries DROP COLUMN common_names');
});
