import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ask, optionalText, serveApps } from './apps.ts';

const { bundled, branded } = await serveApps();

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
});

// lib/features/add_meal/data/dto/off/*.g.dart, dto/fdc/*.g.dart
test('OpenNutriTracker reads products, which always have nutriments', async () => {
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
  test('reads portions and units from a product', async () => {
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

  test('handles 404 for an unknown barcode', async () => {
    const answer = await ask(branded, '/api/v2/product/4000417025005.json?fields=code&lc=en', 404);
    expect(answer).toEqual({
      code: '4000417025005',
      status: 0,
      status_verbose: 'product not found',
    });
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
});

describe('NutriTrace', () => {
  // src/lib/api.js: _offSearchUrl escapes Lucene's special characters and adds a country;
  // _mapOFFProduct
  test('searches in the syntax of the newer search', async () => {
    const hits = async (q: string) =>
      (await ask(bundled, `/search?${new URLSearchParams({ q, page_size: '50', langs: 'en' })}`))
        .hits;
    const plain = await hits('low-fat milk');
    expect(plain.length).toBeGreaterThan(10);
    expect(await hits('low\\-fat milk +countries_tags:"en:norway"')).toEqual(plain);
  });
});

// plugins/OpenFoodFactsBarcodeLookupPlugin.php: ExecuteLookup
test('Grocy looks up a name, and handles 404', async () => {
  const fields = 'fields=product_name,image_url,product_name_en';
  expect(await ask(branded, `/api/v2/product/0041220576920?${fields}`)).toMatchObject({
    ...{ status: 1, product: { product_name: 'Hazelnut spread' } },
  });
  await ask(branded, `/api/v2/product/4000417025005?${fields}`, 404);
});

// wger/nutrition/extract_info/off.py: extract_info_from_off raises KeyError for what is missing
test('wger finds the values that it requires', async () => {
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
