import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

describe('importFoods, Open Food Facts', () => {
  test.each([
    [',', '1,"Jam, plum",100,"a ""b"" c"'],
    [';', '1;"Jam, plum";100;"a ""b"" c"'],
  ])('reads quotes in a file separated by %s', async (delimiter, line) => {
    const header = ['code', 'product_name', 'energy-kcal_100g', 'brands'].join(delimiter);
    const { rows } = await imported(sourceFile('products.csv', `${header}\n${line}\n`));
    expect(rows).toMatchObject([{ code: '1', description: 'Jam, plum', kcal: 100 }]);
  });

  test('keeps quotes in its own export, separated by tabs', async () => {
    const text = 'code\tproduct_name\tenergy-kcal_100g\n1\t"Jam" of plums\t100\n';
    const { rows } = await imported(sourceFile('products.csv', text));
    expect(rows).toMatchObject([{ description: '"Jam" of plums', kcal: 100, portions: null }]);
  });

  test('prefers the brand owner to the brand', async () => {
    const text =
      'code;product_name;energy-kcal_100g;brands;brand_owner\n1;Jam;100;Hero;Hero AG\n2;Ham;150;Zip;\n';
    const { rows } = await imported(sourceFile('products.csv', text));
    expect(rows).toMatchObject([{ manufacturer: 'Hero AG' }, { manufacturer: 'Zip' }]);
  });

  test('reads the energy in kJ if the value in kcal is 0', async () => {
    const text = 'code;product_name;energy-kcal_100g;energy_100g\n1;Ham;0.0;418,4\n2;Salt;0;0\n';
    const { rows } = await imported(sourceFile('products.csv', text));
    expect(rows).toMatchObject([{ kcal: 100 }, { kcal: 0 }]);
  });

  test('keeps a product whose energy does not match, and names it', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `${i}\tJam ${i}\t${i === 7 ? 70 : 700}\t70\n`,
    );
    const text = `code\tproduct_name\tenergy-kcal_100g\tfat_100g\n${lines.join('')}`;
    const { rows, counts } = await imported(sourceFile('products.csv', text));
    expect({ rows: rows.length, counts }).toMatchObject({ rows: 12, counts: { special: 1 } });
  });

  test('refuses a file in which many products have amounts that do not fit together', async () => {
    const header = 'code,product_name,energy-kcal_100g,proteins_100g,carbohydrates_100g,fat_100g';
    const text = (isExchanged: (i: number) => boolean) =>
      Array.from(
        { length: 40 },
        (_, i) => `${i},P${i},${isExchanged(i) ? '200,10,4,31' : '200,10,31,4'}`,
      );
    const file = (lines: readonly string[]) =>
      sourceFile('products.csv', [header, ...lines].join('\n'));
    await expect(imported(file(text((i) => i % 5 === 0)))).rejects.toThrow(
      '8 of its foods have energy that does not match',
    );
    expect((await imported(file(text((i) => i % 20 === 0)))).rows).toHaveLength(40);
  });

  test('reads JSON lines: nutriments, the serving, kJ if kcal is missing', async () => {
    const products = [
      {
        code: '0012',
        product_name: 'Jam',
        serving_size: '1 spoon (20 g)',
        brands: 'Hero',
        generic_name: 'Preserve',
        serving_quantity: 20,
        nutriments: { energy_100g: 1046, sodium_100g: 0.05, proteins_100g: 0.5 },
      },
      {
        code: '0013',
        product_name: 'Oil',
        nutriments: { 'energy-kcal_100g': 900, energy_100g: 1 },
      },
    ];
    const text = products.map((product) => JSON.stringify(product)).join('\n');
    const { rows, counts, report } = await imported(sourceFile('products.jsonl', text));
    expect(report.format).toBe('Open Food Facts, JSON lines');
    expect(rows).toMatchObject([
      { code: '0012', kcal: 250, sodium_mg: 50, gmwt_1: 20, gmwt_desc1: '1 spoon (20 g)' },
      { code: '0013', kcal: 900, sodium_mg: null, portions: null },
    ]);
    expect(rows[0]).toMatchObject({
      portions: '[{"amount":1,"unit":"spoon (20 g)","grams":20}]',
      manufacturer: 'Hero',
      common_names: 'Preserve',
    });
    expect(counts).toEqual({ 'energy-in-kj': 1 });
  });

  test.each([
    ['a list', (list: unknown) => list],
    ['a response from its API', (list: unknown) => ({ count: 1, page: 1, products: list })],
  ])('reads %s of products', async (_, around) => {
    const products = [{ code: '1', product_name: 'Jam', nutriments: { energy_100g: 1046 } }];
    const text = JSON.stringify(around(products));
    const { rows, report } = await imported(sourceFile('products.json', text));
    expect(report.format).toBe('Open Food Facts, JSON');
    expect(rows).toMatchObject([{ code: '1', description: 'Jam', kcal: 250 }]);
  });

  const nutrition = (nutrients: object, per = '100g') => ({
    nutrition: { aggregated_set: { per, preparation: 'as_sold', nutrients } },
  });

  test('reads JSON lines of 2026: computed values first, units converted', async () => {
    const products = [
      {
        code: '1',
        product_name: 'Spread',
        ...nutrition({
          'energy-kcal': { value: 539, unit: 'kcal' },
          fat: { value: 30, value_computed: 30.9, unit: 'g' },
          calcium: { value: 108, unit: 'mg' },
          'vitamin-d': { value: 40, unit: 'IU' },
        }),
      },
      {
        code: '2',
        product_name: 'Juice',
        ...nutrition({ energy: { value: 418.4, unit: 'kJ' } }, '100ml'),
      },
      { code: '3', product_name: 'Old', nutriments: { 'energy-kcal_100g': 42 } },
      { code: '4', product_name: 'Bar', ...nutrition({ fat: { value: 5, unit: 'g' } }, 'serving') },
    ];
    const text = products.map((product) => JSON.stringify(product)).join('\n');
    const { rows } = await imported(sourceFile('products.jsonl', text));
    expect(rows).toMatchObject([
      { kcal: 539, lipid_total_g: 30.9, calcium_mg: 108, vit_d_ug: null },
      { kcal: 100 },
      { kcal: 42 },
      { kcal: null, lipid_total_g: null },
    ]);
  });
});

test.each([
  ['product', { code: '1', errors: [], product: 0, status: 1 }],
  ['search', { count: 1, page: 1, products: [0] }],
  ['hits', { hits: [0], count: 1 }],
])('importFoods reads the response of a %s, and the basis of its amounts', async (_, answer) => {
  const product = {
    ...{ code: '5449000000996', product_name: 'Cola', nutrition_data_per: '100ml' },
    nutriments: { 'energy-kcal_100g': 42 },
  };
  for (const indent of [0, 2]) {
    const text = JSON.stringify(answer, (_, value) => (value === 0 ? product : value), indent);
    const { rows } = await imported(sourceFile('answer.json', text));
    expect(rows).toMatchObject([
      { description: 'Cola', kcal: 42, code: '5449000000996', nutrition_data_per: '100ml' },
    ]);
  }
});

describe('importFoods, Open Food Facts of several countries', () => {
  const products = [
    { code: '4006381333931', product_name: 'Muesli', product_name_de: 'Müsli', quantity: '500 g' },
    { code: '2000000000008', product_name: 'Loaf', countries_tags: ['en:germany'] },
    { code: '4006381333932', product_name: 'Wrong digit' },
  ].map((product) => ({ countries_tags: ['en:france'], ...product, nutriments: { fat_100g: 5 } }));
  const path = sourceFile('p.jsonl', products.map((product) => JSON.stringify(product)).join('\n'));

  test('returns quantities, and barcodes as GTIN-14 if the check digit is right', async () => {
    expect((await imported(path)).rows).toMatchObject([
      { code: '4006381333931', gtin: '04006381333931', quantity: '500 g' },
      { code: '2000000000008', gtin: null, countries_tags: 'en:germany' },
      { code: '4006381333932', gtin: null },
    ]);
  });

  test('imports the requested countries and languages', async () => {
    const { rows, counts, report } = await imported(path, {
      countries: ['France'],
      namesIn: ['de'],
    });
    expect(rows.map(({ description }) => description)).toEqual(['Müsli', 'Wrong digit']);
    expect([counts['other-country'], report.read]).toEqual([1, 3]);
  });

  test('reads country names of an old export, and says if no product is sold there', async () => {
    const text = 'code\tproduct_name\tcountries\tfat_100g\n1\tA\tFrance, United States\t5\n';
    const path = sourceFile('p.csv', text);
    expect((await imported(path, { countries: ['united-states'] })).rows).toHaveLength(1);
    await expect(imported(path, { countries: ['spain'] })).rejects.toThrow(
      'none of its foods can be kept',
    );
  });

  test('filters the CSV by country, and refuses --countries for other formats', async () => {
    const text =
      'code\tproduct_name\tcountries_tags\tfat_100g\n96385074\tA\ten:france,en:spain\t5\n2\tB\t\t5\n';
    const { rows } = await imported(sourceFile('p.csv', text), { countries: ['en:spain'] });
    expect(rows).toMatchObject([{ description: 'A', gtin: '00000096385074' }]);
    const other = sourceFile('foods.csv', 'name,kcal\nEgg,143\n');
    await expect(imported(other, { countries: ['spain'] })).rejects.toThrow(
      '--countries does not apply',
    );
  });
});

const NOTHING_READ = [
  ['products.jsonl', '{"code":"1","product_name":"Jam","nutriments":{}}'],
  ['products.csv', 'code\tproduct_name\tfat_100g\n1\tJam\t\n'],
  ['foods.csv', 'name,kcal\nJam,n/a\nHam,-\n'],
  ['foods.json', '[{"name":"Jam","kcal":"-"}]'],
] as const;

test.each(NOTHING_READ)('importFoods refuses %s without a nutrient', async (name, text) => {
  await expect(imported(sourceFile(name, text))).rejects.toThrow(
    'none of its foods has energy or a nutrient. Map the columns that have them',
  );
});
