import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCases } from '../cases/read-cases.ts';
import { ask, optionalText, serveApps } from './apps.ts';

const { bundled, branded } = await serveApps();

describe('FoodYou', () => {
  // usda/model/SearchResult.kt, Criteria.kt, AbridgedFood.kt
  const food = z.object({ fdcId: z.int(), description: z.string(), gtinUpc: optionalText });
  const found = z.object({
    foodSearchCriteria: z.object({
      ...{ query: z.string(), dataType: z.array(z.string()).nullish() },
      ...{ pageSize: z.int().nullish(), pageNumber: z.int().nullish() },
    }),
    ...{ totalHits: z.int(), currentPage: z.int(), totalPages: z.int() },
    foods: z.array(
      food.extend({
        ...{ dataType: optionalText, brandOwner: optionalText, servingSizeUnit: optionalText },
        servingSize: z.number().nullish(),
        foodNutrients: z.array(
          z.object({
            nutrientNumber: z.string().regex(/^\d+$/),
            ...{ value: z.number(), unitName: z.enum(['G', 'MG', 'UG', 'IU', 'KCAL']) },
          }),
        ),
      }),
    ),
  });

  test.each([
    ['Foundation', 'Foundation'],
    ['Survey (FNDDS)', 'Survey (FNDDS)'],
    ['SR Legacy,Foundation', /^(SR Legacy|Foundation)$/],
  ])('searches foods of FoodData Central of type %s', async (types, type) => {
    const query = new URLSearchParams({ query: 'butter', dataType: types, pageSize: '20' });
    const answer = found.parse(await ask(bundled, `/fdc/v1/foods/search?api_key=x&${query}`));
    expect(answer.foodSearchCriteria.dataType).toEqual(types.split(','));
    expect(answer.foods.length).toBeGreaterThan(2);
    for (const { dataType } of answer.foods) expect(dataType).toMatch(type);
  });

  test('reads abridged foods, whose numbers may be strings', async () => {
    const url = '/fdc/v1/food/173410?api_key=DEMO_KEY&format=abridged&nutrients=203,208,320';
    const abridged = food.extend({
      dataType: z.string(),
      foodNutrients: z.array(
        z.object({
          ...{ number: z.coerce.number().int(), name: z.string(), amount: z.number() },
          unitName: z.enum(['G', 'KCAL', 'UG']),
        }),
      ),
    });
    const { foodNutrients } = abridged.parse(await ask(bundled, url));
    expect(foodNutrients.map(({ number, amount }) => [number, amount]).sort()).toEqual([
      [203, 0.85],
      [208, 717],
      [320, 684],
    ]);
  });
});

describe('SparkyFitness', () => {
  // services/foodCoreService.ts:1001, integrations/usda/usdaService.ts: mapUsdaBarcodeProduct
  test('compares the barcode of branded foods, and reads nutrients by their IDs', async () => {
    const url = '/fdc/v1/foods/search?query=0041220576920&dataType=Branded&api_key=';
    const { foods } = await ask(branded, url);
    expect(foods).toHaveLength(1);
    expect(foods[0]).toMatchObject({
      ...{ gtinUpc: '041220576920', dataType: 'Branded', brandOwner: 'Ferrero, Other' },
      ...{ servingSize: 28, servingSizeUnit: 'g', householdServingFullText: '2 biscuits (28 g)' },
    });
    const nutrients = new Map(
      foods[0].foodNutrients.map((one: { nutrientId: unknown; value: unknown }) => [
        one.nutrientId,
        one.value,
      ]),
    );
    expect([1008, 1003, 1005, 1258, 1093].map((id) => nutrients.get(id))).toEqual([
      ...[539, 6.3, 57.5, 10.6, 42.8],
    ]);
  });
});

describe('Waistline', () => {
  // www/activities/foodlist/js/usda.js: parseItem
  test('finds nutrients by their names', async () => {
    const { foods } = await ask(
      bundled,
      '/fdc/v1/foods/search?api_key=k&query=whole+egg+raw&pageSize=15',
    );
    const { foodNutrients, foodMeasures } = foods[0];
    const named = (name: string) =>
      foodNutrients.find((one: { nutrientName: string }) => one.nutrientName.includes(name));
    for (const name of [
      ...['Total lipid (fat)', 'Fatty acids, total saturated', 'Carbohydrate, by difference'],
      ...['Total Sugars', 'Fiber, total dietary', 'Protein', 'Sodium', 'Vitamin C', 'Thiamin'],
    ]) {
      expect(named(name), name).toMatchObject({ value: expect.any(Number) });
    }
    // This app's list of units lacks IU.
    expect(named('Vitamin A').unitName).toBe('UG');
    expect(named('Energy')).toMatchObject({ nutrientNumber: '208', unitName: 'KCAL', value: 143 });
    for (const { disseminationText, gramWeight } of foodMeasures) {
      expect(disseminationText).toMatch(/^[\d.]+ \S/);
      expect(gramWeight).toBeGreaterThan(0);
    }
  });
});

describe('NutriTrace', () => {
  // src/lib/api.js: USDA.lookupBarcode
  test('finds branded foods by their barcode as scanned', async () => {
    const url = '/fdc/v1/foods/search?query=041220576920&dataType=Branded&pageSize=10&api_key=k';
    const { foods } = await ask(branded, url);
    expect(foods[0].gtinUpc).toBe('041220576920');
  });
});

// lib/services/food_database_bindings/usda/models/*.g.dart: an unknown unit throws
test('Energize reads foods from a search, with units that it knows', async () => {
  const food = z.object({
    ...{
      fdcId: z.int(),
      description: z.string(),
      dataType: z.string(),
      foodCategory: optionalText,
    },
    foodNutrients: z.array(
      z.object({
        ...{ nutrientName: z.string(), value: z.number() },
        unitName: z.enum(['G', 'KCAL', 'MG', 'UG', 'IU', 'kJ']),
      }),
    ),
  });
  const { foods } = await ask(bundled, '/fdc/v1/foods/search?api_key=k&query=whole%20milk');
  expect(z.array(food).parse(foods)).toHaveLength(50);
});

// axios, with lists in `params`
test('lists may be sent with brackets', async () => {
  const search = '/fdc/v1/foods/search?query=butter&pageSize=5';
  const types = '&dataType[]=Foundation&dataType[]=Survey%20(FNDDS)';
  const { foods, foodSearchCriteria } = await ask(bundled, search + types);
  expect(foodSearchCriteria.dataType).toEqual(['Foundation', 'Survey (FNDDS)']);
  expect(foods.length).toBeGreaterThan(2);
  for (const { dataType } of foods) expect(dataType).not.toBe('SR Legacy');
  const several = await ask(bundled, '/fdc/v1/foods?fdcIds[]=173410&fdcIds%5B%5D=173411');
  expect(several).toHaveLength(2);
  await ask(bundled, `${search}&sortBy=brandOwner.keyword&sortOrder=asc`);
});

test('foods have the same nutrients, units and amounts as in FoodData Central’s answers', async () => {
  const lines = readCases('fdc-recorded.tsv').split('\n');
  const [head = [], ...rows] = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  expect(rows.length).toBeGreaterThan(20);
  for (const [fdcId, ...recorded] of rows) {
    const { dataType, foodNutrients } = await ask(bundled, `/fdc/v1/food/${fdcId}`);
    expect(dataType).toBe('SR Legacy');
    for (const [i, text] of recorded.entries()) {
      if (text === '') continue;
      const [id, number, name, unit = ''] = head[i + 1]?.split('|') ?? [];
      const nutrient = { id: Number(id), number, name, unitName: unit.toLowerCase() };
      const ours = z
        .object({ amount: z.number() })
        .parse(
          foodNutrients.find((one: { nutrient: unknown }) =>
            isDeepStrictEqual(one.nutrient, nutrient),
          ),
        );
      expect(Math.abs(ours.amount / Number(text) - 1) || 0, `${fdcId} ${name}`).toBeLessThan(0.006);
    }
  }
});
