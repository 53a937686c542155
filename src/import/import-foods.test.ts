import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../test/import-cases.ts';
import { ImportRefusedError } from './import-foods.ts';

const HEADER = 'id,description,kcal,protein_g,carbohydrate_g,fa_sat_g,fa_mono_g,fa_poly_g';

/** A table of foods with these names and energies. */
const table = (...lines: string[]) => sourceFile('foods.csv', [HEADER, ...lines].join('\n'));

describe('importFoods, a table with a header', () => {
  test('takes the key, the columns of the search, and the nutrients it knows', async () => {
    const path = sourceFile(
      'foods.csv',
      'code,Protein (g),Description,IRON (UG),color\n007,1.5,"Egg, whole",1200,white\n',
    );
    const { report, rows } = await imported(path);
    expect(rows).toEqual([
      {
        code: '007',
        description: 'Egg, whole',
        kcal: null,
        protein_g: 1.5,
        carbohydrate_g: null,
        iron_mg: 1.2,
        fa_sat_g: null,
        fa_mono_g: null,
        fa_poly_g: null,
      },
    ]);
    expect(report).toMatchObject({ key: 'code', read: 1, kept: 1, nulls: { kcal: 1 } });
  });

  test('fills columns from other names, in the unit of the name', async () => {
    const path = sourceFile('foods.tsv', 'Lebensmittel\tEnergie [kJ]\tMarke\nEi\t418,4\tX\n');
    const { rows, counts } = await imported(path, {
      map: new Map([
        ['description', 'Lebensmittel'],
        ['kcal', 'Energie [kJ]'],
        ['brand', 'Marke'],
      ]),
    });
    expect(rows).toMatchObject([{ description: 'Ei', kcal: 100, brand: 'X' }]);
    expect(counts).toMatchObject({ 'energy-in-kj': 1, comma: 1 });
  });

  test('reads the first column of a name that is given twice, and says so', async () => {
    const path = sourceFile('foods.csv', 'name,kcal,name,x,x\nEgg,143,Eggo,1,2\n');
    const { rows, counts } = await imported(path);
    expect(rows).toMatchObject([{ description: 'Egg' }]);
    expect(counts).toMatchObject({ 'repeated-column': 1 });
  });

  test.each([
    ['Fett (mg/100 g)', 'fa_sat_g', 0.0015],
    ['Energie (kJ per 100g)', 'kcal', 0.358508604207],
    ['Carbohydrate (available)', 'carbohydrate_g', 1.5],
    ['Iron [%]', 'brand', '1.5'],
  ])('reads --map to %j in the unit of the name', async (field, column, value) => {
    const path = sourceFile('foods.tsv', `name\t${field}\tzinc_mg\nEgg\t1.5\t1\n`);
    const { rows } = await imported(path, { map: new Map([[column, field]]) });
    expect(rows).toMatchObject([{ [column]: value }]);
  });

  test.each([
    ['Protein (oz)', 'protein_g', 'is in oz, which cannot be converted to g'],
    ['Vitamin D (IU)', 'vit_d_ug', 'is in IU, which cannot be converted to µg'],
    ['Energy [kJ]', 'protein_g', 'is in kJ, which cannot be converted to g'],
  ])('refuses --map to %j for %s', async (field, column, message) => {
    const path = sourceFile('foods.tsv', `name\t${field}\nEgg\t1.5\n`);
    await expect(imported(path, { map: new Map([[column, field]]) })).rejects.toThrow(message);
  });

  test.each([
    ['a decimal comma', '1,A,"1,5",1,1,1,1,1', { comma: 1 }, { kcal: 1.5 }],
    ['a mark for missing', '1,A,-,N,1,1,1,1', { missing: 2 }, { kcal: null, protein_g: null }],
    ['traces', '1,A,1,Tr,<0.1,1,1,1', { trace: 2 }, { protein_g: 0, carbohydrate_g: 0 }],
    ['what is not a number', '1,A,lots,1,1,1,1,1', { unreadable: 1 }, { kcal: null }],
    [
      'HTML entities',
      '1,A &amp;quot;B&amp;quot; &#233;,1,1,1,1,1,1',
      { 'html-entity': 1 },
      { description: 'A "B" é' },
    ],
    [
      'line breaks in a name',
      '1,"A\n\tB",1,1,1,1,1,1',
      { 'line-break': 1 },
      { description: 'A B' },
    ],
    ['U+FFFD', '1,cr\ufffdme,1,1,1,1,1,1', { 'damaged-text': 1 }, { description: 'cr\ufffdme' }],
    ['a quote that does not quote', '1,"A" B,1,1,1,1,1,1', { quote: 1 }, { description: '"A" B' }],
    ['impossible energy', '1,A,903,1,1,1,1,1', { 'over-902-kcal': 1 }, { kcal: 903 }],
    ['impossible grams', '1,A,902,100.1,100,1,1,1', { 'over-100-g': 1 }, { protein_g: 100.1 }],
    ['a negative amount', '1,A,1,-1,1,1,1,1', { negative: 1 }, { protein_g: -1 }],
    ['a missing key', ',A,1,1,1,1,1,1', { 'no-key': 1 }, { id: null }],
    ['too few fields', '1,A,1', { 'field-count': 1 }, { kcal: 1, protein_g: null }],
    ['an empty field', '1,A,,1,1,1,1,1', {}, { kcal: null }],
  ])('reads %s', async (_, line, counts, values) => {
    const found = await imported(table(line));
    expect(found.counts).toEqual(counts);
    expect(found.rows).toMatchObject([values]);
  });

  test.each([
    ['sodium_mg', 100_000],
    ['selenium_ug', 100_000_000],
  ])('notes more of %s than 100 g have', async (column, most) => {
    const path = sourceFile('foods.csv', `name,${column}\nA,${most}\nB,${most + 1}\n`);
    expect((await imported(path)).counts).toMatchObject({ 'over-100-g': 1 });
  });

  test('skips foods without a name and names that are too long, with line and example', async () => {
    const { report, rows } = await imported(
      table(
        '1,,1,1,1,1,1,1',
        `2,${'x'.repeat(1001)},1,1,1,1,1,1`,
        `3,${'y'.repeat(1000)},1,1,1,1,1,1`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(report).toMatchObject({ read: 3, kept: 1 });
    expect(report.skipped).toMatchObject([
      { rule: 'no-name', count: 1, examples: [{ place: 2, text: '1 |  | 1 | 1 | 1' }] },
      { rule: 'long-name', count: 1, examples: [{ place: 3 }] },
    ]);
  });

  test('counts repeated names and keys, and keeps them', async () => {
    const { rows, counts } = await imported(
      table('1,A,1,1,1,1,1,1', '1,B,1,1,1,1,1,1', '2,A,1,1,1,1,1,1'),
    );
    expect(rows).toHaveLength(3);
    expect(counts).toEqual({ 'repeated-key': 1, 'repeated-name': 1 });
  });

  test('reports columns per serving and columns that are not there', async () => {
    const path = sourceFile('foods.csv', 'name,kcal per serving\nA,5\n');
    const { counts } = await imported(path, { map: new Map([['kcal', 'kcal per serving']]) });
    expect(counts).toEqual({ 'per-serving': 1, 'no-column': 5 });
  });

  test.each([
    ['Windows-1252', Buffer.from(`${HEADER}\n1,Cr\xe8me,1,1,1,1,1,1\n`, 'latin1'), 1],
    ['a byte order mark', Buffer.from(`\ufeff${HEADER}\n1,Crème,1,1,1,1,1,1\n`), 0],
    ['CR-only lines', Buffer.from(`${HEADER}\r1,Crème,1,1,1,1,1,1\r`), 0],
    ['gzip', gzipSync(`${HEADER}\n1,Crème,1,1,1,1,1,1\n`), 0],
  ])('reads %s', async (_, bytes, odd) => {
    const { rows, counts } = await imported(sourceFile('foods.csv', bytes));
    expect(rows).toMatchObject([{ id: '1', description: 'Crème', kcal: 1 }]);
    expect(counts['not-utf-8'] ?? 0).toBe(odd);
  });

  test('in strict mode writes nothing where anything is odd', async () => {
    const failure = imported(table('1,A,903,1,1,1,1,1'), { isStrict: true });
    await expect(failure).rejects.toBeInstanceOf(ImportRefusedError);
    await expect(failure).rejects.toMatchObject({
      report: { findings: [{ rule: 'over-902-kcal', count: 1 }] },
    });
    expect((await imported(table('1,A,902,1,1,1,1,1'), { isStrict: true })).rows).toHaveLength(1);
  });
});

describe('importFoods, JSON', () => {
  const foods = [
    { id: 7, description: 'Egg', kcal: 143, protein_g: '12,56' },
    { id: 8, name: 'ignored', description: 'Milk', kcal: 61 },
  ];
  test.each([
    ['an array', JSON.stringify(foods)],
    ['an array in an object', JSON.stringify({ foods })],
    ['lines', foods.map((food) => JSON.stringify(food)).join('\n')],
  ])('reads %s', async (_, text) => {
    const { rows } = await imported(sourceFile('foods.json', text));
    expect(rows).toMatchObject([
      { id: '7', description: 'Egg', kcal: 143, protein_g: 12.56 },
      { id: '8', description: 'Milk', kcal: 61, protein_g: null },
    ]);
  });

  test('skips what is not an object', async () => {
    const { counts } = await imported(sourceFile('foods.json', '[{"name":"A","kcal":1}, 7, null]'));
    expect(counts).toMatchObject({ 'not-an-object': 2 });
  });

  test('takes members that only later objects have', async () => {
    const objects = Array.from({ length: 5000 }, (_, i) => ({ name: `F${i}`, protein_g: 1 }));
    const text = JSON.stringify([...objects, { name: 'Last', kcal: 7, fa_sat_g: '2' }]);
    const { rows } = await imported(sourceFile('foods.json', text));
    expect(rows.at(-1)).toMatchObject({ description: 'Last', kcal: 7, fa_sat_g: 2 });
  });

  test.each([
    ['cut off', '[{"name":"A"}, {"na', /it is not JSON/],
    ['damaged', '[{"name":"A"}, }]', /it is not JSON/],
    ['a damaged line', '{"name":"A"}\n{"name":\n', /line 2 is not JSON/],
  ])('refuses a file that is %s', async (_, text, message) => {
    await expect(imported(sourceFile('foods.json', text))).rejects.toThrow(message);
  });
});

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
    expect(rows).toMatchObject([{ description: '"Jam" of plums', kcal: 100 }]);
  });

  test('takes the owner of a brand before the brand', async () => {
    const text =
      'code;product_name;energy-kcal_100g;brands;brand_owner\n1;Jam;100;Hero;Hero AG\n2;Ham;150;Zip;\n';
    const { rows } = await imported(sourceFile('products.csv', text));
    expect(rows).toMatchObject([{ manufacturer: 'Hero AG' }, { manufacturer: 'Zip' }]);
  });

  test('takes the energy in kJ where that in kcal is 0', async () => {
    const text = 'code;product_name;energy-kcal_100g;energy_100g\n1;Ham;0.0;418,4\n2;Salt;0;0\n';
    const { rows } = await imported(sourceFile('products.csv', text));
    expect(rows).toMatchObject([{ kcal: 100 }, { kcal: 0 }]);
  });

  test('reads JSON lines: nutriments, the serving, kJ where kcal is missing', async () => {
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
});

describe('importFoods, FoodData Central', () => {
  const FILES = {
    'food.csv':
      'fdc_id,data_type,description,food_category_id\n30,sr_legacy_food,Egg,1\n20,branded_food,Bar,\n10,sub_sample_food,Egg 7,1\n',
    'food_category.csv': 'id,code,description\n1,0100,Dairy and Egg Products\n',
    'food_attribute.csv':
      'id,fdc_id,seq_num,name,value\n1,30,1,Common Name,hen egg\n2,30,2,Common Name,oeuf\n3,30,3,Other,x\n',
    'food_nutrient.csv':
      'id,fdc_id,nutrient_id,amount\n1,20,1008,5\n2,30,1003,12.56\n3,30,1062,598.3\n' +
      '4,30,1003,99\n5,99,1003,1\n6,20,1008,\n7,30,208,143\n8,10,1003,1\n',
    'sr_legacy_food.csv': 'fdc_id,NDB_number\n30,1123\n',
    'measure_unit.csv': 'id,name\n1000,cup\n9999,undetermined\n',
    'food_portion.csv':
      'id,fdc_id,seq_num,amount,measure_unit_id,portion_description,modifier,gram_weight\n' +
      '1,30,1,1.0,1000,,"chopped",243\n2,30,2,1,9999,,large,50\n3,30,3,1,9999,,small,38\n' +
      '4,20,1,2.0,1000,,10205,80\n',
    'branded_food.csv':
      'fdc_id,serving_size,serving_size_unit,household_serving_fulltext,brand_owner,branded_food_category\n' +
      '20,40.0,g,,Bars Inc.,Snack Bars\n30,58.0,g,1 EGG,,\n',
    'readme.txt': 'about',
  };

  test('joins the files of the CSV archive as downloaded', async () => {
    const inFolder = Object.entries(FILES).map(([name, text]) => [`FoodData/${name}`, text]);
    const path = sourceFile('download.zip', zipOf(Object.fromEntries(inFolder)));
    const { report, rows, counts } = await imported(path);
    expect(report).toMatchObject({ format: 'FoodData Central, CSV', read: 3, kept: 2 });
    expect(rows).toMatchObject([
      {
        fdc_id: '20',
        ndb_no: null,
        kcal: 5,
        gmwt_1: 80,
        gmwt_desc1: '2 cup',
        gmwt_2: 40,
        gmwt_desc2: '40 g',
        portions: '[{"amount":2,"unit":"cup","grams":80},{"amount":40,"unit":"g","grams":40}]',
        food_group: 'Snack Bars',
        common_names: null,
        manufacturer: 'Bars Inc.',
      },
      {
        fdc_id: '30',
        ndb_no: '01123',
        description: 'Egg',
        kcal: 143,
        protein_g: 12.56,
        gmwt_1: 243,
        gmwt_desc1: '1 cup chopped',
        gmwt_2: 50,
        gmwt_desc2: '1 large',
        portions:
          '[{"amount":1,"unit":"cup chopped","grams":243},{"amount":1,"unit":"large","grams":50},' +
          '{"amount":1,"unit":"small","grams":38},{"amount":1,"unit":"EGG","grams":58}]',
        food_group: 'Dairy and Egg Products',
        common_names: 'hen egg, oeuf',
        manufacturer: null,
      },
    ]);
    expect(counts).toMatchObject({ 'not-a-food': 1, 'duplicate-nutrient': 1, 'no-food': 1 });
  });

  test('refuses an archive without nutrients', async () => {
    const path = sourceFile('download.zip', zipOf({ 'food.csv': FILES['food.csv'] }));
    await expect(imported(path, { format: 'fdc-csv' })).rejects.toThrow(
      'it has no food_nutrient.csv',
    );
  });

  test('reads branded JSON and its abridged form', async () => {
    const foods = [
      {
        fdcId: 7,
        description: 'Bar',
        servingSize: 40,
        servingSizeUnit: 'g',
        brandOwner: 'Bars Inc.',
        brandedFoodCategory: 'Snack Bars',
        scientificName: 'Avena sativa',
        foodAttributes: [{ name: 'Common Name', value: 'oat bar' }],
        foodNutrients: [
          { nutrient: { id: 1062, unitName: 'kJ' }, amount: 418.4 },
          { nutrient: { id: 1003 }, amount: 5 },
          { nutrient: { id: 1003 }, amount: 6 },
        ],
      },
      { fdcId: 8, description: 'Egg', foodNutrients: [{ number: '208', amount: 143 }] },
    ];
    const path = sourceFile('branded.json', JSON.stringify({ BrandedFoods: foods }));
    const { rows, counts } = await imported(path);
    expect(rows).toMatchObject([
      { fdc_id: '7', kcal: 100, protein_g: 5, gmwt_1: 40, gmwt_desc1: '40 g' },
      { fdc_id: '8', kcal: 143, protein_g: null },
    ]);
    expect(rows[0]).toMatchObject({
      food_group: 'Snack Bars',
      common_names: 'oat bar',
      manufacturer: 'Bars Inc.',
      scientific_name: 'Avena sativa',
    });
    expect(counts).toMatchObject({ 'energy-in-kj': 1, 'duplicate-nutrient': 1 });
  });
});

test('importFoods reads a SQLite file, whatever the name of its table', async () => {
  const path = sourceFile('foods.sqlite', '');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE foods (ndb_no TEXT, Name TEXT, kcal NUMERIC);
                 INSERT INTO foods VALUES ('01001', 'Butter', '1,234'), ('01002', 'Ghee', '8.5')`);
  database.close();
  const { rows, report } = await imported(path);
  expect(report.key).toBe('ndb_no');
  expect(rows).toMatchObject([
    { ndb_no: '01001', description: 'Butter', kcal: 1234 },
    { ndb_no: '01002', description: 'Ghee', kcal: 8.5 },
  ]);
});

test.each([
  ['comma', 'name,kcal\nA,"1,234"\n', 1234],
  ['semicolon', 'name;kcal\nA;1,234\n', 1.234],
  ['tab', 'name\tkcal\nA\t1,234\n', 1.234],
  ['JSON, comma', '[{"name":"A, B; C; D","kcal":"1,234"}]', 1234],
  ['JSON lines', '{"name":"A","kcal":"1,234","x":";;;;;;"}\n', 1234],
])('importFoods reads 1,234 by what separates the fields of a table: %s', async (_, text, kcal) => {
  const { rows } = await imported(sourceFile('foods.txt', text));
  expect(rows).toMatchObject([{ kcal }]);
});
