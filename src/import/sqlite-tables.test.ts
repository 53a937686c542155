import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

test('importFoods reads a SQLite file, whatever the name of its table', async () => {
  const path = sourceFile('foods.sqlite', '');
  const database = new DatabaseSync(path);
  // In an object, the column named 208 would come first.
  database.exec(`CREATE TABLE foods (ndb_no TEXT, Name TEXT, "208" NUMERIC);
                 INSERT INTO foods VALUES ('01001', 'Butter', '1,234'), ('01002', 'Ghee', '8.5')`);
  database.close();
  const { rows, report } = await imported(path, { map: new Map([['kcal', '208']]) });
  expect(report.key).toBe('ndb_no');
  expect(rows).toMatchObject([
    { ndb_no: '01001', description: 'Butter', kcal: 1234 },
    { ndb_no: '01002', description: 'Ghee', kcal: 8.5 },
  ]);
});

test('importFoods refuses a recursive view, which may have rows without end', async () => {
  const path = sourceFile('foods.sqlite', '');
  const database = new DatabaseSync(path);
  database.exec(`CREATE VIEW foods AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
                 SELECT 'Egg ' || i AS name, 143 AS kcal FROM n`);
  database.close();
  await expect(imported(path)).rejects.toThrow('its view "foods" is recursive');
});

describe('importFoods chooses a table of a SQLite file:', () => {
  const fileOf = (...tables: readonly string[]) => {
    const path = sourceFile('foods.sqlite', '');
    const database = new DatabaseSync(path);
    for (const table of tables)
      database.exec(
        `CREATE TABLE ${table}; INSERT INTO ${table.split('(')[0]} VALUES ('A'${', 5'.repeat(table.split(',').length - 1)})`,
      );
    database.close();
    return path;
  };

  test('the table that has foods', async () => {
    const { rows, report } = await imported(fileOf('users(name, age)', 'drinks(name, kcal)'));
    expect(rows).toMatchObject([{ description: 'A', kcal: 5 }]);
    expect(report.findings).toContainEqual(expect.objectContaining({ rule: 'table', count: 1 }));
  });

  test('the table entries, unless another has more amounts', async () => {
    const foods = 'foods(name, kcal, protein_g)';
    const own = fileOf('entries(name, kcal, fat)', foods);
    expect((await imported(own)).rows).toMatchObject([{ lipid_total_g: 5 }]);
    await expect(imported(fileOf('entries(name, kcal)', foods))).rejects.toThrow('has the tables');
  });

  test('the named table, if several have foods', async () => {
    const path = fileOf('drinks(name, kcal)', 'meals(name, protein_g)');
    await expect(imported(path)).rejects.toThrow('Choose the table of foods with --sheet');
    const { rows } = await imported(path, { sheet: 'meals' });
    expect(rows).toMatchObject([{ description: 'A', protein_g: 5 }]);
    const many = fileOf(...Array.from({ length: 11 }, (_, i) => `t${i}(name, kcal)`));
    await expect(imported(many)).rejects.toThrow(/"t8" and others\. Choose the table/);
  });
});
