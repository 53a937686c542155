import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Single rows that do not fit the rest of a table.

const HEADER = 'Food,Calories,Protein (g),Carbohydrate (g),Fat (g),Water (g)';
/** Forty different foods: protein, carbohydrate, fat and water, 100 g in total. */
const FOODS = Array.from({ length: 40 }, (_, i) => {
  const [protein, carbohydrate, fat] = [1 + (i % 7) * 3, 2 + (i % 5) * 9, (i % 4) * 5];
  return [protein, carbohydrate, fat, 100 - protein - carbohydrate - fat];
});

type Change = (amounts: number[]) => number[];

/** Writes these foods as a table, optionally with changed numbers. */
function tableOf(
  change: (amounts: number[], n: number) => number[] = (amounts) => amounts,
  below = '',
): string {
  const lines = FOODS.map(([protein = 0, carbohydrate = 0, fat = 0, water = 0], n) => {
    const kcal = 4 * (protein + carbohydrate) + 9 * fat;
    return [`Food ${n}`, ...change([kcal, protein, carbohydrate, fat, water], n)].join(',');
  });
  return sourceFile('foods.csv', [HEADER, ...lines, below].join('\n').trim());
}

test.each<[string, Change]>([
  ['with fat and carbohydrate swapped', ([e = 0, p = 0, c = 0, f = 0, w = 0]) => [e, p, f, c, w]],
  [
    'with a tenth of its carbohydrate',
    ([e = 0, p = 0, c = 0, f = 0, w = 0]) => [e, p, c / 10, f, w],
  ],
  ['with a tenth of all amounts', (amounts) => amounts.map((one) => one / 10)],
  ['with a tenth of its water', ([e = 0, p = 0, c = 0, f = 0, w = 0]) => [e, p, c, f, w / 10]],
  ['with ten times the water', ([e = 0, p = 0, c = 0, f = 0, w = 0]) => [e, p, c, f, w * 10]],
])('importFoods leaves out a row %s', async (_, change) => {
  // Food 33 has 16 g of protein, 29 g of carbohydrate and 5 g of fat.
  const path = tableOf((amounts, n) => (n === 33 ? change(amounts) : amounts));
  const { rows, counts, report } = await imported(path);
  expect({ rows: rows.length, counts }).toMatchObject({ rows: 39, counts: { misfit: 1 } });
  expect(report.nulls.fa_sat_g).toBe(39);
});

test('importFoods leaves out energy in kilojoules that alcohol would explain, except in drinks with alcohol', async () => {
  const header = 'Food,Calories,Protein (g),Carbohydrate (g),Fat (g)';
  const lines = FOODS.map(([protein = 0, carbohydrate = 0, fat = 0], n) =>
    [`Food ${n}`, 4 * (protein + carbohydrate) + 9 * fat, protein, carbohydrate, fat].join(','),
  );
  const odd = ['Banana,397,0.9,22,0.3', 'Bitter Lemon,60,0,8,0', 'Sweet wine,160,0.2,9,0'];
  const path = sourceFile('foods.csv', [header, ...lines, ...odd].join('\n'));
  const { rows, counts, report } = await imported(path);
  expect(rows.map(({ description }) => description).slice(40)).toEqual([
    'Bitter Lemon',
    'Sweet wine',
  ]);
  expect(counts).toMatchObject({ misfit: 1, special: 2 });
  expect(report.skipped[0]?.examples[0]?.text).toBe('Banana');
});

test('importFoods leaves out a row with words in place of amounts, but not with markers such as n/a', async () => {
  const path = tableOf(
    undefined,
    'Beef,raw,CHC,20,5,70\nTea,not tested,#REF!,n/a,Not detected,99\nBun,250,8,below LOD,low,40',
  );
  const { rows, report } = await imported(path);
  expect(rows.map(({ description }) => description).slice(40)).toEqual(['Tea', 'Bun']);
  expect(report.skipped).toMatchObject([{ rule: 'misfit', count: 1 }]);
});

test('importFoods refuses a table whose protein and fat are swapped', async () => {
  // In this table, most foods have about as much protein as fat.
  const lines = FOODS.map(([protein = 0, carbohydrate = 0], n) => {
    const fat = n % 3 === 0 ? protein + 9 : protein + 2;
    return [`Food ${n}`, 4 * (protein + carbohydrate) + 9 * fat, fat, carbohydrate, protein].join();
  });
  const path = sourceFile('foods.csv', ['name,kcal,protein,carbs,fat', ...lines].join('\n'));
  await expect(imported(path)).rejects.toThrow('If only the energy is wrong, leave it out');
});

test.each([
  ['special', 'Gin,263,0,0,0,60,9'],
  ['odd-amount', 'Beans,69,10,5,1,50,9000'],
  ['serving-name', 'Bar (50 g),413,6,54,19,19,9'],
  ['serving-name', 'Bar 2 oz,413,6,54,19,19,9'],
  ['serving-name', 'Bar 30 g,413,6,54,19,19,9'],
  ['serving-name', 'Bar (each),413,6,54,19,19,9'],
  ['same-amounts', 'BARS,0,0,0,0,0,0'],
  ['damaged-text', 'B\\u00e4r,413,6,54,19,19,9'],
])('importFoods keeps a food and names it in the report: %s', async (rule, line) => {
  const path = tableOf((amounts) => [...amounts, 9], line);
  writeFileSync(path, readFileSync(path, 'utf8').replace('Water (g)', 'Water (g),Calcium (mg)'));
  const { report, rows } = await imported(path);
  expect(rows).toHaveLength(41);
  const text = expect.stringContaining(line.split(',')[0] ?? '');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ rule, examples: [expect.objectContaining({ text })] }),
  );
});

test('importFoods does not report that a food has only one amount if all foods have only one', async () => {
  const lines = FOODS.map(([protein = 0], n) => `Food ${n},${60 + protein * n}`);
  const { report } = await imported(sourceFile('f.csv', ['name,kcal', ...lines].join('\n')));
  expect(report.findings.map(({ rule }) => rule)).not.toContain('same-amounts');
});

test.each(['Ø', 'All foods', 'per serving', 'Durchschnitt aller Lebensmittel', '1st quartile'])(
  'importFoods does not take a row called %j for a food',
  async (name) => {
    const { rows } = await imported(tableOf(undefined, `${name},181,10,20,7.5,62.5`));
    expect(rows).toHaveLength(40);
  },
);

test('importFoods leaves out foods with a part that is larger than the whole', async () => {
  const lines = FOODS.map(([protein = 0, carbohydrate = 0, fat = 0], n) => {
    const kcal = 4 * (protein + carbohydrate) + 9 * fat;
    const parts = [n === 3 ? carbohydrate + 9 : 1, n === 4 ? fat + 9 : 0, n === 5 ? 5e4 : 5];
    return [`Food ${n}`, kcal, protein, carbohydrate, fat, ...parts].join(',');
  });
  const header = 'name,kcal,protein_g,carbohydrate_g,fat,sugar_g,fa_sat_g,sodium_mg';
  const { rows } = await imported(sourceFile('foods.csv', [header, ...lines].join('\n')));
  expect(rows).toHaveLength(37);
});

test.each<[string, (column: readonly number[]) => number]>([
  ['sums', (column) => column.reduce((sum, one) => sum + one, 0)],
  ['averages', (column) => column.reduce((sum, one) => sum + one, 0) / column.length],
])('importFoods recognizes rows of %s by their amounts', async (_, total) => {
  const all = FOODS.map(([p = 0, c = 0, f = 0, w = 0]) => [4 * (p + c) + 9 * f, p, c, f, w]);
  const row = [0, 1, 2, 3, 4].map((at) => total(all.map((amounts) => amounts[at] ?? 0)).toFixed(1));
  const { rows, counts } = await imported(tableOf(undefined, `Yhteensä,${row.join()}`));
  expect({ rows: rows.length, counts }).toMatchObject({ rows: 40, counts: { heading: 1 } });
});

test('importFoods refuses a column that is a little off for most foods', async () => {
  const path = tableOf(([e = 0, p = 0, c = 0, f = 0, w = 0]) => [e, p, c * 0.6, f, w]);
  await expect(imported(path)).rejects.toThrow('If only the energy is wrong, leave it out');
});

test.each([
  ['a dump', '-- MySQL dump\n\nDROP TABLE IF EXISTS `foods`;\nCREATE TABLE foods (name, kcal);\n'],
  [
    'rows',
    "INSERT INTO foods (name, kcal, protein) VALUES\n('Egg', 143, 12.6),\n('Milk', 61, 3.2);\n",
  ],
])('importFoods refuses SQL: %s', async (_, text) => {
  await expect(imported(sourceFile('foods.sql', text))).rejects.toThrow('it has SQL statements');
});

test('importFoods reads a number split over two lines as missing', async () => {
  const { rows } = await imported(sourceFile('f.csv', 'name,kcal\nA,"27\n270"\nB,5\n'));
  expect(rows.map(({ kcal }) => kcal)).toEqual([null, 5]);
});

test.each([
  ['next to rows that end in an empty field', 'A,100,5,\n', 3],
  ['if they are few', '', 8],
])('importFoods leaves out rows without a field %s', async (_, first, count) => {
  const whole = Array.from({ length: 27 }, (_, i) => `F${i},100,5,10\n`);
  const short = Array.from({ length: count }, () => 'Short,100,10\n');
  const text = `name,kcal,protein_g,carbohydrate_g\n${first}${whole.join('')}${short.join('')}`;
  const { rows, counts } = await imported(sourceFile('foods.csv', text));
  expect(rows.map(({ description }) => description)).not.toContain('Short');
  expect(counts).toMatchObject({ shifted: count });
});

test('importFoods leaves out rows that continue the row above', async () => {
  const lines = Array.from({ length: 4 }, (_, i) => `A${i},100,5,10\nB${i},100\n5.1,10\n`);
  const text = `name,kcal,protein_g,carbohydrate_g\n${lines.join('')}`;
  const { rows } = await imported(sourceFile('foods.csv', text));
  const names = rows.map(({ description }) => description);
  expect(names).toContain('B3');
  expect(names).not.toContain('5.1');
});

test('importFoods refuses foods below another header in kJ', async () => {
  const [milk, egg] = ['Milk,61,3.2,4.8', 'Egg,598,12.6,0.7'];
  const text = `Food,Energy (kcal),Protein,Fat\n${milk}\nFood,Energy (kJ),Protein,Fat\n${egg}\n`;
  const importing = imported(sourceFile('foods.csv', text));
  await expect(importing).rejects.toThrow('it has another header in line 3: "Energy (kJ)"');
});

test('importFoods refuses a small table if a third of its foods have amounts that do not fit together', async () => {
  const lines = Array.from({ length: 9 }, (_, i) => `F${i},${i < 3 ? 400 : 100 + i},5,10,4,79`);
  const text = `name,kcal,protein_g,carbohydrate_g,fat,water\n${lines.join('\n')}\n`;
  await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(
    '3 of its foods have energy',
  );
});
