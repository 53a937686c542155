import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPassword } from '../../src/catalog/database-error.ts';
import { type FoodCatalog, MATCHES } from '../../src/catalog/food-catalog.ts';
import { loadCatalog } from '../../src/catalog/loading/load-catalog.ts';
import { createStore, writeTo } from '../../src/catalog/open-store.ts';
import { createMemoryCatalog } from '../../src/catalog/table/memory-catalog.ts';
import type { Entry } from '../../src/food/entry.ts';
import { BUNDLED_DATABASE } from '../../src/settings/bundled-foods.ts';
import { readQueries } from '../cases/read-cases.ts';
import { run } from '../cli/run.ts';
import { oneIn } from '../runs.ts';
import { tableOf } from '../table-of.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`food-lookup import into PostgreSQL: ${reason}`);
} else {
  const server = useServer();

  test('food-lookup import into PostgreSQL replaces a table that can be served', async () => {
    const source = join(mkdtempSync(join(tmpdir(), 'food-lookup-import-')), 'foods.csv');
    const name = 'Egg, "whole" \\N 5\\t';
    writeFileSync(
      source,
      `id,name,kcal,protein_g\n007,"${name.replaceAll('"', '""')}",143,12.56\n008,Milk,,Tr\n009,,1,1\n`,
    );
    await server.sql.unsafe(
      "CREATE SCHEMA imported; CREATE TABLE imported.entries AS SELECT 'old' AS description",
    );
    const to = server.address({ options: '-csearch_path=imported' });

    const imported = await run(['import', source, '--to', to]);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.stdout).toMatch(/^2 of 3 foods imported into postgres:/);
    expect(imported.stdout).toContain(` into ${withoutPassword(to)} (table)\nkey: id\n`);

    expect(
      await server.sql`SELECT id, description, kcal, protein_g FROM imported.entries ORDER BY id`,
    ).toEqual([
      { id: '007', description: name, kcal: 143, protein_g: 12.56 },
      { id: '008', description: 'Milk', kcal: null, protein_g: 0 },
    ]);
    const found = await run(['search', 'egg', '--json', '--database', to]);
    expect(JSON.parse(found.stdout)).toMatchObject([{ description: name, kcal: 143 }]);

    const refused = await run(['import', source, '--to', to, '--strict']);
    expect(refused.code).toBe(1);
    expect(await server.sql`SELECT count(*)::int AS foods FROM imported.entries`).toEqual([
      { foods: 2 },
    ]);
    const products = (...rows: readonly string[]) => {
      const header = 'code\tproduct_name\tenergy-kcal_100g\tlast_modified_t';
      writeFileSync(source, [header, ...rows, ''].join('\n'));
      return source;
    };
    const [oil, tea] = ['2\tOil\t900\t200', '3\tTea\t1\t150'];
    await run(['import', products(oil, tea), '--to', to, '--accept', 'fewer-foods']);
    const changed = await run(['import', products('2\tOil\t880\t201'), '--to', to, '--changes']);
    expect([changed.code, changed.stderr]).toEqual([0, '']);
    expect(await server.sql`SELECT description, kcal FROM imported.entries ORDER BY code`).toEqual([
      { description: 'Oil', kcal: 880 },
      { description: 'Tea', kcal: 1 },
    ]);
    await server.sql.unsafe('DROP SCHEMA imported CASCADE');
  });

  test('bundled foods give the same answers from PostgreSQL as from SQLite, byte for byte', async () => {
    const entries = oneIn(6, await entriesOf(BUNDLED_DATABASE));
    const file = join(mkdtempSync(join(tmpdir(), 'food-lookup-answers-')), 'foods.sqlite');
    const [sqlite, postgres] = [
      await copyTo(file, entries),
      await copyTo(server.address(), entries),
    ];
    expect(postgres.revision).toBe(sqlite.revision);
    expect(postgres.size).toBe(entries.length);
    const all = [...readQueries('queries-usda.txt'), ...readQueries('queries-many.txt')];
    const texts = oneIn(30, all);
    const different: string[] = [];
    for (const text of texts) {
      for (const match of MATCHES) {
        const one = await sqlite.search({ text, match });
        const other = await postgres.search({ text, match });
        if (Buffer.compare(one.body, other.body) !== 0) different.push(`${match} ${text}`);
      }
    }
    expect(texts.length).toBeGreaterThan(150);
    expect(different).toEqual([]);
  });
}

async function entriesOf(database: string): Promise<Entry[]> {
  const store = await createStore({ database });
  const snapshot = await store.open();
  try {
    const entries: Entry[] = [];
    for await (const batch of snapshot.read()) entries.push(...batch.map(({ entry }) => entry));
    return entries;
  } finally {
    await snapshot[Symbol.asyncDispose]();
    await store.close();
  }
}

/** Writes these entries to a database and returns the catalog read back from it. */
async function copyTo(database: string, entries: readonly Entry[]): Promise<FoodCatalog> {
  await writeTo(database, tableOf(entries));
  const store = await createStore({ database });
  const snapshot = await store.open();
  try {
    return createMemoryCatalog((await loadCatalog(snapshot, {})).data);
  } finally {
    await snapshot[Symbol.asyncDispose]();
    await store.close();
  }
}
