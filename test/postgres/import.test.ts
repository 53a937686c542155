import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPassword } from '../../src/catalog/address.ts';
import { run } from '../cli/run.ts';
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
    expect(imported.stdout).toContain(
      ` into ${withoutPassword(to)} (table with a header)\nkey: id\n`,
    );

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
    await server.sql.unsafe('DROP SCHEMA imported CASCADE');
  });
}
