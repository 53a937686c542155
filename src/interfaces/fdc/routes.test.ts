import { expect, test } from 'vitest';
import { get, sourceOf } from '../small-source.case.ts';
import { FDC } from './routes.ts';

const BUTTER = {
  ...{ id: '1', description: 'Butter, salted', kcal: 717, protein_g: 0.85 },
  ...{ vit_a_iu: 2499, vit_a_rae: 684, fdc_id: 173_410, ndb_no: '01001', food_group: 'Dairy' },
  ...{ source: 'USDA', portions: '[{"amount":1,"unit":"tbsp","grams":14.2}]' },
};
const SPREAD = {
  ...{ id: '2', description: 'Peanut butter', fdc_id: 90, gtin: '00041220576920', kcal: 588 },
  ...{ source: 'USDA', manufacturer: 'Acme', brand: 'Own', quantity: '1,5 kg' },
  portions: '[{"amount":2,"unit":"spoons","grams":32},{"amount":1,"unit":"jar","grams":300}]',
};
/** Without an ID, a food is not listed. */
const UNLISTED = { id: '3', description: 'Butter, own' };

const { source, counted } = await sourceOf([BUTTER, SPREAD, UNLISTED]);
const ask = async (url: string) => (await get(FDC, source, `/fdc/v1/${url}`)).body;

/** Returns the IDs of the foods in an answer. */
const idsIn = (foods: readonly { readonly fdcId: number }[]) => foods.map(({ fdcId }) => fdcId);

const searched = (
  nutrientId: number,
  number: string,
  name: string,
  unit: string,
  value: number,
) => ({
  ...{ nutrientId, nutrientNumber: number, nutrientName: name, unitName: unit, value },
});
const SEARCHED_BUTTER = {
  ...{ fdcId: 173_410, description: 'Butter, salted', dataType: 'SR Legacy', brandOwner: null },
  ...{ gtinUpc: null, brandName: null, servingSize: null, servingSizeUnit: null },
  ...{ householdServingFullText: null, packageWeight: null, ndbNumber: '1001' },
  foodCategory: 'Dairy',
  foodMeasures: [{ disseminationText: '1 tbsp', gramWeight: 14.2 }],
  // Vitamin A in IU comes last, although the table has it before the micrograms.
  foodNutrients: [
    searched(1008, '208', 'Energy', 'KCAL', 717),
    searched(1003, '203', 'Protein', 'G', 0.85),
    searched(1106, '320', 'Vitamin A, RAE', 'UG', 684),
    searched(1104, '318', 'Vitamin A, IU', 'IU', 2499),
  ],
};
const SEARCHED_SPREAD = {
  ...{ fdcId: 90, description: 'Peanut butter', dataType: 'Branded', brandOwner: 'Acme' },
  ...{ gtinUpc: '041220576920', brandName: 'Own', servingSize: 32, servingSizeUnit: 'g' },
  ...{ householdServingFullText: '2 spoons', packageWeight: '1,5 kg' },
  foodMeasures: [
    { disseminationText: '2 spoons', gramWeight: 32 },
    { disseminationText: '1 jar', gramWeight: 300 },
  ],
  foodNutrients: [searched(1008, '208', 'Energy', 'KCAL', 588)],
};

test('a search returns the foods that have an ID, as FoodData Central does', async () => {
  expect(await ask('foods/search?query=butter&pageSize=1')).toEqual({
    ...{ totalHits: 2, currentPage: 1, totalPages: 2 },
    foodSearchCriteria: { query: 'butter', pageNumber: 1, pageSize: 1 },
    foods: [SEARCHED_BUTTER],
  });
  expect(await ask('search?generalSearchInput=butter&pageNumber=2&pageSize=1')).toEqual({
    ...{ totalHits: 2, currentPage: 2, totalPages: 2 },
    foodSearchCriteria: { query: 'butter', pageNumber: 2, pageSize: 1 },
    foods: [SEARCHED_SPREAD],
  });
});

test('a food in full has its package, its portions and every nutrient', async () => {
  const undetermined = { id: 9999, name: 'undetermined', abbreviation: 'undetermined' };
  const portion = { portionDescription: null, measureUnit: undetermined };
  const nutrient = (
    id: number,
    number: string,
    name: string,
    unitName: string,
    amount: number,
  ) => ({
    ...{ type: 'FoodNutrient', nutrient: { id, number, name, unitName }, amount },
  });
  const butter = {
    ...SEARCHED_BUTTER,
    ...{ foodMeasures: undefined, ndbNumber: 1001, foodCategory: { description: 'Dairy' } },
    foodPortions: [
      { ...portion, sequenceNumber: 1, amount: 1, gramWeight: 14.2, modifier: 'tbsp' },
    ],
    foodNutrients: [
      nutrient(1008, '208', 'Energy', 'kcal', 717),
      nutrient(1003, '203', 'Protein', 'g', 0.85),
      nutrient(1106, '320', 'Vitamin A, RAE', 'µg', 684),
      nutrient(1104, '318', 'Vitamin A, IU', 'IU', 2499),
    ],
  };
  const spread = {
    ...SEARCHED_SPREAD,
    ...{ foodMeasures: undefined, foodCategory: { description: null } },
    foodPortions: [
      { ...portion, sequenceNumber: 1, amount: 2, gramWeight: 32, modifier: 'spoons' },
      { ...portion, sequenceNumber: 2, amount: 1, gramWeight: 300, modifier: 'jar' },
    ],
    foodNutrients: [nutrient(1008, '208', 'Energy', 'kcal', 588)],
  };
  for (const url of ['food/173410', '173410', 'food/173410?format=full'])
    expect(await ask(url)).toEqual(butter);
  counted.length = 0;
  expect(await ask('foods?fdcIds=90,+5,x&fdcIds=173410')).toEqual([spread, butter]);
  // Each of the four IDs counts as a request: the request itself and three more.
  expect(counted[0]).toBe(3);
});

test('abridged foods have the requested nutrients, or all', async () => {
  const energy = { number: '208', name: 'Energy', unitName: 'KCAL', amount: 717 };
  const vitamin = { number: '320', name: 'Vitamin A, RAE', unitName: 'UG', amount: 684 };
  const butter = {
    ...{ fdcId: 173_410, description: 'Butter, salted', dataType: 'SR Legacy' },
    ...{ brandOwner: null, gtinUpc: null, ndbNumber: '1001' },
    foodNutrients: [energy, vitamin],
  };
  const some = 'nutrients=208,,999&nutrients[]=320';
  expect(await ask(`food/173410?format=abridged&${some}`)).toEqual(butter);
  const [listed, spread] = await ask(`foods/list?format=full&${some}`);
  expect(listed).toEqual(butter);
  expect(spread).toEqual({
    ...{ fdcId: 90, description: 'Peanut butter', dataType: 'Branded' },
    ...{ brandOwner: 'Acme', gtinUpc: '041220576920' },
    foodNutrients: [{ ...energy, amount: 588 }],
  });
  expect((await ask('food/173410?format=abridged')).foodNutrients).toHaveLength(4);
});

test.each([
  ['foods/list', [173_410, 90]],
  ['foods/list?sortBy=fdcId', [90, 173_410]],
  ['foods/list?sortBy=fdcId&sortOrder=desc', [173_410, 90]],
  ['foods/list?sortBy=lowercaseDescription.keyword&sortOrder=desc', [90, 173_410]],
  ['foods/list?sortBy=publishedDate&sortOrder=desc', [173_410, 90]],
  ['foods/list?brandOwner=Acme', [90]],
  ['foods/list?brandOwner=Acm', []],
  ['foods/list?dataType=Branded', [90]],
  ['foods/list?dataType=SR+Legacy', [173_410]],
  ['foods/list?dataType=SR+Legacy,Branded', [173_410, 90]],
  ['foods/list?dataType=Foundation', []],
  ['foods/list?dataType=Branded&brandOwner=Acme', [90]],
  ['foods/list?dataType=SR+Legacy&brandOwner=Acme', []],
])('%s lists %j', async (url, ids) => {
  expect(idsIn(await ask(url))).toEqual(ids);
});

test.each([
  ['query=041220576920', [90]],
  ['query=+041220576920+', [90]],
  ['query=00041220576920', [90]],
  ['query=041220576920&dataType=SR+Legacy', []],
  ['query=41220576', []],
  ['query=butter&dataType=Branded', [90]],
  ['dataType=Branded', [90]],
  ['query=butter&dataType=Foundation', []],
])('a search with %s finds %j', async (query, ids) => {
  const { foods, totalHits } = await ask(`foods/search?${query}`);
  expect([idsIn(foods), totalHits]).toEqual([ids, ids.length]);
});

test('the criteria in the answer include the requested types', async () => {
  const { foodSearchCriteria } = await ask('foods/search?query=x&dataType=Branded,+Foundation');
  expect(foodSearchCriteria).toEqual({
    ...{ query: 'x', pageNumber: 1, pageSize: 50, dataType: ['Branded', 'Foundation'] },
  });
});

test.each([
  ['Foundation', [2]],
  ['Survey (FNDDS)', [3, 4]],
  ['SR Legacy', [1]],
  ['Branded', [5]],
  ['Foundation,Branded', [2, 5]],
  ['Experimental', []],
])('in a table with names of sources, %s are the foods %j', async (type, ids) => {
  const names = ['USDA SR 28', 'foundation foods', 'USDA FNDDS', 'Survey', 'branded'];
  for (const column of ['source', 'data_type']) {
    const egg = { description: 'Egg', gtin: '00041220576920' };
    const rows = names.map((name, i) => ({ ...egg, fdc_id: i + 1, [column]: name }));
    const { source: typed } = await sourceOf(rows);
    const { body } = await get(FDC, typed, `/fdc/v1/foods/list?dataType=${type}`);
    expect(idsIn(body)).toEqual(ids);
    for (const { dataType } of body) expect(type.split(',')).toContain(dataType);
  }
});

test('in a table without barcodes or sources, every food is SR Legacy', async () => {
  const { source: plain } = await sourceOf([{ description: 'Egg', fdc_id: 1 }]);
  const listed = async (query: string) =>
    idsIn((await get(FDC, plain, `/fdc/v1/foods/list?${query}`)).body);
  expect(await listed('dataType=SR+Legacy')).toEqual([1]);
  expect(await listed('dataType=Branded')).toEqual([]);
  expect(await listed('brandOwner=Acme')).toEqual([]);
});

test('in a table without IDs, there are no foods', async () => {
  const { source: own } = await sourceOf([{ id: '1', description: 'Egg' }]);
  expect((await get(FDC, own, '/fdc/v1/foods/list')).body).toEqual([]);
  expect((await get(FDC, own, '/fdc/v1/food/1')).status).toBe(404);
});

test('a food is found by its ID, with or without leading zeros, even if the ID is not the key', async () => {
  const { source: keyed } = await sourceOf([{ description: 'Egg', id: 'x', fdc_id: 7 }]);
  const { source: other } = await sourceOf([{ description: 'Egg', fdc_id: 7 }]);
  for (const one of [keyed, other]) {
    for (const id of ['7', '007']) {
      const { status, body } = await get(FDC, one, `/fdc/v1/food/${id}`);
      expect([status, body.fdcId]).toEqual([200, 7]);
    }
    expect(await get(FDC, one, '/fdc/v1/food/8')).toEqual({
      ...{ status: 404, body: { error: 'There is no food 8' } },
    });
    for (const id of ['x7', '7x', '0000000007'])
      expect((await get(FDC, one, `/fdc/v1/food/${id}`)).status).toBe(404);
  }
});

const IDS = Array.from({ length: 21 }, (_, i) => i + 1);

test.each([
  ['foods/list?pageSize=201', '`pageSize` is 201: ask for at most 200'],
  [
    'foods/list?pageSize=0',
    'Invalid value "0" for parameter `pageSize`: use a whole number from 1',
  ],
  [
    'foods/list?pageNumber=1.5',
    'Invalid value "1.5" for parameter `pageNumber`: use a whole number from 1',
  ],
  [`foods?fdcIds=${IDS}`, 'Give 1 to 20 foods in `fdcIds`'],
  ['foods?fdcIds=,', 'Give 1 to 20 foods in `fdcIds`'],
  ['foods/list?sortOrder=up', 'Invalid value "up" for parameter `sortOrder`: use asc or desc'],
  ['food/90?format=x', 'Invalid value "x" for parameter `format`: use full or abridged'],
  [
    'foods/list?sortBy=x',
    'Invalid value "x" for parameter `sortBy`: use fdcId or lowercaseDescription.keyword or dataType.keyword or brandOwner.keyword or publishedDate',
  ],
])('%s is refused', async (url, message) => {
  await expect(ask(url)).rejects.toThrow(message);
});

test('up to twenty foods and pages of 200 can be requested, and parameters may be empty', async () => {
  expect(idsIn(await ask('foods/list?pageSize=200'))).toHaveLength(2);
  expect(await ask(`foods?fdcIds=${IDS.slice(1)}`)).toEqual([]);
  expect(idsIn(await ask('foods/list?pageSize=&pageNumber=&sortBy=&sortOrder='))).toHaveLength(2);
});
