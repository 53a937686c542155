import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6 };

describe('importFoods finds the parts of a table:', () => {
  test.each([
    [
      'Swiss names, units in their own columns',
      'name\tenergy kJ\tunit\tenergy kcal\tunit\tprotein\tunit\niron egg\t598\tkilojoule (kJ)\t143\tkilocalorie (kcal)\t12600\tmilligram (mg)\nEgg\t598\tkilojoule (kJ)\t143\tkilocalorie (kcal)\t12600\tmilligram (mg)\n',
    ],
    [
      'five rows of headers',
      'Food Code,Food Name,Description,Energy (kcal) (kcal),Protein (g)\n,,,KCALS,PROT\n,,,kcal,g\n,,,ENERC_KCAL,PROCNT\n,Name of the food,,Energy in kcal,Total protein\n1,iron egg,x,143,12.6\n2,Egg,x,143,12.6\n',
    ],
    [
      'units in the second row',
      'Key,Food Name,"Energy, with dietary fibre",Protein\n,,kJ,mg\nF1,iron egg,598.312,12600\nF2,Egg,598.312,12600\n',
    ],
    [
      'one name above two columns',
      'Name;Energie;;Eiweiß\n;kJ;kcal;g\niron egg;598;143;12,6\nEgg;598;143;12,6\n',
    ],
    [
      'titles above the header',
      'Table 1,,\nVersion 2,,\nFood name,Energy (kcal),Protein\niron egg,143,12.6\nEgg,143,12.6\n',
    ],
    ['a name column without a header', ',kcal,protein\niron egg,143,12.6\nEgg,143,12.6\n'],
    ['tagnames of INFOODS', 'FoodName,ENERC_KCAL,PROCNT\niron egg,143,12.6\nEgg,143,12.6\n'],
    ['German', 'Lebensmittel;Energie (kcal);Eiweiß (g)\niron egg;143;12,6\nEgg;143;12,6\n'],
    [
      'French',
      'Nom;Energie (kcal/100 g);Protéines, N x 6.25 (g/100 g)\niron egg;143;12,6\nEgg;143;12,6\n',
    ],
    ['Spanish', 'Alimento;Energía (kcal);Proteínas (g)\niron egg;143;12,6\nEgg;143;12,6\n'],
    ['Italian', 'nome,energia_kcal,proteine_g\niron egg,143,12.6\nEgg,143,12.6\n'],
    [
      'Portuguese',
      'Descrição dos alimentos,Energia (kcal),Proteína (g)\niron egg,143,12.6\nEgg,143,12.6\n',
    ],
    [
      'Dutch',
      'Voedingsmiddelnaam/Dutch food name|ENERCC (kcal)|PROT (g)\niron egg|143|12,6\nEgg|143|12,6\n',
    ],
    ['Japanese', '食品名,エネルギー (kcal),たんぱく質 (g)\niron egg,143,12.6\nEgg,143,12.6\n'],
    [
      'USDA delimiters',
      '~Long_Desc~^~Energ_Kcal~^~Protein~\n~iron egg~^143^12.6\n~Egg~^143^12.6\n',
    ],
    [
      'groups above the names of their parts',
      'Food,Energy,,Macronutrients,,Fatty acids,,Vitamin,\nName,kJ,kcal,Protein,Water,saturated,trans,C,B6\n,,,g,g,g,g,mg,mg\niron egg,598,143,12.6,76,3.1,0,0,0.17\nEgg,598,143,12.6,76,3.1,0,0,0.17\n',
    ],
    [
      'tagnames below other names, and units above',
      'Tabelle,,,,\nKod,X,A,B,C\n,,kJ,kcal,g\n,FoodName,ENERC,ENERC_KCAL,PROT-\n1,iron egg,598,143,12.6\n2,Egg,598,143,12.6\n',
    ],
    [
      'headings of groups and notes among the foods',
      'Name,Group code,kcal,protein,fat\nEggs,,,,\niron egg,1,143,12.6,9\n,,,,\nEgg,2,143,12.6,9\n* Estimated,,,,\n',
    ],
    [
      'a first food without a number',
      'Lebensmittel;Energie (kcal);Eiweiß (g);Fett (g)\nWasser;Spuren;k.A.;spur\nEgg;143;12,6;9\n',
    ],
    ['a first food without amounts', 'Food,Calories,Prot\nWater,,\nEgg,143,12.6\n'],
    [
      'a food that is named like a column: water',
      'color;Calories;Prot;Food\nx;143;12.6;Water\nx;143;12.6;Egg\n',
    ],
  ])('%s', async (_, text) => {
    const { rows } = await imported(sourceFile('foods.csv', text));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ ...EGG, kcal: expect.closeTo(143, 0) });
  });

  test('columns below a group name, which becomes part of their names', async () => {
    const text =
      'Food,Fatty acids,,Vitamin,\nName,saturated,trans,C,B6\n,g,g,mg,mg\nEgg,3.1,9,7,0.17\nMilk,1,9,1,0.1\n';
    const { rows } = await imported(sourceFile('foods.csv', text));
    expect(rows[0]).toEqual({
      ...{ description: 'Egg', kcal: null, protein_g: null, carbohydrate_g: null },
      ...{ fa_sat_g: 3.1, fa_mono_g: null, fa_poly_g: null, vit_c_mg: 7, vit_b6_mg: 0.17 },
    });
  });

  test('a header and units, in the rows that the options name', async () => {
    const text = 'x,y\n1,2\nFood,Energy,Protein\nfoo,bar,baz\nunits,kJ,mg\nEgg,598.312,12600\n';
    const { rows } = await imported(sourceFile('foods.csv', text), { headerRow: 3, unitsRow: 5 });
    expect(rows).toMatchObject([EGG]);
    // The row between the header and the units is not a food.
    const apart = text.replace('foo,bar,baz', 'per,100,100');
    const other = await imported(sourceFile('foods.csv', apart), { headerRow: 3, unitsRow: 5 });
    expect(other.rows).toMatchObject([EGG]);
    expect(other.rows).toHaveLength(1);
  });

  test('columns by their numbers, if there is no header', async () => {
    const path = sourceFile('foods.tsv', 'Egg\t7\t143\t12.6\nMilk\t8\t61\t3.2\n');
    await expect(imported(path)).rejects.toThrow(
      'it has no header. Map its columns by number, as in --map description=1 ' +
        '--map kcal=…. Its first row is "Egg", "7", "143", "12.6".',
    );
    const map = new Map([
      ['description', '1'],
      ['code', '2'],
      ['kcal', '3'],
      ['protein_g', '4'],
    ]);
    const { rows, report } = await imported(path, { map });
    expect(rows).toMatchObject([{ ...EGG, code: '7' }, { description: 'Milk' }]);
    expect(report.key).toBe('code');
  });

  test('a key with an unknown name, which is imported as code', async () => {
    const text = 'Public Food Key,Food Name,kcal\nF1,Egg,143\n';
    const { rows, report } = await imported(sourceFile('foods.csv', text));
    expect([rows[0], report.key]).toMatchObject([{ code: 'F1' }, 'code']);
  });
});

describe('importFoods reads the encoding', () => {
  const TEXT = 'Food name,kcal,protein\nCrème,143,12.6\n';
  const inUtf16 = Buffer.from(TEXT, 'utf16le');
  test.each([
    ['UTF-16LE with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), inUtf16])],
    [
      'UTF-16BE with a byte order mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(inUtf16).swap16()]),
    ],
    ['UTF-16LE without a byte order mark', inUtf16],
    ['UTF-16BE without a byte order mark', Buffer.from(inUtf16).swap16()],
  ])('%s', async (_, bytes) => {
    const { rows } = await imported(sourceFile('foods.csv', bytes));
    expect(rows).toMatchObject([{ description: 'Crème', kcal: 143 }]);
  });

  test.each([
    ['a few kana by chance', 'Cr\xe8me br\xfbl\xe9e \x83A', 'Crème brûlée ƒA'],
    ['a degree', 'Milk 3.5\xb0', 'Milk 3.5°'],
  ])('Windows-1252 with %s', async (_, name, description) => {
    const path = sourceFile('foods.csv', Buffer.from(`food,kcal\n${name},143\n`, 'latin1'));
    expect((await imported(path)).rows).toMatchObject([{ description }]);
  });

  test('Shift-JIS, and an encoding given as an option', async () => {
    // 食品名,kcal / たまご,143 / ミルク,61
    const bytes = Buffer.from(
      '9048956996bc2c6b63616c0a82bd82dc82b22c3134330a837e838b834e2c36310a',
      'hex',
    );
    const path = sourceFile('foods.csv', bytes);
    const { rows, report } = await imported(path);
    expect(rows).toMatchObject([
      { description: 'たまご', kcal: 143 },
      { description: 'ミルク', kcal: 61 },
    ]);
    const guessed = expect.objectContaining({ rule: 'encoding' });
    expect(report.findings).toContainEqual(guessed);
    const greek = sourceFile(
      'foods.csv',
      Buffer.from('food,kcal\n\xc1\xf5\xe3\xfc,143\n', 'latin1'),
    );
    const named = await imported(greek, { encoding: 'iso-8859-7' });
    expect(named.rows).toMatchObject([{ description: 'Αυγό' }]);
    expect(named.report.findings).not.toContainEqual(guessed);
  });
});

test.each([
  ['lists by name', { chains: { 'A & W': [{ item: 'Egg', calories: 143, protein_g: 12.6 }] } }],
  ['objects in objects', [{ name: 'Egg', nutrients: { kcal: 143, protein_g: 12.6 } }]],
  [
    'amounts with units',
    [
      {
        name: 'Egg',
        energy: { value: 598.312, unit: 'kJ' },
        protein: { value: 12600, unit: 'mg' },
      },
    ],
  ],
  [
    'lists of nutrients',
    [
      {
        name: 'Egg',
        nutrients: [
          { name: 'Energy', amount: 143, unit: 'kcal' },
          { name: 'Protein', amount: '12.6', unitName: 'G' },
        ],
      },
    ],
  ],
])('importFoods reads nested JSON: %s', async (_, value) => {
  const { rows } = await imported(sourceFile('foods.json', JSON.stringify(value)));
  expect(rows).toMatchObject([EGG]);
});

test('importFoods reads Open Food Facts without its key', async () => {
  const text = 'product_name,energy_100g,proteins_100g\nEgg,598.312,12.6\n';
  const { rows, report } = await imported(sourceFile('products.csv', text));
  expect([report.format, rows]).toMatchObject(['Open Food Facts, CSV', [EGG]]);
});

describe('importFoods with amounts per serving', () => {
  const rowsOf = (servings: readonly string[]) =>
    servings.map((serving, n) => `food ${n},${serving},71.5,6.3,0.36,4.76\n`).join('');
  const HEADER = 'name,Serving size,kcal,protein,carbohydrate,fat\n';

  test('converts them to 100 g by the weight of the serving', async () => {
    const text = `${HEADER}${rowsOf(['50', '50 g', '1 egg (50g)', 'one', '', '100'])}`;
    const { rows, counts } = await imported(sourceFile('menu.csv', text), { per: 'serving' });
    const whole = { kcal: 143, protein_g: 12.6, carbohydrate_g: 0.72, lipid_total_g: 9.52 };
    const none = { kcal: null, protein_g: null, carbohydrate_g: null, lipid_total_g: null };
    expect(rows).toMatchObject([
      ...[whole, whole, whole].map((amounts) => ({ ...amounts, gmwt_1: 50 })),
      ...[none, none],
      { kcal: 71.5, gmwt_1: 100 },
    ]);
    expect(counts['no-serving-weight']).toBe(2);
  });

  test('converts them by a weight in g or ml', async () => {
    const text = 'ALIMENTO,PESO (g/ml),Kcal,CHO (g)\nAbacate,92,161,7\n';
    const { rows } = await imported(sourceFile('menu.csv', text), { per: 'serving' });
    expect(rows).toMatchObject([{ kcal: 175, gmwt_1: 92 }]);
  });

  test('keeps them if no column has the weight', async () => {
    const text = 'name,kcal,protein\nEgg,71.5,6.3\n';
    const { rows } = await imported(sourceFile('menu.csv', text), { per: 'serving' });
    expect(rows).toMatchObject([{ kcal: 71.5, protein_g: 6.3 }]);
  });

  test('refuses amounts that are impossible after the conversion', async () => {
    // The weights are in ounces.
    const text = `${HEADER}${rowsOf(Array.from({ length: 20 }, () => '1.76'))}`;
    await expect(imported(sourceFile('menu.csv', text), { per: 'serving' })).rejects.toThrow(
      'which is impossible',
    );
  });
});
