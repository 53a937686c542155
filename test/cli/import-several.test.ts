import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-several-'));

test('food-lookup import brings several sources into one table, with their licenses and keys', async () => {
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
    { description: 'Milk', id: '4006381333931', source: 'off', license: 'ODbL-1.0' },
  ]);
  expect((await found('acme milk'))[0]).toMatchObject({ kcal: 64 });
  expect(await found('egg')).toMatchObject([{ id: 'whole:1' }]);
  const again = await run(['import', foods, ...sources]);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('another source is also called whole'),
  ]);
});
