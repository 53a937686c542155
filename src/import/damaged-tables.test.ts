import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Tables damaged by other programs, which must be read correctly or refused.

const HEADER = 'name,kcal,protein_g,carbohydrate_g,fat_g';

function linesOf(count: number, lineOf: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${lineOf(i)}\n`).join('');
}

async function namesIn(file: string, content: string | Uint8Array): Promise<unknown[]> {
  const { rows } = await imported(sourceFile(file, content));
  return rows.map(({ description }) => description);
}

test.each([
  ['IDs', 'FoodName,208,203,205,204'],
  ['counts', 'n,5,7,5,6'],
  ['totals', 'Total général,204,12.1,15.5,11.7'],
  ['means', 'Group mean,102,6.5,7.5,5.5'],
  ['a legend', 'Tr,trace,,,'],
  ['limits', 'Limit of detection,1,0.1,0.1,0.1'],
])('importFoods does not read a row of %s as a food', async (_, row) => {
  const text = `${HEADER}\n${row}\nMilk,61,3.2,4.8,3.3\nEgg,143,12.6,0.7,9.5\n`;
  expect(await namesIn('foods.csv', text)).toEqual(['Milk', 'Egg']);
});

test.each(['Version,2.1,,,', 'Exported,2026-01-05,12:30,,'])(
  'importFoods does not read %j without a key as a food',
  async (row) => {
    const text = `id,${HEADER}\n1,Milk,61,3.2,4.8,3.3\n2,Egg,143,12.6,0.7,9.5\n`;
    expect(await namesIn('foods.csv', `${text},${row}\n`)).toEqual(['Milk', 'Egg']);
    // This row has as many amounts as a food.
    expect(await namesIn('foods.csv', `${text},Tea,1,0,0.2,0\n`)).toHaveLength(3);
  },
);

test('importFoods reports which food lacks a key', async () => {
  const text = `id,${HEADER}\n1,Milk,61,3.2,4.8,3.3\n,Dairy (mean),102,7.9,2.7,6.4\n`;
  const { report } = await imported(sourceFile('foods.csv', text));
  expect(report.findings).toContainEqual(
    expect.objectContaining({ rule: 'no-key', examples: [{ place: 3, text: 'Dairy (mean)' }] }),
  );
});

test('importFoods reports a title that contradicts columns per 100 g', async () => {
  const header = 'name,kcal_100g,protein_100g,carbohydrate_100g,fat_100g';
  const text = `Nutrition facts per serving\n\n${header}\nMilk,61,3.2,4.8,3.3\nEgg,143,12.6,0.7,9.5\n`;
  const { counts } = await imported(sourceFile('foods.csv', text));
  expect(counts).toMatchObject({ 'serving-name': 1 });
});

test.each([
  ['Nom,colonne 1,colonne 2,colonne 3,colonne 4', 'it has another header in line 3'],
  ['name,Energy (kJ),Protein (g),Carbs (g),fat_g', 'it has foods above its header'],
])('importFoods refuses the second header %s', async (other, message) => {
  const text = `${HEADER}\nMilk,61,3.2,4.8,3.3\n${other}\n`;
  const importing = imported(sourceFile('foods.csv', `${text}Egg,143,12.6,0.7,9.5\n`));
  await expect(importing).rejects.toThrow(message);
});

test('importFoods does not read a row with words in place of amounts as a food', async () => {
  const text = `${HEADER}\nMilk,61,3.2,4.8,3.3\nExample food,xxx,xxx,xxx,xxx\n`;
  expect(await namesIn('foods.csv', text)).toEqual(['Milk']);
});

test.each(['<head of lettuce>,,,,,', '<body weight> in kg', `<html${' '.repeat(90_000)}`])(
  'importFoods does not mistake text in a cell for a web page: %.30s',
  async (below) => {
    const text = `${HEADER}\nMilk,61,3.2,4.8,3.3\n${below}\nEgg,143,12.6,0.7,9.5\n`;
    expect(await namesIn('foods.csv', text)).toEqual(['Milk', 'Egg']);
  },
);

test.each(['<!DOCTYPE html>', '<html lang="en">', '<BODY>', '<<<<<<< HEAD'])(
  'importFoods refuses a table with a web page or a merge conflict: %s',
  async (below) => {
    const text = `${HEADER}\nMilk,61,3.2,4.8,3.3\n${below}\n`;
    await expect(namesIn('foods.csv', text)).rejects.toThrow('line 3 is part of a web page');
  },
);

test('importFoods reads a first row whose numbers have leading zeros as a food', async () => {
  const text = `name,kcal,iron_mg\n${linesOf(3, (i) => `F${i},00${i}0,001`)}G,50,1\n`;
  expect(await namesIn('foods.csv', text)).toEqual(['F0', 'F1', 'F2', 'G']);
});

test('importFoods skips rows whose name is a placeholder', async () => {
  const rows = ['.', '?', '…', 'N/A', 'nan', 'NULL'].map((name) => `${name},100,5,10,4`);
  const { rows: foods, counts } = await imported(
    sourceFile('foods.csv', [HEADER, 'Nan,310,9,50,8', ...rows, '7 Up,42,0,10,0'].join('\n')),
    { accept: ['rows'] },
  );
  expect(foods.map(({ description }) => description)).toEqual(['Nan', '7 Up']);
  expect(counts).toMatchObject({ 'no-name': 6 });
});

test('importFoods reads quotes escaped by a backslash', async () => {
  const text = `${HEADER}\n"Pan \\"x\\", 12",100,5,10,4\n"Milk, whole",61,3.2,4.8,3.3\n`;
  expect(await namesIn('foods.csv', text)).toEqual(['Pan "x", 12', 'Milk, whole']);
  const inches = `${HEADER}\n"Pizza, 12\\" thin",266,11,33,10\n`;
  expect(await namesIn('foods.csv', inches)).toEqual(['Pizza, 12" thin']);
});

test('importFoods reads quoted names in a copy of Open Food Facts’ export', async () => {
  const text = 'code\tproduct_name\tenergy-kcal_100g\n1\t"A ""fine"" tea"\t1\n2\t"Egg\t2\n';
  expect(await namesIn('off.tsv', text)).toEqual(['A "fine" tea', '"Egg']);
});

test('importFoods leaves out a row with an extra field, even if the last field is empty', async () => {
  const text = `${HEADER}\n${linesOf(5, (i) => `F${i},100,5,10,4`)}G,100,,5,10,\n`;
  const { rows, counts } = await imported(sourceFile('foods.csv', text));
  expect(rows).toHaveLength(5);
  expect(counts).toMatchObject({ shifted: 1 });
});

test.each([
  [
    'rows without carbohydrate whose values are shifted',
    `name,kcal,protein_g,fat_g\n${linesOf(30, (i) => `F${i},100,5,8`)}${linesOf(6, (i) => `G${i},4,40,9`)}`,
    'energy that does not match their nutrients',
  ],
  [
    'protein and carbohydrate swapped',
    `${HEADER}\n${linesOf(30, (i) => `F${i},${i % 4 === 0 ? '300,70,5,0' : '100,5,20,0'}`)}`,
    'more protein than food has',
  ],
])('importFoods refuses %s', async (_, text, message) => {
  await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(message);
});

test.each([
  [
    'energy that fits most products badly',
    (_: number) => '418,10,12,1',
    'far from that of protein',
  ],
  [
    'many impossible amounts',
    (i: number) => (i % 4 === 0 ? '100,99999,1,1' : '100,10,12,1'),
    'which is impossible',
  ],
])('importFoods refuses %s in Open Food Facts’ export', async (_, valuesOf, message) => {
  const header =
    'code,product_name,energy-kcal_100g,proteins_100g,carbohydrates_100g,fat_100g,salt_100g';
  const text = `${header}\n${linesOf(20, (i) => `${i},P${i},${valuesOf(i)},1`)}`;
  await expect(imported(sourceFile('off.csv', text))).rejects.toThrow(message);
});

test('importFoods refuses a table with numbers as names, however small', async () => {
  await expect(imported(sourceFile('foods.csv', 'name,kcal\n1.5,5\n12,6\n'))).rejects.toThrow(
    'its column "name" has numbers or sentences for 2 foods',
  );
});

test('importFoods refuses XML that is not in the encoding it names', async () => {
  const xml = (start: string) =>
    Buffer.from(`${start}<a><b><name>Käse</name><kcal>300</kcal></b></a>`, 'latin1');
  await expect(imported(sourceFile('a.xml', xml('<?xml version="1.0"?>')))).rejects.toThrow(
    'it is not valid UTF-8. Save it as UTF-8',
  );
  const named = '<?xml version="1.0" encoding="iso-8859-1"?>';
  expect(await namesIn('a.xml', xml(named))).toEqual(['Käse']);
  const plain = xml(named).toString('latin1').replace('Käse', '<![CDATA[Mac & Cheese]]>');
  expect(await namesIn('a.xml', plain)).toEqual(['Mac & Cheese']);
});

test('importFoods repairs values and column names that were wrongly decoded twice', async () => {
  const wrong = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
  const text = wrong('nome;energia (kcal);lipídeos (g)\n') + wrong(wrong('Pão;300;2,5\nMel;1;0\n'));
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows[0]).toMatchObject({ description: 'Pão', lipid_total_g: 2.5 });
});

test('importFoods refuses a long file that ends after a separator, unless it may be complete', async () => {
  const text = (foods: number) => `${HEADER}\n${linesOf(foods, (i) => `F${i},100,5,10,4`)}`;
  const withKeys = `id,${text(40).replaceAll('\nF', '\n1,F')}`;
  for (const cut of [`${text(40)}G,100,5,10,`, `${withKeys}361,`])
    await expect(namesIn('foods.csv', cut)).rejects.toThrow('its last row is cut off');
  const others = text(40).replace('fat_g', 'fat_g,brand').replaceAll(',4\n', ',4,A\n');
  const ended = `${text(40)}G,100,5,10,\n`;
  const endings = [ended, ended.replaceAll('\n', '\r'), ended.replaceAll('\n', '\r\n')];
  const whole = [...endings, `${text(40)}Note,,,,`, `${text(20)}G,100,5,10,`];
  for (const one of [...whole, `${text(40)}G,100,5,10,\nH,100,5,10,`, `${others}G,100,5,10,4,`])
    expect((await namesIn('foods.csv', one)).length).toBeGreaterThan(19);
});

test('importFoods refuses a table whose columns are all equal, unless it is accepted', async () => {
  const path = sourceFile(
    'foods.csv',
    `name,iron_mg,zinc_mg,protein_g\n${linesOf(12, (i) => `F${i},${i + 20},${i + 20},${i + 20}`)}`,
  );
  await expect(imported(path)).rejects.toThrow('have the same amount in all columns');
  expect((await imported(path, { accept: ['nutrients'] })).rows).toHaveLength(12);
});

test.each(['Food,kJ,g,g,g', 'Units,kJ,g,g,g'])(
  'importFoods does not read a repeated row of units as a food: %s',
  async (row) => {
    const foods = 'Milk,256,3.2,4.8,3.3\nEgg,598,12.6,0.7,9.5\n';
    const text = `Food,Energy,Protein,Carbohydrate,Fat\n,kJ,g,g,g\n${foods}${row}\n${foods}`;
    expect(await namesIn('foods.csv', text)).toEqual(['Milk', 'Egg', 'Milk', 'Egg']);
  },
);

test('importFoods does not read a repeated header of two amounts as a food', async () => {
  const header = 'code,product_name,energy-kcal_100g,fat_100g';
  const rows = (count: number) => linesOf(count, (i) => `${i},P${i},100,4`);
  expect(await namesIn('off.csv', `${header}\n${rows(2)}${header}\n${rows(1)}`)).toEqual([
    ...['P0', 'P1', 'P0'],
  ]);
});

test('importFoods refuses a table in which most rows have different separators than the header', async () => {
  const rows = linesOf(10, (i) => `F${i},100,5,10,4`);
  const others = linesOf(11, (i) => `G${i};100;5;10;4`);
  const path = sourceFile('foods.csv', `${HEADER}\n${rows}${others}`);
  await expect(imported(path)).rejects.toThrow('11 of its 21 rows would be left out');
});

const APPLE = { name: 'Apple', kcal: 52, protein: 0.3, carbs: 13.8, fat: 0.2 };

test.each([
  ['a version and a basis', { data: { version: 1, year: 2024, per_100g: true, foods: [APPLE] } }],
  ['totals', { breakfast: { calories: 500, protein: 20, foods: [APPLE] }, note: 'a day' }],
  ['a count', { fruit: { name: 'Fruit', count: 1, kcal: 60, foods: [APPLE] }, note: 'a group' }],
])('importFoods reads the foods of a group with %s', async (_, content) => {
  const apples = (await namesIn('foods.json', JSON.stringify(content))).filter(
    (name) => name === 'Apple',
  );
  expect(apples).toHaveLength(1);
});

test('importFoods converts servings whose weights are in a column of texts', async () => {
  const text = 'name,amount,kcal,protein,fat,carbs\nApple,50g,26,0.15,0.1,6.9\n';
  const { rows } = await imported(sourceFile('foods.csv', text), { per: 'serving' });
  expect(rows).toMatchObject([{ kcal: 52, carbohydrate_g: 13.8 }]);
  const map = new Map([['gmwt_1', '']]);
  const { rows: unmapped } = await imported(sourceFile('foods.csv', text), { per: 'serving', map });
  expect(unmapped).toMatchObject([{ kcal: 26 }]);
  const pieces = text.replace('50g', '1 piece');
  const { rows: asGiven } = await imported(sourceFile('foods.csv', pieces), { per: 'serving' });
  expect(asGiven).toMatchObject([{ kcal: 26 }]);
});

test('importFoods reads a table of drinks whose amounts are all 0', async () => {
  const text = `${HEADER}\n${linesOf(20, (i) => `Water ${i},0,0,0,0`)}`;
  expect(await namesIn('drinks.csv', text)).toHaveLength(20);
});
