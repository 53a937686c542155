import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../../test/import-cases.ts';

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
