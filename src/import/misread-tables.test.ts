import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Tables that would be read without an error but misunderstood, and files made to exhaust memory.

const HEADER = 'Food,Calories,Protein (g),Carbohydrate (g),Fat (g),Water (g)';
/** Forty different foods: protein, carbohydrate, fat and water, 100 g in total. */
const FOODS = Array.from({ length: 40 }, (_, i) => {
  const [protein, carbohydrate, fat] = [1 + (i % 7) * 3, 2 + (i % 5) * 9, (i % 4) * 5];
  return [protein, carbohydrate, fat, 100 - protein - carbohydrate - fat];
});

/** Writes these foods as a table, optionally with changed numbers. */
function tableOf(
  change: (amounts: number[], n: number) => number[] = (amounts) => amounts,
  { above = '', below = '' } = {},
): string {
  const lines = FOODS.map(([protein = 0, carbohydrate = 0, fat = 0, water = 0], n) => {
    const kcal = 4 * (protein + carbohydrate) + 9 * fat;
    return [`Food ${n}`, ...change([kcal, protein, carbohydrate, fat, water], n)].join(',');
  });
  return sourceFile('foods.csv', [above, HEADER, ...lines, below].join('\n').trim());
}

test('importFoods accepts a table whose energy, nutrients and water are consistent', async () => {
  expect((await imported(tableOf())).rows).toHaveLength(40);
});

test.each<[string, (amounts: number[], n: number) => number[], string]>([
  ['of an ounce', (amounts) => amounts.map((one) => one * 0.28), 'other amounts of water than'],
  [
    'with swapped columns',
    ([kcal = 0, p = 0, c = 0, f = 0, w = 0]) => [kcal, p, f, c, w],
    'energy that does not match their nutrients',
  ],
  ['below 0', ([kcal = 0, p = 0, ...others]) => [kcal, -p, ...others], 'leave their columns out'],
  [
    'of which some are in kJ',
    ([kcal = 0, ...others], n) => [n % 5 === 0 ? kcal * 4.184 : kcal, ...others],
    '8 of its foods have energy that does not match their nutrients',
  ],
])('importFoods refuses amounts %s', async (_, change, message) => {
  await expect(imported(tableOf(change))).rejects.toThrow(message);
});

test.each([
  [
    'with another table below',
    'Vitamin,Men,Women,,,\nVitamin C,90,75,,,',
    'another header in line 42: "Men"',
  ],
  [
    'with another table below, in another order',
    'Food,Fat (g),Protein (g),Carbohydrate (g),Calories,Water (g)\nA,1,2,3,29,94',
    'another header in line 42: "Fat (g)", "Protein (g)"',
  ],
  ['that was cut off', 'Food 41,143,12', 'its last row is cut off'],
  ['that was cut off after a name', 'Food', 'its last row is cut off'],
  ['that ends in an error page', '<html>\n<body>\n<h1>504</h1>', 'line 42 is part of a web page'],
])('importFoods refuses a table %s', async (_, below, message) => {
  await expect(imported(tableOf(undefined, { below }))).rejects.toThrow(message);
});

test.each([
  ['in kJ', ([kcal = 0, ...others]: number[]) => [kcal * 4.184, ...others]],
  ['with a tenth of the energy', ([kcal = 0, ...others]: number[]) => [kcal / 10, ...others]],
  ['with ten times the energy', ([kcal = 0, ...others]: number[]) => [kcal * 10, ...others]],
  ['shifted to the left', ([_, ...others]: number[]) => [...others, 0]],
  ['with fat and protein swapped', ([kcal = 0, p = 0, c = 0, f = 0, w = 0]) => [kcal, f, c, p, w]],
])('importFoods leaves out a row %s', async (_, change) => {
  // Food 7 has 1 g of protein and 15 g of fat.
  const path = tableOf((amounts, n) => (n === 7 ? change(amounts) : amounts));
  const { rows, counts } = await imported(path);
  expect(rows.map(({ description }) => description)).not.toContain('Food 7');
  expect({ rows: rows.length, counts }).toMatchObject({ rows: 39, counts: { misfit: 1 } });
  expect((await imported(path, { accept: ['nutrients'] })).rows).toHaveLength(40);
});

test('importFoods keeps drinks with alcohol and sweeteners, whose energy is computed differently', async () => {
  const below = 'Red wine,82,0.1,2.6,0,87\nVodka,231,0,0,0,67\nErythritol,20,0,100,0,0';
  expect((await imported(tableOf(undefined, { below }))).rows).toHaveLength(43);
});

test('importFoods leaves out footnotes and repeated headers', async () => {
  const below = `${HEADER}\n1,Estimated from similar foods,,,,\n*,see above,,,,`;
  const { rows, counts } = await imported(tableOf(undefined, { below }));
  expect(rows).toHaveLength(40);
  expect(counts).toMatchObject({ heading: 3 });
});

test('importFoods recognizes swapped columns by the amounts in fruit', async () => {
  const table = (sodium: string, potassium: string) => {
    const fruit = ['Apples, raw', 'Bananen', 'Pear'].map((name) => `"${name}",60,1,200`);
    const others = Array.from({ length: 10 }, (_, i) => `Food ${i},${90 + i},${50 + i},${100 + i}`);
    return sourceFile(
      'f.csv',
      [`name,kcal,${sodium},${potassium}`, ...fruit, ...others].join('\n'),
    );
  };
  expect((await imported(table('sodium', 'potassium'))).rows).toHaveLength(13);
  await expect(imported(table('potassium', 'sodium'))).rejects.toThrow('than raw fruit has');
});

test.each([
  ['oil', 'Oil, olive;Oil, corn;Sunflower oil;Butter', 'less fat than oil has'],
  ['sugar', 'Azúcar;Sugar, brown;Zucker;Honey', 'less carbohydrate than sugar has'],
])('importFoods recognizes by %s that amounts are not per 100 g', async (_, names, message) => {
  const table = (grams: number) => {
    const lines = names.split(';').map((name) => `"${name}",${grams},${grams}`);
    const others = Array.from({ length: 4 }, (_, i) => `Food ${i},${i},${i}`);
    return sourceFile('f.csv', ['name,fat,carbohydrate', ...lines, ...others].join('\n'));
  };
  await expect(imported(table(13.6))).rejects.toThrow(message);
  await expect(imported(table(13.6))).rejects.toThrow('say so with --per serving');
  expect((await imported(table(13.6), { per: 'serving' })).rows).toHaveLength(8);
  expect((await imported(table(50.1), { accept: ['nutrients'] })).rows).toHaveLength(8);
});

test.each([
  ['a title', { above: 'Nutrition facts per serving' }],
  ['a title with an ounce', { above: 'All values per 1 oz (28 g)' }],
  ['a note', { below: '* Werte pro Portion' }],
])('importFoods trusts %s that says that the amounts are per serving', async (_, texts) => {
  const path = tableOf(undefined, texts);
  await expect(imported(path)).rejects.toThrow('and no column says "per 100 g"');
  expect((await imported(path, { per: '100g' })).rows).toHaveLength(40);
  expect((await imported(tableOf(undefined, { above: 'Amounts per 100 g' }))).rows).toHaveLength(
    40,
  );
});

test('importFoods refuses servings of impossible sizes', async () => {
  const lines = Array.from({ length: 10 }, (_, i) => `Meal ${i},${9025 - i},1`);
  const path = sourceFile('meals.csv', ['name,kcal,protein', ...lines].join('\n'));
  await expect(imported(path, { per: 'serving' })).rejects.toThrow(
    'over 9,020 kcal or over 1,000 g of nutrients in a serving',
  );
});

test('importFoods does not read a row for all foods, such as a total, as a food', async () => {
  const below = ['TOTAL (all foods)', 'Average of the above', 'Max', '± SD', 'FOOD']
    .map((name) => `${name},100,10,10,2,78`)
    .join('\n');
  const { rows, counts } = await imported(tableOf(undefined, { below }));
  expect(rows).toHaveLength(40);
  expect(counts.heading).toBe(5);
});

test('importFoods reads periods as thousands separators if no number has decimals', async () => {
  const text = 'name,sodium\nA,1.234\nB,20\nC,3.930\nD,2.100\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows.map((row) => row.sodium_mg)).toEqual([1234, 20, 3930, 2100]);
  const fractions = text.replace('20', '0.020');
  expect((await imported(sourceFile('foods.csv', fractions))).rows[0]?.sodium_mg).toBe(1.234);
});

test('importFoods reads a single Open Food Facts product of several lines', async () => {
  const product = {
    code: '3017620422003',
    product_name: 'Nutella',
    ingredients: [{ text: 'sugar' }],
    nutriments: { 'energy-kcal_100g': 539, proteins_100g: 6.3 },
  };
  const path = sourceFile('product.json', JSON.stringify(product, null, 2));
  expect((await imported(path)).rows).toMatchObject([
    { code: '3017620422003', description: 'Nutella', kcal: 539, protein_g: 6.3 },
  ]);
});

test.each([
  ['brackets in brackets', 'f.json', `[${'['.repeat(200_000)}`, 'too many open brackets'],
  [
    'a long value',
    'f.json',
    `[{"name":"${'a'.repeat(2 ** 24 + 2 ** 18)}"}]`,
    'a value is over 16 MiB',
  ],
  [
    'a line of separators',
    'f.csv',
    `name,kcal\n${','.repeat(2 ** 22 + 2 ** 17)}`,
    'a line is longer',
  ],
  ['elements in elements', 'f.xml', '<a>'.repeat(2000), 'too many nested elements'],
  ['a comment', 'f.xml', `<a><!--${'x'.repeat(2 ** 21)}`, 'a comment is too long'],
  ['an attribute', 'f.xml', `<a><b c="${'x'.repeat(2 ** 21)}`, 'an attribute or a comment'],
])('importFoods refuses endless input: %s', async (_, name, text, message) => {
  await expect(imported(sourceFile(name, text))).rejects.toThrow(message);
});

/** Common foods with well-known amounts: protein, carbohydrate, calcium, sodium, potassium. */
const KNOWN: Readonly<Record<string, readonly number[]>> = {
  ...{ 'Milk, whole': [3.2, 4.7, 113, 43, 132], 'MILK,LOWFAT,FLUID': [3.4, 5, 125, 44, 150] },
  ...{ 'Leche entera': [3.1, 4.7, 110, 42, 150], 'Bananas, raw': [1.1, 22.8, 5, 1, 358] },
  ...{ 'APPLES,RAW': [0.3, 13.8, 6, 1, 107], 'Fraises, crues': [0.7, 7.7, 16, 1, 153] },
  ...{ 'Beef, ground': [26, 0, 18, 72, 318], 'CHICKEN,BREAST,RAW': [22, 0, 5, 45, 334] },
  ...{ 'Lax, rå': [20, 0, 9, 44, 363], Rice: [2.7, 28, 10, 1, 35] },
};

test.each<[string, (amounts: readonly number[]) => readonly number[], string | undefined]>([
  ['unchanged', (amounts) => amounts, undefined],
  ['with amounts per gram', (amounts) => amounts.map((one) => one / 100), 'have'],
  [
    'with sodium as calcium',
    ([p = 0, c = 0, ca = 0, na = 0, k = 0]) => [p, c, na, ca, k],
    'calcium than milk has',
  ],
  [
    'with sodium as potassium',
    ([p = 0, c = 0, ca = 0, na = 0, k = 0]) => [p, c, ca, k, na],
    'sodium than',
  ],
  ['with swapped amounts', ([p = 0, c = 0, ...rest]) => [c, p, ...rest], 'carbohydrate than'],
])('importFoods checks well-known foods %s', async (_, change, message) => {
  const lines = Object.entries(KNOWN).map(([name, amounts]) => {
    const [protein = 0, carbohydrate = 0, ...minerals] = change(amounts);
    return [`"${name}"`, 4 * (protein + carbohydrate), protein, carbohydrate, ...minerals].join();
  });
  const header = 'name,kcal,protein_g,carbohydrate_g,calcium_mg,sodium_mg,potassium_mg';
  const importing = imported(sourceFile('foods.csv', [header, ...lines].join('\n')));
  if (message === undefined) expect((await importing).rows).toHaveLength(10);
  else await expect(importing).rejects.toThrow(message);
});

test('importFoods repairs wrongly decoded names, and says so', async () => {
  const text = 'name,kcal\naÃ§Ãºcar,387\nPÃ£o de queijo,363\nÃrvore,1\nCrème,300\n01,5\n';
  const { rows, counts } = await imported(sourceFile('foods.csv', text));
  expect(rows.map(({ description }) => description)).toEqual([
    ...['açúcar', 'Pão de queijo', 'Ãrvore', 'Crème', '01'],
  ]);
  expect(counts).toMatchObject({ 'repaired-text': 2 });
});

test('importFoods does not read a zero with a footnote as a number', async () => {
  const text = 'name,kcal,iron_mg\nEgg,143,01\nMilk,61,0.03\nTea,1,"0,5"\n';
  expect(
    (await imported(sourceFile('foods.csv', text))).rows.map(({ iron_mg }) => iron_mg),
  ).toEqual([null, 0.03, 0.5]);
});

test('importFoods refuses a quote that hides the next food', async () => {
  const text =
    'name,kcal,protein,fat\n"Pizza, 12"",266,11,10\n"Pizza, 14"",270,12,11\nEgg,143,13,10\n';
  await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(
    'before line 3, a quote in a quoted field is not doubled',
  );
});
