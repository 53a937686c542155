import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { brandedTable } from '../branded-table.ts';

// What apps send, and how they read the answers. Each case names the app and its file.

const interfaces = ['openfoodfacts', 'fdc'];
const bundled = await createFoodLookup({ logLevel: 'silent', interfaces, foods: 'usda' });
const branded = await createFoodLookup({
  logLevel: 'silent',
  interfaces,
  database: brandedTable(),
});
afterAll(() => Promise.all([bundled.close(), branded.close()]));

async function ask(service: FoodLookup, url: string, status = 200) {
  const response = await service.inject({ method: 'GET', url });
  expect(response.statusCode, response.body).toBe(status);
  return response.json();
}

const optionalText = z.string().nullish();
const amounts = z.record(z.string(), z.union([z.number(), z.string()]));

describe('FoodYou', () => {
  // openfoodfacts/model/v1/OpenFoodFactsPageResponseV1.kt, OpenFoodFactsProductV1.kt
  const product = z.object({
    ...{ product_name: optionalText, brands: optionalText, code: optionalText },
    ...{ product_quantity: z.number().nullish(), product_quantity_unit: optionalText },
    ...{ serving_quantity: z.number().nullish(), serving_quantity_unit: optionalText },
    ...{ url: optionalText, nutriments: amounts.nullish() },
  });
  const products = z.object({
    ...{ count: z.int(), page: z.int(), page_size: z.int(), products: z.array(product) },
  });
  const fields =
    'product_name,code,nutriments,brands,serving_quantity,serving_quantity_unit,product_quantity,product_quantity_unit,url';

  test('searches products', async () => {
    const found = await ask(
      bundled,
      `/cgi/search.pl?search_simple=1&json=1&search_terms=butter&countries=germany&page=1&page_size=50&sort_by=product_name&fields=${encodeURIComponent(fields)}`,
    );
    const page = products.parse(found);
    expect(page.products).toHaveLength(50);
    expect(page.count).toBeGreaterThan(50);
    expect(page.products[0]?.serving_quantity_unit).toBe('g');
  });

  test('looks a product up', async () => {
    const found = await ask(branded, `/api/v2/product/041220576920?countries=us&fields=${fields}`);
    expect(z.object({ product }).parse(found).product).toMatchObject({
      ...{ product_name: 'Hazelnut spread', brands: 'Ferrero, Other', code: '0041220576920' },
      ...{ serving_quantity: 28, product_quantity: 1_500, product_quantity_unit: 'g' },
    });
  });

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

  test('reads abridged foods, whose numbers may be texts', async () => {
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

// lib/features/add_meal/data/dto/off/*.g.dart, dto/fdc/*.g.dart
test('OpenNutriTracker reads products that always have nutriments', async () => {
  const fields =
    'code,brands,product_name,product_name_en,product_name_de,product_name_fr,url,image_url,image_front_thumb_url,image_front_url,product_quantity,quantity,serving_quantity,serving_size,nutriments';
  const product = z.object({
    ...{ code: optionalText, product_name: optionalText, brands: optionalText, url: optionalText },
    ...{ quantity: optionalText, serving_size: optionalText, nutriments: amounts },
  });
  const page = z.object({
    ...{ page_count: z.int(), page_size: z.int(), products: z.array(product) },
  });
  page.parse(await ask(bundled, `/cgi/search.pl?search_terms=milk&fields=${fields}&json=true`));
  const single = z.object({ status: z.int(), status_verbose: z.string(), product });
  const one = `/api/v2/product/0041220576920?fields=${fields}&json=true`;
  expect(single.parse(await ask(branded, one)).product.serving_size).toBe('2 biscuits (28 g)');
});

describe('SparkyFitness', () => {
  const product = z.object({
    serving_size: z.string().default(''),
    nutriments: amounts,
    ...{ code: z.string(), product_name: z.string() },
  });

  // integrations/openfoodfacts/openFoodFactsService.ts: parseOffHouseholdServing, GRAMS_TO_UNIT
  test('makes portions and units of a product', async () => {
    const url =
      '/cgi/search.pl?search_terms=salted%20butter&search_simple=1&action=process&json=1&page_size=20&page=1&fields=product_name,product_name_en,brands,code,serving_size,nutriments&lc=en';
    const { products } = z
      .object({ products: z.array(product), page: z.literal(1), page_size: z.literal(20) })
      .parse(await ask(bundled, url));
    const { serving_size, nutriments } = products[0] ?? expect.fail('No product');
    expect(/^\s*([\d.,]+)\s+([^\d(][^(]*?)\s*\([^)]*\)\s*$/.exec(serving_size)?.slice(1)).toEqual([
      ...['1', 'pat'],
    ]);
    const perUnit = { g: 1, mg: 1_000, µg: 1_000_000 };
    const shown = (name: string) => {
      const unit = z.enum(['g', 'mg', 'µg']).parse(nutriments[`${name}_unit`]);
      return [Number(nutriments[`${name}_100g`]) * perUnit[unit], unit];
    };
    expect([shown('calcium'), shown('vitamin-a'), shown('fat')]).toEqual([
      [24, 'mg'],
      [684, 'µg'],
      [81.11, 'g'],
    ]);
    expect(nutriments['energy-kcal_100g']).toBe(717);
  });

  test('takes 404 for a barcode that nothing has', async () => {
    const answer = await ask(branded, '/api/v2/product/4000417025005.json?fields=code&lc=en', 404);
    expect(answer).toEqual({
      code: '4000417025005',
      status: 0,
      status_verbose: 'product not found',
    });
  });

  // services/foodCoreService.ts:1001, integrations/usda/usdaService.ts: mapUsdaBarcodeProduct
  test('compares the barcode of branded foods, and reads nutrients by their ids', async () => {
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
  // www/activities/foodlist/js/open-food-facts.js: parseItem
  test('needs a code and kilojoules', async () => {
    const { products } = await ask(
      bundled,
      '/cgi/search.pl?search_terms=egg&search_simple=1&page_size=50&sort_by=unique_scans_n&action=process&json=1&tagtype_0=countries&tag_contains_0=contains&tag_0=Germany&lang=de&lc=de',
    );
    for (const { code, product_name, nutriments } of products) {
      expect(code.startsWith('200')).toBe(true);
      expect(product_name.length).toBeGreaterThan(1);
      const kcal = nutriments['energy-kcal_100g'];
      expect(nutriments.energy_100g / kcal).toBeCloseTo(4.184, 2);
    }
    expect((await ask(branded, '/api/v0/product/41220576920.json')).product.product_name).toBe(
      'Hazelnut spread',
    );
  });

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
    // Its units know no IU.
    expect(named('Vitamin A').unitName).toBe('UG');
    expect(named('Energy')).toMatchObject({ nutrientNumber: '208', unitName: 'KCAL', value: 143 });
    for (const { disseminationText, gramWeight } of foodMeasures) {
      expect(disseminationText).toMatch(/^[\d.]+ \S/);
      expect(gramWeight).toBeGreaterThan(0);
    }
  });
});

describe('NutriTrace', () => {
  // src/lib/api.js: _offSearchUrl escapes Lucene's signs and adds a country; _mapOFFProduct
  test('searches in the syntax of the newer search', async () => {
    const hits = async (q: string) =>
      (await ask(bundled, `/search?${new URLSearchParams({ q, page_size: '50', langs: 'en' })}`))
        .hits;
    const plain = await hits('low-fat milk');
    expect(plain.length).toBeGreaterThan(10);
    expect(await hits('low\\-fat milk +countries_tags:"en:norway"')).toEqual(plain);
  });

  // src/lib/api.js: USDA.lookupBarcode
  test('finds branded foods by their barcode as scanned', async () => {
    const url = '/fdc/v1/foods/search?query=041220576920&dataType=Branded&pageSize=10&api_key=k';
    const { foods } = await ask(branded, url);
    expect(foods[0].gtinUpc).toBe('041220576920');
  });
});

// lib/services/food_database_bindings/usda/models/*.g.dart: an unknown unit throws
test('Energize reads searched foods with units of its list', async () => {
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

// plugins/OpenFoodFactsBarcodeLookupPlugin.php: ExecuteLookup
test('Grocy looks a name up, and takes 404 for none', async () => {
  const fields = 'fields=product_name,image_url,product_name_en';
  expect(await ask(branded, `/api/v2/product/0041220576920?${fields}`)).toMatchObject({
    ...{ status: 1, product: { product_name: 'Hazelnut spread' } },
  });
  await ask(branded, `/api/v2/product/4000417025005?${fields}`, 404);
});

// wger/nutrition/extract_info/off.py: extract_info_from_off raises KeyError for what is missing
test('wger finds what it requires of a product', async () => {
  const [product] = (await ask(bundled, '/api/v2/search?search_terms=butter&page_size=1')).products;
  expect(product).toMatchObject({ code: expect.any(String), product_name: expect.any(String) });
  for (const name of ['energy-kcal', 'proteins', 'carbohydrates', 'fat']) {
    expect(product.nutriments[`${name}_100g`], name).toEqual(expect.any(Number));
  }
  // AMOUNT_AND_UNIT_PATTERN and MASS_PATTERN
  expect(product.serving_size).toMatch(/^\d+ [a-z]+ \(\d+(\.\d+)? g\)$/);
});

// openfoodfacts-dart lib/src/model/product.g.dart: `as String?`, `as List`, quantities of any type
test("Open Food Facts' Dart library casts every field", async () => {
  const tags = z.array(z.string()).nullish();
  const product = z.object({
    ...{ code: optionalText, product_name: optionalText, brands: optionalText },
    ...{ quantity: optionalText, serving_size: optionalText, categories: optionalText },
    ...{ allergens_tags: tags, traces_tags: tags, nutriments: z.record(z.string(), z.unknown()) },
  });
  for (const service of [bundled, branded]) {
    const { products } = await ask(service, '/api/v2/search?page_size=100');
    expect(z.array(product).parse(products).length).toBeGreaterThan(2);
  }
});
