import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { brandedTable } from '../branded-table.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'https://page.example';
const BUTTER = 'Butter, salted';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  const interfaces = ['openfoodfacts', 'fdc'];
  const cors = { origin: [ORIGIN] };
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', interfaces, cors });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

async function get(path: string, status = 200) {
  const response = await send(url, { path, headers: { origin: ORIGIN } });
  expect(response.status, response.body).toBe(status);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
  expect(headerOf(response, 'cross-origin-resource-policy')).toBe('cross-origin');
  return JSON.parse(response.body);
}

test('without the setting, the paths of interfaces do not exist', async () => {
  await using plain = await createFoodLookup({ port: 0, logLevel: 'silent' });
  const address = await plain.listen();
  for (const path of ['/fdc/v1/food/173410', '/cgi/search.pl?search_terms=egg', '/search?q=egg']) {
    expect((await send(address, { path })).status).toBe(404);
  }
});

test('on the paths of interfaces, other methods get 405, and preflights are answered', async () => {
  const path = '/fdc/v1/food/173410';
  const post = await send(url, { path, method: 'DELETE' });
  expect(post.status).toBe(405);
  expect(headerOf(post, 'allow')).toBe('GET, HEAD, OPTIONS');
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const preflight = await send(url, { path, method: 'OPTIONS', headers });
  expect(preflight.status).toBe(200);
  expect(headerOf(preflight, 'access-control-allow-methods')).toBe('GET, HEAD');
});

test('rate limits are reported in the form that callers of each interface expect', async () => {
  const interfaces = ['fdc', 'openfoodfacts'];
  await using limited = await createFoodLookup({ logLevel: 'silent', interfaces, rateLimit: 1 });
  const ask = (path: string) => limited.inject({ method: 'GET', url: path });
  await ask('/fdc/v1/food/173410');
  const fdc = await ask('/fdc/v1/food/173410');
  expect(fdc.statusCode).toBe(429);
  expect(fdc.json().error).toMatchObject({ code: 'OVER_RATE_LIMIT', message: expect.any(String) });
  expect((await ask('/search?q=egg')).json()).toEqual({ error: expect.any(String) });
});

test.each([
  '/api/meal?line=egg&line=milk&line=bread',
  '/api/v2/search?code=2000000010014,2000000010021,2000000010038',
  '/fdc/v1/foods?fdcIds=173410,173411,173412',
])('every item of %s counts', async (path) => {
  const interfaces = ['fdc', 'openfoodfacts'];
  await using limited = await createFoodLookup({ logLevel: 'silent', interfaces, rateLimit: 4 });
  const statuses = [];
  for (const url of [path, '/api/food?q=egg', path])
    statuses.push((await limited.inject(url)).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
});

test('every fifty foods of a page count as a request', async () => {
  const options = { logLevel: 'silent', interfaces: ['fdc'], rateLimit: 3 } as const;
  await using limited = await createFoodLookup(options);
  const ask = (size: number) => limited.inject(`/fdc/v1/foods/list?pageSize=${size}`);
  expect([(await ask(101)).statusCode, (await ask(50)).statusCode]).toEqual([200, 429]);
});

test('paths that cannot be decoded have CORS headers as well', async () => {
  for (const path of ['/fdc/v1/food/%zz', '/cgi/%zz', '/cgi/session.pl', '/fdc/v2']) {
    await get(path, 404);
  }
});

test.each([
  ['/cgi/session.pl', 'for Open Food Facts, only products by barcode and searches are served'],
  ['/images/products/1.jpg', 'not images, facets, taxonomies, logins or writes'],
  ['/category/cheeses.json', 'for Open Food Facts'],
  ['/fdc/v1/foods/x/y', 'for FoodData Central, only searches, foods and lists are served'],
])('%s is not found, and the error lists the paths', async (path, part) => {
  const { status, body } = await send(url, { path });
  expect(status).toBe(404);
  expect(JSON.parse(body).error).toContain(part);
});

test('HEAD has the headers of GET', async () => {
  for (const path of ['/search?q=egg', '/search/?q=egg', '/fdc/v1/food/173410']) {
    const [head, full] = [await send(url, { path, method: 'HEAD' }), await send(url, { path })];
    expect([head.status, head.body]).toEqual([200, '']);
    expect(headerOf(head, 'etag')).toBe(headerOf(full, 'etag'));
  }
});

describe('Open Food Facts', () => {
  test('a product is found by a code made from the key of the food', async () => {
    const { products } = await get('/cgi/search.pl?search_terms=salted+butter&json=1');
    const { code } = products.find((each: Record<string, unknown>) => each.product_name === BUTTER);
    expect(code).toMatch(/^200\d{10}$/);
    for (const path of [`/api/v2/product/${code}`, `/api/v0/product/${code}.json`]) {
      const { status, product } = await get(path);
      expect(status).toBe(1);
      expect(product).toMatchObject({ code, product_name: BUTTER, serving_quantity: 5 });
    }
  });

  test('amounts are in grams, except energy, with the unit to display', async () => {
    const { products } = await get('/cgi/search.pl?search_terms=salted+butter&page_size=1&json=1');
    expect(products).toHaveLength(1);
    expect(products[0].nutriments).toMatchObject({
      'energy-kcal_100g': 717,
      energy_100g: 2999.93,
      fat_100g: 81.11,
      sodium_100g: 0.643,
      salt_100g: 1.6075,
      calcium_100g: 0.024,
      calcium_unit: 'mg',
    });
  });

  test('page numbers are integers, and each page has different foods', async () => {
    const page = (number: number) =>
      get(`/api/v2/search?search_terms=milk&page_size=5&page=${number}&fields=code,product_name`);
    const [first, second] = [await page(1), await page(2)];
    expect(first).toMatchObject({ page: 1, page_size: 5, skip: 0 });
    expect(first.page_count).toBe(Math.ceil(first.count / 5));
    expect(second.skip).toBe(5);
    expect(Object.keys(first.products[0])).toEqual(['code', 'product_name']);
    expect(second.products).not.toEqual(first.products);
  });

  test('the newer search returns hits', async () => {
    const { hits, count } = await get('/search?q=milk&page_size=3');
    expect(hits).toHaveLength(3);
    expect(count).toBeGreaterThan(3);
  });

  test.each(['4000417025005', '2000000000001', 'abc', '1'.repeat(20)])(
    'product %s is not found',
    async (code) => {
      expect(await get(`/api/v2/product/${code}`, 404)).toMatchObject({ code, status: 0 });
    },
  );
});

test('every food has its own code, by which it can be looked up', async () => {
  await using branded = await createFoodLookup({
    ...{ logLevel: 'silent', interfaces: ['openfoodfacts'], database: brandedTable() },
  });
  const ask = async (path: string) => (await branded.inject({ method: 'GET', url: path })).json();
  const { products } = await ask('/api/v2/search?search_terms=hazelnut');
  expect(products).toHaveLength(3);
  for (const { code, product_name } of products) {
    expect(code).toMatch(/^\d+$/);
    const { product } = await ask(`/api/v2/product/${code}.json`);
    expect(product).toMatchObject({ code, product_name });
  }
});

describe('FoodData Central', () => {
  test('a search returns IDs, names, numbers and uppercase units like FoodData Central', async () => {
    const found = await get('/fdc/v1/foods/search?api_key=x&query=salted%20butter&pageSize=2');
    expect(found).toMatchObject({
      currentPage: 1,
      foodSearchCriteria: { query: 'salted butter', pageNumber: 1, pageSize: 2 },
    });
    expect(found.totalPages).toBe(Math.ceil(found.totalHits / 2));
    const [butter] = found.foods;
    expect(butter).toMatchObject({ fdcId: 173410, description: BUTTER, dataType: 'SR Legacy' });
    expect(butter.foodNutrients).toContainEqual({
      ...{ nutrientId: 1004, nutrientNumber: '204', nutrientName: 'Total lipid (fat)' },
      ...{ unitName: 'G', value: 81.11 },
    });
    expect(butter.foodMeasures).toContainEqual({ disseminationText: '1 tbsp', gramWeight: 14.2 });
  });

  test('returns a food in full, abridged, and with selected nutrients', async () => {
    const full = await get('/fdc/v1/food/173410');
    expect(full.foodNutrients).toContainEqual({
      type: 'FoodNutrient',
      nutrient: { id: 1008, number: '208', name: 'Energy', unitName: 'kcal' },
      amount: 717,
    });
    expect(full.foodPortions[1]).toMatchObject({ amount: 1, gramWeight: 14.2, modifier: 'tbsp' });
    const some = await get('/fdc/v1/food/173410?format=abridged&nutrients=203,204');
    expect(some.foodNutrients).toEqual([
      { number: '203', name: 'Protein', amount: 0.85, unitName: 'G' },
      { number: '204', name: 'Total lipid (fat)', amount: 81.11, unitName: 'G' },
    ]);
  });

  test('returns foods by their IDs, and a list', async () => {
    const foods = await get('/fdc/v1/foods?fdcIds=173410,173411&fdcIds=1');
    expect(foods.map(({ fdcId }: { fdcId: number }) => fdcId)).toEqual([173410, 173411]);
    const list = await get('/fdc/v1/foods/list?pageSize=3');
    expect(list).toHaveLength(3);
    expect(list.every(({ fdcId }: { fdcId: unknown }) => Number.isInteger(fdcId))).toBe(true);
  });

  test('returns foods in a requested order', async () => {
    const sorted = '/fdc/v1/foods/list?pageSize=2&sortOrder=desc&sortBy=';
    const [first, second] = await get(`${sorted}fdcId`);
    expect(first.fdcId).toBeGreaterThan(second.fdcId);
    expect((await get(`${sorted}lowercaseDescription.keyword`))[0].description).toMatch(/^Z/);
    expect(await get(`${sorted}publishedDate`)).toEqual(await get('/fdc/v1/foods/list?pageSize=2'));
  });

  test('reports missing foods', async () => {
    await get('/fdc/v1/food/1', 404);
    await get('/fdc/v1/food/x', 404);
    await get(`/fdc/v1/foods?fdcIds=${Array(21).fill('173410')}`, 400);
    for (const wrong of ['food/173410?format=x', 'foods/list?sortBy=x', 'foods/list?sortOrder=x'])
      expect((await get(`/fdc/v1/${wrong}`, 400)).error).toContain('Unknown value "x"');
    const branded = await get('/fdc/v1/foods/search?query=butter&dataType=Branded');
    expect(branded).toMatchObject({ totalHits: 0, foods: [] });
  });
});

// cookbook/views/api.py: FdcFoodPropertyViewSet, which indexes without a check
test('Tandoor reads every nutrient of a food, including energy', async () => {
  const { foods } = await get('/fdc/v1/foods/search?query=hummus');
  const { foodNutrients, foodPortions } = await get(`/fdc/v1/food/${foods[0].fdcId}`);
  const nutrient = z.object({
    nutrient: z.object({
      id: z.int(),
      number: z.string(),
      unitName: z.enum(['g', 'mg', 'µg', 'IU', 'kcal']),
    }),
    amount: z.number(),
  });
  const ids = z
    .array(nutrient)
    .parse(foodNutrients)
    .map((one) => one.nutrient.id);
  expect(ids).toContain(1008);
  expect(new Set(ids).size).toBe(ids.length);
  expect(foodPortions[0]).toMatchObject({
    amount: expect.any(Number),
    gramWeight: expect.any(Number),
  });
});
