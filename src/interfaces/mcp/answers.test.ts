import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FoodSource } from '../food-source.ts';
import { sourceOf } from '../small-source.case.ts';
import type { ToolArguments } from './answers.ts';
import { foodTools } from './server.ts';
import { TOOLS } from './tools.ts';

const BUTTER = {
  ...{ id: '1', description: 'Butter, salted', kcal: 717, protein_g: 0.85, zinc_mg: 0.09 },
  ...{ source: 'USDA', food_group: 'Dairy' },
  portions: '[{"amount":1,"unit":"tbsp","grams":14.2}]',
};
const SPREAD = { id: '2', description: 'Peanut butter', kcal: 588, gtin: '00041220576920' };
/** No food has known fat, and the iron is text. */
const { source, counted } = await sourceOf([
  { ...BUTTER, iron_mg: 'trace', fa_sat_g: null },
  { ...SPREAD, iron_mg: 1 },
]);

/** Calls a tool; its arguments and its result must match the listed schemas. */
async function call(name: string, given: ToolArguments, from: FoodSource = source) {
  const tool = TOOLS.find((one) => one.name === name) ?? expect.fail(name);
  z.fromJSONSchema(tool.inputSchema).parse(given);
  const result = await tool.run(given, from);
  z.fromJSONSchema(tool.outputSchema).parse(result);
  expect(Object.keys(Object(tool.outputSchema.properties))).toEqual(
    expect.arrayContaining(Object.keys(result)),
  );
  return result;
}

test('a search returns the usual nutrients, the requested ones, and how the query was understood', async () => {
  const unknown = { fa_sat_g: null, carbohydrate_g: null };
  const given = { query: 'butr sal', fields: ['zinc_mg', 'kcal'], where: 'kcal>700' };
  expect(await call('search_foods', given)).toEqual({
    foods: [
      {
        ...{ id: '1', description: 'Butter, salted' },
        per_100_g: { kcal: 717, protein_g: 0.85, ...unknown, iron_mg: 'trace', zinc_mg: 0.09 },
      },
    ],
    understood: [
      { typed: 'butr', manner: 'slip', taken: 'butter' },
      { typed: 'sal', manner: 'beginning' },
    ],
  });
  expect(await call('search_foods', { query: 'cacahuete', lang: 'es' })).toMatchObject({
    foods: [{ id: '2', per_100_g: { kcal: 588, protein_g: null, iron_mg: 1 } }, { id: '1' }],
  });
});

test('a search returns five foods, or as many as requested', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ description: 'Egg', kcal: i }));
  const { source: many } = await sourceOf(rows);
  for (const [limit, count] of [
    [undefined, 5],
    [1, 1],
    [20, 20],
  ] as const) {
    const { foods } = await call('search_foods', { query: 'egg', limit }, many);
    expect(foods).toMatchObject(Array(count).fill({ id: null, description: 'Egg' }));
  }
});

test('foods are weighed, and 100 g is the default', async () => {
  const butter = {
    ...{ id: '1', description: 'Butter, salted', source: 'USDA' },
    portions: [{ amount: 1, unit: 'tbsp', grams: 14.2 }],
  };
  const terms = { license: 'CC0-1.0', attribution: expect.stringMatching(/^U\.S\. Dep/) };
  const unknown = { fa_sat_g: null, carbohydrate_g: null };
  const given = { ids: ['1', '9', '2'], amount: '2 tbsp', fields: ['food_group'] };
  expect(await call('get_foods', given)).toEqual({
    foods: [
      {
        ...{ ...butter, amount: 2, unit: 'tbsp', grams: 28.4 },
        nutrients: {
          ...{ kcal: 203.628, protein_g: 0.2414, ...unknown, iron_mg: 'trace' },
          food_group: 'Dairy',
        },
      },
      {
        ...{ id: '2', description: 'Peanut butter', portions: [] },
        ...{ amount: 2, unit: 'tbsp', grams: null },
        nutrients: { kcal: null, protein_g: null, ...unknown, iron_mg: null, food_group: null },
      },
    ],
    ...{ missing: ['9'], ...terms },
  });
  expect(await call('get_foods', { ids: ['1'] })).toEqual({
    foods: [
      {
        ...{ ...butter, amount: 100, unit: 'g', grams: 100 },
        nutrients: { kcal: 717, protein_g: 0.85, ...unknown, iron_mg: 'trace' },
      },
    ],
    ...{ missing: [], ...terms },
  });
  const free = await call('get_foods', { ids: ['9'] }, { ...source, terms: undefined });
  expect(free).toEqual({ foods: [], missing: ['9'] });
  const two = () =>
    ['A', 'B'].map((name) => ({ license: name, licenseUrl: '', attribution: name }));
  expect(await call('get_foods', { ids: ['9'] }, { ...source, terms: two })).toMatchObject({
    ...{ license: 'A; B', attribution: 'A; B' },
  });
});

test('a meal is resolved, and each further line counts as a request', async () => {
  counted.length = 0;
  const meal = await call('resolve_meal', {
    lines: ['2 tbsp butter', 'asdf'],
    fields: ['zinc_mg'],
  });
  expect(counted).toEqual([1]);
  const nutrients = { kcal: 203.628, protein_g: 0.2414, carbohydrate_g: null, fat_g: null };
  expect(meal).toEqual({
    lines: [
      {
        ...{ line: '2 tbsp butter', matched: true, certain: true, how: 'measure of the food' },
        food: { id: '1', description: 'Butter, salted' },
        ...{ amount: 2, unit: 'tbsp', grams: 28.4 },
        nutrients: { ...nutrients, zinc_mg: 0.02556 },
        alternatives: [{ id: '2', description: 'Peanut butter' }],
      },
      {
        ...{ line: 'asdf', matched: false, certain: false, how: 'unknown' },
        ...{ food: null, why: 'no food matches "asdf"', nutrients: null, alternatives: [] },
        ...{ amount: null, unit: null, grams: null },
      },
    ],
    totals: { ...nutrients, zinc_mg: 0.02556, grams: 28.4, known: 1, lines: 2 },
  });
  expect(
    await call('resolve_meal', { text: 'un cacahuete y un cacahuete', lang: 'es' }),
  ).toMatchObject({
    ...{ lines: [{ food: { id: '2' } }, { food: { id: '2' } }], totals: { lines: 2 } },
  });
});

test('a line of a meal has three other foods at most', async () => {
  const rows = Array.from({ length: 9 }, (_, i) => ({ description: `Egg ${i}`, kcal: i }));
  const { source: many } = await sourceOf(rows);
  const { lines } = await call('resolve_meal', { lines: ['egg'] }, many);
  expect(lines).toMatchObject([{ alternatives: Array(3).fill({ id: null }) }]);
});

test('a product is found by its barcode', async () => {
  const code = '0041220576920';
  expect(await call('lookup_barcode', { gtin: '041220576920' })).toMatchObject({
    ...{ found: true, product: { code, product_name: 'Peanut butter' } },
  });
  for (const gtin of ['123456', '12345678901234'])
    expect(await call('lookup_barcode', { gtin })).toEqual({
      ...{ found: false, why: 'no food has this barcode' },
    });
  const { source: keyed } = await sourceOf([{ code, description: 'Egg' }]);
  expect(await call('lookup_barcode', { gtin: '123456' }, keyed)).toEqual({
    ...{ found: false, why: 'no food has this barcode' },
  });
  const { source: plain } = await sourceOf([{ id: '1', description: 'Egg' }]);
  expect(await call('lookup_barcode', { gtin: '123456' }, plain)).toEqual({
    ...{ found: false, why: 'the table has no barcodes' },
  });
});

const IDS = Array(21).fill('1');

test.each([
  ['search_foods', {}, '`query` is missing: name a food'],
  ['search_foods', { query: '' }, '`query` is missing: name a food'],
  ['search_foods', { query: 5 }, '`query` must be a string'],
  ['search_foods', { query: 'e', limit: 21 }, '`limit` must be a whole number from 1 to 20'],
  ['search_foods', { query: 'e', limit: 0 }, '`limit` must be a whole number from 1 to 20'],
  ['search_foods', { query: 'e', limit: 1.5 }, '`limit` must be a whole number from 1 to 20'],
  ['search_foods', { query: 'e', fields: ['zinc'] }, 'zinc_mg'],
  ['search_foods', { query: 'e', fields: 'zinc_mg' }, '`fields` must be a list of strings'],
  ['search_foods', { query: 'e', fields: ['zinc_mg', 1] }, '`fields` must be a list of strings'],
  ['search_foods', { query: 'e', where: 'kcal' }, 'where'],
  ['search_foods', { query: 'e', lang: 'xx' }, 'lang'],
  ['search_foods', { query: null }, '`query` is missing: name a food'],
  ['get_foods', {}, '`ids` must name 1 to 20 foods'],
  ['get_foods', { ids: [] }, '`ids` must name 1 to 20 foods'],
  ['get_foods', { ids: IDS }, '`ids` must name 1 to 20 foods'],
  ['get_foods', { ids: ['1'], amount: 'much' }, 'Unknown amount "much": use an amount such as'],
  ['get_foods', { ids: ['1'], amount: ' -5 g' }, 'Unknown amount " -5 g": use an amount such as'],
  ['get_foods', { ids: ['1'], amount: 'much'.repeat(50) }, 'muchmuc…'],
  ['lookup_barcode', { gtin: 'abc'.repeat(50) }, 'abcab…'],
  ['resolve_meal', { lines: ['egg'], text: 'egg' }, '`lines` and `text` are both given: use one'],
  ['resolve_meal', {}, '`lines` or `text` is missing: name a food, such as "2 eggs"'],
  ['resolve_meal', { lines: [' '] }, '`lines` or `text` is missing: name a food'],
  ['resolve_meal', { lines: Array(51).fill('egg') }, 'ask for 50 at a time'],
  ['resolve_meal', { lines: ['egg'], fields: ['food_group'] }, 'Field "food_group" has text'],
  ['resolve_meal', { lines: ['egg'], fields: ['iron_mg'] }, 'Field "iron_mg" has text'],
  ['lookup_barcode', { gtin: '12345' }, 'Unknown barcode "12345": use its 6 to 14 digits'],
  ['lookup_barcode', { gtin: '1'.repeat(15) }, 'use its 6 to 14 digits'],
  ['lookup_barcode', {}, 'Unknown barcode "": use its 6 to 14 digits'],
])('%s of %j is refused', async (name, given, message) => {
  const run = async () => TOOLS.find((one) => one.name === name)?.run(given, source);
  await expect(run()).rejects.toThrow(message);
});

test('up to twenty foods can be requested, if the table has a key', async () => {
  expect((await call('get_foods', { ids: IDS.slice(1) })).foods).toHaveLength(20);
  const { source: plain } = await sourceOf([{ description: 'Egg' }]);
  await expect(call('get_foods', { ids: ['1'] }, plain)).rejects.toThrow(
    'The foods of this table have no IDs: use search_foods',
  );
});

test('schemas name only the types of JSON', () => {
  const types = JSON.stringify(TOOLS).matchAll(/"type":("[^"]*"|\[[^\]]*\])/g);
  const named = [...types].flatMap(([, json = '']) => [JSON.parse(json)].flat());
  expect(new Set(named)).toEqual(
    new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']),
  );
});

test('a tool returns its result as text too', async () => {
  const [, getFoods] = foodTools(source);
  const result = await call('get_foods', { ids: ['1'] });
  expect(await getFoods?.call({ ids: ['1'] })).toEqual({
    ...{ content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result },
  });
});
