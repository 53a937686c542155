import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../../test/import-cases.ts';
import { FindingCounts, SKIPS } from '../import-report.ts';
import { TABLE_NAME } from '../record-source.ts';
import { openJsonTable } from './json-table.ts';

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6, sodium_mg: 142 };
const AMOUNTS: readonly (readonly [number, number, number])[] = [
  [1008, 208, 143],
  [1003, 203, 12.6],
  [1093, 307, 142],
];

test.each([
  ['IDs', AMOUNTS.map(([id, , value]) => ({ id, value }))],
  ['numbers', AMOUNTS.map(([, number, amount]) => ({ number: String(number), amount }))],
  ['nested IDs', AMOUNTS.map(([id, , amount]) => ({ id: 7, nutrient: { id }, amount }))],
  [
    'IDs, in other units',
    [
      ...AMOUNTS.slice(0, 2).map(([nutrient_id, , amount]) => ({ nutrient_id, amount })),
      { nutrient_id: 1093, amount: 0.142, unit: 'g' },
    ],
  ],
])("importFoods reads lists of nutrients by FoodData Central's %s", async (_, nutrients) => {
  const { rows } = await imported(
    sourceFile('f.json', JSON.stringify([{ name: 'Egg', nutrients }])),
  );
  expect(rows).toMatchObject([EGG]);
});

test('importFoods does not take IDs of other lists for nutrients', async () => {
  const ingredients = [{ id: 1003, amount: 30, unit: 'g' }];
  const foods = [{ name: 'Cake', kcal: 300, ingredients }];
  const { rows } = await imported(sourceFile('f.json', JSON.stringify(foods)));
  expect(rows).toMatchObject([{ kcal: 300, protein_g: null }]);
});

test.each([
  { ingredients: [{ name: 'Sugar', amount: 50, unit: 'g' }] },
  { Zutaten: { sugar: 50 } },
])('importFoods does not take the ingredient sugar for the nutrient', async (ingredients) => {
  const foods = [
    { name: 'Cake', kcal: 300, sugar: 20, ...ingredients },
    { name: 'Bun', kcal: 250, ...ingredients },
  ];
  const { rows } = await imported(sourceFile('f.json', JSON.stringify(foods)));
  expect(rows).toMatchObject([{ sugar_g: 20 }, { sugar_g: null }]);
});

const ROW = { name: 'Egg', kcal: '143', protein_g: '12.6', sodium_mg: '142' };
const exportOf = (...tables: readonly string[]) =>
  JSON.stringify([
    { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for phpMyAdmin' },
    { type: 'database', name: 'shop' },
    { type: 'table', name: 'users', database: 'shop', data: [{ user: 'A' }] },
    ...tables.map((name) => ({ type: 'table', name, database: 'shop', data: [ROW] })),
  ]);
const fieldsOf = (tag: string) =>
  Object.entries(ROW)
    .map(([name, value]) => `<${tag} name="${name}">${value}</${tag}>`)
    .join('');
const xmlOf = (...tables: readonly string[]) =>
  `<pma_xml_export><database name="shop">${tables.map((name) => `<table name="${name}">${fieldsOf('column')}</table>`).join('')}</database></pma_xml_export>`;

test.each([
  ['JSON of phpMyAdmin', 'f.json', exportOf('foods')],
  ['XML of phpMyAdmin', 'f.xml', xmlOf('foods')],
  [
    'XML of mysqldump',
    'f.xml',
    `<mysqldump><database name="shop"><table_data name="foods"><row>${fieldsOf('field')}</row></table_data></database></mysqldump>`,
  ],
  [
    'XML with units',
    'f.xml',
    '<foods><food name="Egg"><kcal>143</kcal><protein unit="mg">12600</protein><sodium>142</sodium></food></foods>',
  ],
])('importFoods reads %s', async (_, name, text) => {
  const { rows } = await imported(sourceFile(name, text));
  expect(rows.filter(({ kcal }) => kcal !== null)).toMatchObject([EGG]);
});

test.each([
  ['f.json', exportOf('foods', 'meals')],
  ['lists.json', JSON.stringify({ foods: [EGG], meals: [{ ...EGG, kcal: 286 }] })],
  ['f.xml', xmlOf('foods', 'meals')],
])('importFoods refuses an export of several tables: %s', async (name, text) => {
  await expect(imported(sourceFile(name, text))).rejects.toThrow(
    'several tables of foods: foods, meals',
  );
});

test('importFoods refuses a list in which few of the named objects have amounts', async () => {
  const things = Array.from({ length: 12 }, (_, i) => ({ id: i, name: `Thing ${i}` }));
  const foods = [...things, { name: 'Data', kcal: 5, protein: 1, fat: 2 }];
  const path = sourceFile('f.json', JSON.stringify({ '@graph': foods }));
  await expect(imported(path)).rejects.toThrow('12 of its 13 rows would be left out');
  const portions = things.map(({ id }) => ({ id, spoons: 3 }));
  const tables = { portions, foods: foods.slice(-1) };
  expect((await imported(sourceFile('f.json', JSON.stringify(tables)))).rows).toHaveLength(1);
});

async function opened(items: readonly unknown[]) {
  const findings = new FindingCounts();
  const open = async function* () {
    yield items;
  };
  const source = await openJsonTable('foods.json', open, findings, []);
  const records = [];
  for await (const batch of source.batches) records.push(...batch);
  return {
    ...{ header: source.header, names: source.descriptionFields },
    rows: records.map(({ values }) => values),
    found: findings
      .of(SKIPS)
      .map(({ rule, examples: [one] }) => `${rule} ${one?.place}: ${one?.text}`),
  };
}

test.each<[object, readonly string[], readonly unknown[]]>([
  [{ kcal: 143, fat_g: null, protein_g: true, name: 'Egg' }, ['kcal', 'name'], [143, 'Egg']],
  [{ per: { kcal: 143, deep: { fat_g: 9 } } }, ['kcal', 'fat_g'], [143, 9]],
  [{ per_100g: { kcal: 143 } }, ['kcal (per 100 g)'], [143]],
  [{ kcal: { value: 143, unit: 'kcal' }, fat: { amount: 9 } }, ['kcal (kcal)', 'fat'], [143, 9]],
  [{ fat: { quantity: 9, unitName: 'g' } }, ['fat (g)'], [9]],
  [{ fat: { size: 9, unit: 'g' }, salt: { size: 1 } }, ['fat (g)', 'size'], [9, 1]],
  [
    {
      list: [
        { name: 'Fat', amount: 9 },
        { nutrient: { label: 'Iron' }, value: 2 },
        { name: 'x' },
        7,
      ],
    },
    ['Fat', 'Iron'],
    [9, 2],
  ],
  [
    {
      nutrients: [
        { nutrientId: 1003, value: 12 },
        { number: '204', amount: 9, unitName: 'MG' },
      ],
    },
    ['Protein (g)', 'Total fat (MG)'],
    [12, 9],
  ],
  [{ list: [{ nutrientId: 1003, value: 12 }] }, [], []],
  [{ a: { kcal: 1 }, b: { kcal: 2 }, c: { kcal: 1 } }, ['kcal', 'kcal (2)'], [1, 2]],
  [{ a: { label: 'x' }, label: 'y' }, ['label'], ['x']],
])('the members of %j are %j', async (item, header, values) => {
  expect(await opened([item])).toMatchObject({ header, rows: [values] });
});

test.each<[string, (within: object) => object]>([
  ['objects', (within) => ({ a: within })],
  ['objects that name a basis', (within) => ({ per_100g: within })],
])('%s are read 20 levels deep', async (_, nest) => {
  const nested = (levels: number): object =>
    levels === 0 ? { kcal: 143 } : nest(nested(levels - 1));
  expect((await opened([nested(20)])).rows).toEqual([[143]]);
  expect((await opened([nested(21)])).rows).toEqual([[]]);
});

test('an object without amounts is not a food, if others have several', async () => {
  const food = { name: 'Egg', kcal: 143, fat_g: 9, protein_g: 12 };
  const { rows, found } = await opened([food, { name: 'About' }, { note: 'x', by: 'us' }, 7]);
  expect(rows).toEqual([['Egg', 143, 9, 12, undefined, undefined]]);
  expect(found).toEqual(['not-an-object 2: About', 'heading 3: x | us']);
  const few = await opened([{ name: 'Egg', kcal: 143, fat_g: 9 }, { name: 'About' }]);
  expect(few.rows).toHaveLength(2);
});

test('a nested description is the name of a food only if the food has no name itself', async () => {
  const food = { measure: { description: '1 cup' }, name: 'Egg', kcal: 143 };
  expect((await opened([food])).names).toEqual(['name']);
  expect((await opened([{ measure: { description: '1 cup' } }])).names).toEqual(['description']);
});

test('of several tables, only one may have foods', async () => {
  const table = (name: string, ...data: unknown[]) => ({ type: 'table', name, data });
  const [foods, units] = [table('foods', { kcal: 1 }, 7), table('units', { unit: 'g' })];
  const { rows } = await opened([{ type: 'header' }, foods, units]);
  expect(rows).toContainEqual([undefined, 1, 'foods', undefined]);
  await expect(opened([foods, table('meals', { kcal: 2 })])).rejects.toThrow(
    'it has several tables of foods: foods, meals. Export only one of them.',
  );
  await expect(opened([{ kcal: 1, [TABLE_NAME]: 'a' }, { kcal: 2 }])).rejects.toThrow('a, foods');
});
