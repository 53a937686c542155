import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-several-'));

test('food-lookup import combines several sources in one table, with their licenses and keys', async () => {
  const foods = join(folder, 'whole.csv');
  const products = join(folder, 'off.tsv');
  const to = join(folder, 'several.sqlite');
  writeFileSync(foods, 'id,name,kcal\n1,Egg,143\n2,"Milk, whole",61\n');
  const header = 'code\tproduct_name\tenergy-kcal_100g\tbrands';
  writeFileSync(products, `${header}\n4006381333931\tMilk\t64\tAcme\n1\tOil\t900\tZip\n`);
  const sources = [foods, products, '--to', to];
  const license = ['--license', 'CC-BY-4.0'];
  const { code, stderr } = await run(['import', ...sources, ...license]);
  expect([code, stderr]).toEqual([0, '']);
  const fields = ['--fields', 'id,source,license'];
  const found = async (text: string) => {
    const query = ['search', text, '--match', 'fuzzy', '--json', '--database', to];
    return JSON.parse((await run([...query, ...fields], { env: { FOOD_FIELDS: '*' } })).stdout);
  };
  expect(await found('milk')).toMatchObject([
    { description: 'Milk, whole', id: '2', source: 'whole', license: 'CC-BY-4.0' },
    { description: 'Milk', id: '4006381333931', source: 'Open Food Facts', license: 'ODbL-1.0' },
  ]);
  expect((await found('acme milk'))[0]).toMatchObject({ kcal: 64 });
  expect(await found('egg')).toMatchObject([{ id: 'whole:1' }]);
  const again = await run(['import', foods, ...sources]);
  expect([again.code, again.stderr]).toEqual([
    1,
    `Cannot import "${foods}": another source is also called whole. Rename one of them.\n`,
  ]);
});

test('food-lookup import of several sources may replace more foods than one of them has', async () => {
  const to = join(folder, 'standing.sqlite');
  const csv = (name: string, ...foods: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, ['id,name,kcal', ...foods, ''].join('\n'));
    return path;
  };
  const five = csv('five.csv', '1,Egg,143', '2,Milk,61', '3,Oil,884', '4,Rice,130', '5,Tea,1');
  const [egg, milk] = [csv('egg.csv', '1,Egg,143'), csv('milk.csv', '2,Milk,61')];
  const two = csv('two.csv', '3,Oil,884', '4,Rice,130');
  expect((await run(['import', five, '--to', to])).code).toBe(0);
  const { code, stderr } = await run(['import', egg, milk, '--to', to]);
  expect([code, stderr]).toEqual([
    1,
    `Cannot import "${egg}, ${milk}": they have 2 foods, less than half of the 5 in the table that they would replace. To replace it anyway, use --accept fewer-foods.\n`,
  ]);
  expect((await run(['import', two, milk, '--to', to])).code).toBe(0);
});

const HEADER = 'code\tproduct_name\tenergy-kcal_100g\tlast_modified_t';
const tsv = (name: string, ...rows: readonly string[]) => {
  const path = join(folder, name);
  writeFileSync(path, [HEADER, ...rows, ''].join('\n'));
  return path;
};

test('food-lookup import --changes applies later changes, and keeps foods that a delta lacks', async () => {
  const to = join(folder, 'updated.sqlite');
  const before = tsv('before.tsv', '1\tMilk\t64\t100', '2\tOil\t900\t200', '3\tTea\t1\t150');
  const after = tsv('after.tsv', '1\tMilk, stale\t1\t199', '2\tOil\t880\t201', '4\tJam\t250\t300');
  const ran = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(['import', ...args, '--to', to]);
    return [code, `${stdout}${stderr}`];
  };
  expect(await ran(before, '--changes')).toEqual([1, expect.stringContaining('no such')]);
  expect(await ran(before)).toEqual([0, expect.stringContaining('3 of 3 foods')]);
  for (const changed of [2, 0]) {
    const text = `${changed} of 3 foods imported`;
    expect(await ran(after, '--changes')).toEqual([0, expect.stringContaining(text)]);
    const database = new DatabaseSync(to, { readOnly: true });
    const rows = database.prepare('SELECT description, kcal, license FROM entries ORDER BY code');
    expect(rows.all().map((row) => Object.values(row))).toEqual([
      ...[
        ['Milk', 64, 'ODbL-1.0'],
        ['Oil', 880, 'ODbL-1.0'],
      ],
      ...[
        ['Tea', 1, 'ODbL-1.0'],
        ['Jam', 250, 'ODbL-1.0'],
      ],
    ]);
    database.close();
  }
  const table = join(folder, 'table.csv');
  writeFileSync(table, 'id,name,kcal\n1,Egg,143\n');
  const refused = [1, expect.stringContaining('requires an export of Open Food Facts')];
  expect(await ran(table, '--changes')).toEqual(refused);
  expect(await ran(table, after, '--changes')).toEqual([
    1,
    `Cannot import "${table}": --changes takes one source. Import them one at a time.\n`,
  ]);
});

test('food-lookup import --changes accepts products without a time, and keeps the ids of several sources', async () => {
  const to = join(folder, 'mixed.sqlite');
  const foods = join(folder, 'own.csv');
  writeFileSync(foods, 'id,name,kcal\n7,Egg,143\n');
  const before = tsv('first.tsv', '7\tOil\t900\t200', '8\tTea\t1\t');
  const after = tsv('later.tsv', '7\tOil\t880\t300', '8\tTea\t2\t100', '9\tJam\t250\t300');
  expect((await run(['import', foods, before, '--to', to])).code).toBe(0);
  expect((await run(['import', after, '--changes', '--to', to])).code).toBe(0);
  const database = new DatabaseSync(to, { readOnly: true });
  const rows = database.prepare('SELECT id, kcal FROM entries ORDER BY id').all();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['8', 2],
    ['9', 250],
    ['first:7', 880],
    ['own:7', 143],
  ]);
  database.close();
});
